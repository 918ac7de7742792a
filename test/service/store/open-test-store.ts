import { openStore, type Store } from '../../../src/service/store/store';

/** An empty store in memory. */
export function openTestStore(now: () => number): Promise<Store> {
  return openStore({ dataDir: ':memory:', now });
}
