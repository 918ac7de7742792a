import { extensionVersion } from '../../platform/browser/version';
import { settingsStore } from '../../platform/storage/stores';
import type { AppContext } from './context';
import { createLog } from './log';
import { migrateStoredData } from './migrations';

declare const __DEFAULT_BASE_URL__: string;

/** The context of the running worker. Rejects with `newer-data` as `migrateStoredData` does. */
export async function createContext(): Promise<AppContext> {
  const database = await migrateStoredData();
  const now = () => Date.now();
  return {
    database,
    fetch: (input, init) => fetch(input, init),
    now,
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    defaultBaseUrl: __DEFAULT_BASE_URL__,
    version: extensionVersion(),
    log: createLog({ database, now, level: async () => (await settingsStore.get()).logLevel }),
  };
}
