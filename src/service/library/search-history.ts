import { createAllowance } from '../catalogue/allowance';
import type { Service } from '../http/environment';
import { withIds } from '../store/media';
import { nameMedia } from './name-media';

/** Works without a name that one search looks up, and the requests to the film database that this costs. */
const UNNAMED = 100;
const REQUEST_LIMIT = 4;

/** The films and series of a history that have these words in one of their names, in any language. */
export async function searchHistory(service: Service, userId: string, text: string): Promise<string[]> {
  const { workNames } = service.store;
  const unnamed = await workNames.unnamed(userId, UNNAMED);
  const rows = unnamed.map((media) =>
    withIds({ media, episodeId: null, title: null, episodeTitle: null, year: null }),
  );
  await nameMedia(service, rows, createAllowance({ requests: REQUEST_LIMIT }));
  return workNames.search(userId, text);
}
