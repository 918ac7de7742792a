import { createAllowance } from '../catalogue/allowance';
import type { Service } from '../http/environment';
import { withIds } from '../store/media';
import type { Store } from '../store/store';
import { nameMedia } from './name-media';

/** Requests to the film database that a search costs for works without a name. */
const REQUEST_LIMIT = 4;

/** The films and series of a history with these words in one of their names, in any language. */
export async function searchHistory(service: Service, userId: string, text: string): Promise<string[]> {
  const { workNames } = service.store;
  indexOnce(service);
  const { found, unnamed } = await workNames.search(userId, text);
  if (unnamed.length === 0) return [...found];
  const rows = (await workNames.watchedOf(userId, unnamed)).map((media) =>
    withIds({ media, episodeId: null, title: null, episodeTitle: null, year: null }),
  );
  await nameMedia(service, rows, createAllowance({ requests: REQUEST_LIMIT }));
  return [...found, ...(await workNames.among(unnamed, text))];
}

const indexed = new WeakSet<Store>();

/** The first search of a process also indexes names stored by an earlier version. */
function indexOnce({ store, log }: Service): void {
  if (indexed.has(store)) return;
  indexed.add(store);
  void indexAll(store).catch((error: unknown) => {
    indexed.delete(store);
    log({ level: 'error', event: 'search', error });
  });
}

async function indexAll({ workNames }: Store): Promise<void> {
  while (await workNames.indexSome());
}
