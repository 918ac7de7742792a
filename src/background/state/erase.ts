import { clearStorage } from '../../platform/storage/clear-storage';
import type { AppContext } from '../context/context';
import { VERSION_KEY } from '../context/migrations';
import { clearLog } from './log-store';

/**
 * Deletes everything that the extension has stored on this machine, the token included; nothing at the
 * tracker.
 */
export async function eraseAll(context: AppContext): Promise<void> {
  const { database } = context;
  await Promise.all([
    database.clear('account'),
    database.clear('outbox'),
    database.clear('matches'),
    database.clear('activity'),
    clearLog(context),
  ]);
  await clearStorage(VERSION_KEY);
}
