import { storageTroubleStore, type StorageTrouble } from '../../platform/storage/stores';
import type { MatineeDatabase, DatabaseEvents } from './database';
import { HandlerError } from './handler-error';
import { reportStorage, storageTroubleOf } from './storage-trouble';

/** The connection to the database, which is opened again after it was lost. */
export type Connection = Readonly<{
  /** Throws a HandlerError while there is no connection, and begins to open one. */
  current: () => MatineeDatabase;
}>;

type ConnectionOptions = Readonly<{
  open: (events: DatabaseEvents) => Promise<MatineeDatabase>;
  /** Called where the database was created although there has been one. */
  removed: () => Promise<void>;
  /** There has been a database. */
  isKnown: boolean;
  /** Resolves when the opening has taken too long to wait for it. */
  patience: () => Promise<void>;
}>;

/**
 * Opens the database. Resolves also where that fails, or has to wait for an older connection, so that
 * recording goes on without it. Rejects only for data of a newer version.
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
  // Rejects later, if at all, only where the person has been told to restart the browser.
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

/** What the opened database has ended. The loss of data is shown until the next sign-in. */
async function endTrouble(): Promise<void> {
  const trouble = await storageTroubleStore.get();
  if (trouble === 'storage-unavailable' || trouble === 'storage-blocked') await reportStorage(undefined);
}

/** The fault that the popup names. Throws every other error, and that of data of a newer version. */
function expectedTrouble(error: unknown): StorageTrouble {
  const isNewer = error instanceof DOMException && error.name === 'VersionError';
  const found = storageTroubleOf(error);
  if (found === undefined || isNewer) throw error;
  return found;
}
