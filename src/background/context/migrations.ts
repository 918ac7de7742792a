import { isCorrection, isSiteState } from '../../core/settings/backup';
import { readSettings } from '../../core/settings/settings';
import * as browserStorage from '../../platform/storage/browser-storage';
import { ownArea } from '../../platform/storage/own-area';
import { accountStore } from '../../platform/storage/stores';
import { setCommonBadge } from '../../platform/browser/toolbar';
import { connect, type Connection } from './connection';
import { openDatabase } from './database';
import { HandlerError } from './handler-error';
import { isRecord } from '../../core/values/is-record';
import { pause } from './pause';

/**
 * Version of the stored values; the database of the outbox has a version of its own. Raise it together with a
 * step when an older value would be read wrongly; not for a field that may be missing. Versions 0 and 1 lie
 * in `storage.local`, which content scripts can write in Firefox.
 */
const DATA_VERSION = 2;
export const VERSION_KEY = 'data-version';

/**
 * Migrates data of an older version, and connects to the database. Data of a newer version is not touched:
 * rejects with `newer-data`, so that every view reports it and nothing is recorded.
 */
export async function migrateStoredData(): Promise<Connection> {
  const { [VERSION_KEY]: stored } = await ownArea.get(VERSION_KEY);
  if (readVersion(stored) > DATA_VERSION) throw await newerData();
  const before = stored === undefined ? await moveFromLocalStorage() : readVersion(stored);
  // Nothing that is written there from now on is read: the next worker tries again where this fails.
  await browserStorage.clear().catch(() => undefined);
  try {
    return await connect({
      open: (events) => openDatabase('matinee', events),
      // Where values have a version, an earlier worker has opened the database.
      isKnown: before > 0,
      removed: () => accountStore.set({ state: 'signed-out' }),
      patience: () => pause(PATIENCE_SECONDS),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError') throw await newerData(error);
    throw error;
  }
}

/** A database opens within some hundredths of a second, unless an older connection blocks it. */
const PATIENCE_SECONDS = 3;

function readVersion(stored: unknown): number {
  return Number.isSafeInteger(stored) ? (stored as number) : 0;
}

/**
 * 0 and 1 → 2. All values are stored in one step, so an interruption leaves the old ones, and the next start
 * moves them. Returns the version that they had; on a first start there are none, and it is 0.
 */
async function moveFromLocalStorage(): Promise<number> {
  const stored = await browserStorage.read();
  const version = readVersion(stored[VERSION_KEY]);
  if (version >= DATA_VERSION) throw await newerData();
  const values = version === 0 ? dropUnreadable(stored) : stored;
  await ownArea.set({ ...values, [VERSION_KEY]: DATA_VERSION });
  return version;
}

/**
 * 0 → 1. Builds before version 1 stored values unchecked, and later builds read lists without checking each
 * entry: so every entry is checked once, here. Values that had to be repaired are kept under `set-aside`.
 */
function dropUnreadable(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const values = { ...stored };
  const aside: Record<string, unknown> = {};
  for (const [key, clean] of Object.entries(cleaners)) {
    const value = stored[key];
    const good = clean(value);
    if (value === undefined || JSON.stringify(good) === JSON.stringify(value)) continue;
    aside[key] = value;
    values[key] = good;
  }
  return Object.keys(aside).length > 0 ? { ...values, 'set-aside': aside } : values;
}

const cleaners: Readonly<Record<string, (stored: unknown) => unknown>> = {
  settings: readSettings,
  sites: (stored) => entriesOf(stored, isSiteState),
  corrections: (stored) => (Array.isArray(stored) ? stored.filter(isCorrection) : []),
  'own-connectors': (stored) => entriesOf(stored, isRecord),
};

function entriesOf(stored: unknown, isGood: (value: unknown) => boolean): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(isRecord(stored) ? stored : {}).filter(([, one]) => isGood(one)));
}

async function newerData(cause?: unknown): Promise<HandlerError> {
  await setCommonBadge('!');
  return new HandlerError('newer-data', '', { cause });
}
