import { isCorrection, isSiteState } from '../../core/settings/backup';
import { readSettings } from '../../core/settings/settings';
import { storageItem } from '../../platform/storage/storage-item';
import { setCommonBadge } from '../../platform/browser/toolbar';
import { openDatabase, type Database } from './database';
import { HandlerError } from './handler-error';
import { isRecord } from '../../core/values/is-record';

/**
 * The form of what is stored. `storage.local` holds its number; the database has its own, inside IndexedDB. Raise it
 * with a step below whenever an older value would be read wrongly, never for a field that may be missing.
 */
export const dataVersion = 1;

/**
 * Brings what an older version has stored up to date, and opens the database. What a newer one has stored is left alone:
 * rejects with `newer-data`, so that every view says so, and nothing is recorded into it.
 */
export async function migrateStoredData(): Promise<Database> {
  const version = await versionStore.get();
  if (version > dataVersion) throw await newer();
  for (const step of steps.slice(version)) await step();
  if (version < dataVersion) await versionStore.set(dataVersion);
  try {
    return await openDatabase();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError') throw await newer(error);
    throw error;
  }
}

/** 0 is also a first start: then there is nothing that the steps could change. */
const versionStore = storageItem({
  area: 'local',
  key: 'data-version',
  read: (stored) => (Number.isSafeInteger(stored) ? (stored as number) : 0),
});

const steps: readonly (() => Promise<void>)[] = [dropUnreadable];

/**
 * 0 → 1. Builds before the number wrote what they were given. Since then lists are read without looking at every entry,
 * so each is looked at here, once. What cannot be read is put aside under `set-aside`, not thrown away.
 */
async function dropUnreadable(): Promise<void> {
  const aside: Record<string, unknown> = {};
  const keep = async (key: string, cleaned: (stored: unknown) => unknown) => {
    const item = raw(key);
    const stored = await item.get();
    if (stored === undefined) return;
    const good = cleaned(stored);
    if (JSON.stringify(good) === JSON.stringify(stored)) return;
    aside[key] = stored;
    await item.set(good);
  };
  await keep('settings', readSettings);
  await keep('sites', (stored) =>
    Object.fromEntries(
      Object.entries(isRecord(stored) ? stored : {}).filter(([, state]) => isSiteState(state)),
    ),
  );
  await keep('corrections', (stored) => (Array.isArray(stored) ? stored.filter(isCorrection) : []));
  await keep('own-connectors', (stored) =>
    Object.fromEntries(
      Object.entries(isRecord(stored) ? stored : {}).filter(([, definition]) => isRecord(definition)),
    ),
  );
  if (Object.keys(aside).length > 0) await raw('set-aside').set(aside);
}

function raw(key: string) {
  return storageItem({ area: 'local', key, read: (stored: unknown) => stored });
}

async function newer(cause?: unknown): Promise<HandlerError> {
  await setCommonBadge('!');
  return new HandlerError(
    'newer-data',
    'What is stored was written by a newer version of Matinee; it is left as it is.',
    { cause },
  );
}
