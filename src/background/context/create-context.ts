import { LIBRARY_URL } from '../../core/settings/base-url';
import { extensionVersion } from '../../platform/browser/version';
import { askLibrary } from '../../platform/messaging/ask-library';
import { settingsStore } from '../../platform/storage/stores';
import type { AppContext } from './context';
import { createLog } from './log';
import { openStoredData } from './stored-data';

declare const __DEFAULT_BASE_URL__: string;

/** The context of the running worker. Rejects with `newer-data` as `openStoredData` does. */
export async function createContext(): Promise<AppContext> {
  const connection = await openStoredData();
  const now = () => Date.now();
  const requests = createStoppableFetch((input, init = {}) =>
    typeof input === 'string' && input.startsWith(LIBRARY_URL) ? askLibrary(input, init) : fetch(input, init),
  );
  return {
    get database() {
      return connection.current();
    },
    fetch: requests.fetch,
    stopRequests: requests.stop,
    now,
    random: () => Math.random(),
    newId: () => crypto.randomUUID(),
    defaultBaseUrl: __DEFAULT_BASE_URL__,
    version: extensionVersion(),
    log: createLog({
      get database() {
        return connection.current();
      },
      now,
      level: async () => (await settingsStore.get()).logLevel,
    }),
  };
}

type StoppableFetch = Readonly<{
  fetch: typeof fetch;
  /** Aborts every request in flight; later ones are not affected. */
  stop: () => void;
}>;

/** Wraps `fetch` so that its requests can be aborted together. */
export function createStoppableFetch(send: typeof fetch): StoppableFetch {
  let ending = new AbortController();
  return {
    fetch: (input, init) =>
      send(input, {
        ...init,
        signal: init?.signal == null ? ending.signal : AbortSignal.any([init.signal, ending.signal]),
      }),
    stop() {
      ending.abort();
      ending = new AbortController();
    },
  };
}
