import type { LogEntry } from '../../core/status/log-entry';
import type { AppContext } from '../context/context';
import { newestFirst } from './newest-first';

/** Up to `limit` entries of the log, newest first; with `before`, only entries with a lower id. */
export async function listLog(
  { database, log }: AppContext,
  before: number | undefined,
  limit: number,
): Promise<readonly LogEntry[]> {
  await log.flush();
  return newestFirst(database, 'log', before, limit);
}

export async function clearLog({ database, log }: AppContext): Promise<void> {
  // Entries that still wait to be written would otherwise appear after it.
  await log.flush();
  await database.clear('log');
}
