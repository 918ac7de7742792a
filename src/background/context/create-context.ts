import { LIBRARY_URL } from '../../core/settings/base-url';
import { extensionVersion } from '../../platform/browser/version';
import { askLibrary } from '../../platform/messaging/ask-library';
import {
  settingsStore,
  storageTroubleStore,
  type StorageTrouble,
  accountStore,
} from '../../platform/storage/stores';
import { type AppContext, pause } from './context';
import { createLog } from './log';
import { type MatineeDatabase, type DatabaseEvents, openDatabase } from './database';
import { HandlerError, reportStorage, storageTroubleOf } from './handler-error';
import { wasUsedBefore } from '../../platform/storage/clear-storage';
import { ownArea } from '../../platform/storage/own-area';
import { setCommonBadge } from '../../platform/browser/toolbar';

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

/** The database connection, which is reopened after it was lost. */
export type Connection = Readonly<{
  /** Throws a HandlerError while there is no connection, and starts opening one. */
  current: () => MatineeDatabase;
}>;

type ConnectionOptions = Readonly<{
  open: (events: DatabaseEvents) => Promise<MatineeDatabase>;
  /** Called if the database had to be created although one existed before. */
  removed: () => Promise<void>;
  /** A database has existed before. */
  isKnown: boolean;
  /** Resolves when opening has taken too long to keep waiting. */
  patience: () => Promise<void>;
}>;

/**
 * Opens the database. Also resolves if that fails, or has to wait for an older connection, so that recording
 * goes on without it. Rejects only for data of a newer version.
 */
export async function connect({ open, removed, isKnown, patience }: ConnectionOptions): Promise<Connection> {
  let database: MatineeDatabase | undefined;
  let opening: Promise<void> | undefined;
  let trouble: StorageTrouble = 'storage-unavailable';
  let known = isKnown;

  async function reopen(): Promise<void> {
    let isNew = false;
    try {
      database = await open({
        created: () => (isNew = true),
        blocked: () => void report('storage-blocked'),
        closed: () => (database = undefined),
      });
      if (isNew && known) await removed();
      await (isNew && known ? reportStorage('storage-removed') : endTrouble());
      known = true;
    } catch (error) {
      await report(expectedTrouble(error));
    } finally {
      opening = undefined;
    }
  }
  async function report(found: StorageTrouble): Promise<void> {
    trouble = found;
    await reportStorage(found);
  }

  opening = reopen();
  // A later rejection needs no handling: the person has then been told to restart the browser.
  opening.catch(() => undefined);
  await Promise.race([opening, patience()]);
  return {
    current() {
      if (database !== undefined) return database;
      opening ??= reopen().catch(() => undefined);
      throw new HandlerError(trouble);
    },
  };
}

/** Clears the trouble that the opened database has ended. A loss of data is shown until the next sign-in. */
async function endTrouble(): Promise<void> {
  const trouble = await storageTroubleStore.get();
  if (trouble === 'storage-unavailable' || trouble === 'storage-blocked') await reportStorage(undefined);
}

/** The fault that the popup names. Rethrows any other error, and that of data of a newer version. */
function expectedTrouble(error: unknown): StorageTrouble {
  const isNewer = error instanceof DOMException && error.name === 'VersionError';
  const found = storageTroubleOf(error);
  if (found === undefined || isNewer) throw error;
  return found;
}

/**
 * Version of the stored values; the database of the outbox has its own. Raise it together with a step in
 * `openStoredData` if an older value would be misread; a field that may be missing needs no new version.
 */
const DATA_VERSION = 2;

const VERSION_KEY = 'data-version';

/**
 * Checks the version of the stored values and connects to the database. Data of a newer version is left
 * alone: rejects with `newer-data`, so every view reports it and nothing is recorded.
 */
export async function openStoredData(): Promise<Connection> {
  const { [VERSION_KEY]: stored } = await ownArea.get(VERSION_KEY);
  if (typeof stored === 'number' && stored > DATA_VERSION) throw await newerData();
  if (stored === undefined) await ownArea.set({ [VERSION_KEY]: DATA_VERSION });
  try {
    return await connect({
      open: (events) => openDatabase('matinee', events),
      // The browser may have deleted all databases, so the stored version alone proves nothing.
      isKnown: await wasUsedBefore().catch(() => stored !== undefined),
      removed: () => accountStore.set({ state: 'signed-out' }),
      patience: () => pause(PATIENCE_SECONDS),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError') throw await newerData(error);
    throw error;
  }
}

/** A database opens within a few hundredths of a second, unless an older connection blocks it. */
const PATIENCE_SECONDS = 3;

async function newerData(cause?: unknown): Promise<HandlerError> {
  await setCommonBadge('!');
  return new HandlerError('newer-data', { cause });
}
