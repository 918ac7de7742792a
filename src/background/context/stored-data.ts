import { wasUsedBefore } from '../../platform/storage/first-use';
import { ownArea } from '../../platform/storage/own-area';
import { accountStore } from '../../platform/storage/stores';
import { setCommonBadge } from '../../platform/browser/toolbar';
import { connect, type Connection } from './connection';
import { openDatabase } from './database';
import { HandlerError } from './handler-error';
import { pause } from './pause';

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
