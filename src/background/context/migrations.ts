import { isCorrection, isSiteState } from '../../core/settings/backup';
import { readSettings } from '../../core/settings/settings';
import { storageItem } from '../../platform/storage/storage-item';
import { accountStore } from '../../platform/storage/stores';
import { setCommonBadge } from '../../platform/browser/toolbar';
import { connect, type Connection } from './connection';
import { openDatabase } from './database';
import { HandlerError } from './handler-error';
import { isRecord } from '../../core/values/is-record';

/**
 * Version of the data in `storage.local`; the database has a version of its own. Raise it together with a
 * step below when an older value would be read wrongly; not for a field that may be missing.
 */
const DATA_VERSION = 1;

/**
 * Migrates data of an older version, and connects to the database. Data of a newer version is not touched: rejects
 * with `newer-data`, so that every view reports it and nothing is recorded.
 */
export async function migrateStoredData(): Promise<Connection> {
  const version = await versionStore.get();
  if (version > DATA_VERSION) throw await newerData();
  for (const step of steps.slice(version)) await step();
  try {
    const connection = await connect({
      open: (events) => openDatabase('matinee', events),
      // Where values have a version, an earlier worker has opened the database.
      isKnown: version > 0,
      removed: () => accountStore.set({ state: 'signed-out' }),
      patience: () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS)),
    });
    if (version < DATA_VERSION) await versionStore.set(DATA_VERSION);
    return connection;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError') throw await newerData(error);
    throw error;
  }
}

/** A database opens within some hundredths of a second, unless an older connection blocks it. */
const PATIENCE_MILLISECONDS = 3_000;

/** 0 on a first start as well, when the steps find nothing to change. */
const versionStore = storageItem({
  area: 'local',
  key: 'data-version',
  read: (stored) => (Number.isSafeInteger(stored) ? (stored as number) : 0),
});

const steps: readonly (() => Promise<void>)[] = [dropUnreadable];

/**
 * 0 → 1. Builds before version 1 stored values unchecked, and later builds read lists without checking each
 * entry: so every entry is checked once, here. Values that had to be repaired are kept under `set-aside`.
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

async function newerData(cause?: unknown): Promise<HandlerError> {
  await setCommonBadge('!');
  return new HandlerError(
    'newer-data',
    'What is stored was written by a newer version of Matinee; it is left as it is.',
    { cause },
  );
}
