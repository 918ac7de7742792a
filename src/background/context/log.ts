import type { LogEntry } from '../../core/status/status';
import { defined } from '../../core/values/defined';
import type { MatineeDatabase } from './database';

/** Facts of a log entry: codes and ids. Titles, addresses, tokens and keys must not be put into `detail`. */
export type LogFacts = Readonly<{
  detail?: string | undefined;
  siteId?: string | undefined;
  tabId?: number | undefined;
  sessionId?: string | undefined;
  /** Whether it happened in a private window, where nothing is logged. */
  private?: boolean | undefined;
}>;

type Write = (event: string, facts?: LogFacts) => void;

/** Steps and errors of the worker. Writing returns at once and never throws. */
export type Log = Readonly<{
  error: Write;
  info: Write;
  debug: Write;
  /** Resolves when everything that was written so far is stored; never rejects. */
  flush: () => Promise<void>;
}>;

type LogOptions = Readonly<{
  database: MatineeDatabase;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The least important level to store. */
  level: () => Promise<LogEntry['level']>;
  /** Calls back later; entries written in between are stored together. */
  schedule?: (flush: () => void) => void;
}>;

/** The log in the object store `log`, bounded to the newest `LOG_CAPACITY` entries. */
export function createLog(options: LogOptions): Log {
  const { now, level, schedule = afterDelay } = options;
  let queue: Omit<LogEntry, 'id'>[] = [];
  let stored: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const batch = queue;
    queue = [];
    if (batch.length === 0) return;
    // What has made the settings unreadable is what the log is read for.
    const least = IMPORTANCE[await level().catch(() => 'info' as const)];
    const kept = batch.filter((entry) => IMPORTANCE[entry.level] >= least);
    if (kept.length > 0) await append(options.database, kept);
  }
  // If an entry cannot be stored (full disk, closing database) it is dropped: the log must not disturb
  // recording.
  const flush = () => (stored = stored.then(store).catch(() => undefined));

  const writer =
    (entryLevel: LogEntry['level']): Write =>
    (event, { private: isPrivate, ...facts } = {}) => {
      if (isPrivate === true || queue.length >= LOG_CAPACITY) return;
      if (queue.length === 0) schedule(() => void flush());
      queue.push({ at: now(), level: entryLevel, event, ...defined(facts) });
    };
  return { error: writer('error'), info: writer('info'), debug: writer('debug'), flush };
}

async function append(database: MatineeDatabase, entries: Omit<LogEntry, 'id'>[]): Promise<void> {
  const transaction = database.transaction('log', 'readwrite');
  const ids = await Promise.all(entries.map((entry) => transaction.store.add(entry)));
  const oldest = (ids.at(-1) ?? 0) - LOG_CAPACITY;
  if (oldest > 0) await transaction.store.delete(IDBKeyRange.upperBound(oldest));
  await transaction.done;
}

function afterDelay(flush: () => void): void {
  setTimeout(flush, FLUSH_MILLISECONDS);
}

/** Number of entries kept: some days of normal use at level `info`, and well below a megabyte. */
export const LOG_CAPACITY = 2_000;
/**
 * Long enough to store the steps of one report together; the browser keeps a worker for 30 s after its last
 * event.
 */
const FLUSH_MILLISECONDS = 1_000;
const IMPORTANCE: Readonly<Record<LogEntry['level'], number>> = { debug: 0, info: 1, error: 2 };
