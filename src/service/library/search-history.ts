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
  const { found, unnamed } = await workNames.search(userId, text);
  const asked = unnamed.slice(0, UNNAMED);
  if (asked.length === 0) return [...found];
  const rows = (await workNames.watchedOf(userId, asked)).map((media) =>
    withIds({ media, episodeId: null, title: null, episodeTitle: null, year: null }),
  );
  await nameMedia(service, rows, createAllowance({ requests: REQUEST_LIMIT }));
  return [...found, ...(await workNames.among(asked, text))];
}
