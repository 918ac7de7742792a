import { storageTroubleStore, type StorageTrouble } from '../../platform/storage/stores';
import type { MatineeDatabase, DatabaseEvents } from './database';
import { HandlerError } from './handler-error';
import { reportStorage, storageTroubleOf } from './storage-trouble';

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
