import { extensionVersion } from '../../platform/browser/version';
import { migrateStoredData } from './migrations';
import type { AppContext } from './context';

declare const __DEFAULT_BASE_URL__: string;

/** The real world of the worker. */
export async function createContext(): Promise<AppContext> {
  return {
    database: await migrateStoredData(),
    fetch: (input, init) => fetch(input, init),
    now: () => Date.now(),
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    defaultBaseUrl: __DEFAULT_BASE_URL__,
    version: extensionVersion(),
  };
}
