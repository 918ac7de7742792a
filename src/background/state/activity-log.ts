import type { Outcome } from '../../core/outbox/entry-change';
import {
  pendingOf,
  type DeliveryError,
  type OutboxEntry,
  type Pending,
  type PendingPosition,
} from '../../core/outbox/outbox-entry';
import { sessionIdOf } from '../../core/outbox/queued-entries';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { dropUnwrittenRecords, writeRecord } from './unwritten';
import type { LogEntry } from '../../core/status/status';
import type { MatineeDatabase } from '../context/database';

/**
 * Records a sent update with its answer. Keeps the newest 5,000. Nothing is recorded for an entry that was
 * deleted while its update was in flight: the person may have erased everything.
 */
export async function logActivity(
  context: AppContext,
  entry: OutboxEntry,
  { slot, position }: Pending,
  outcome: Outcome,
): Promise<void> {
  const { database, now } = context;
  if ((await database.getKey('outbox', entry.id)) === undefined) return;
  const trouble = 'trouble' in outcome ? outcome.trouble : {};
  const value = lineOf(now(), entry, position, {
    cause: slot === 'crossing' ? 'crossing' : position.cause,
    answer: ANSWERS[outcome.kind] ?? 'rejected',
    ...trouble,
  });
  const id = await writeRecord(context, { store: 'activity', value });
  if (typeof id !== 'number' || id % TRIM_EVERY > 0) return;
  const obsolete = IDBKeyRange.upperBound(id - ACTIVITY_CAPACITY);
  await orWithoutStorage(async () => database.delete('activity', obsolete));
}

/** Records an update that was removed unsent because the outbox was full. */
export async function logDropped({ database, now }: AppContext, entry: OutboxEntry): Promise<void> {
  const position = pendingOf(entry)?.position ?? { position: 0, duration: 0 };
  const answer = { cause: 'leave', answer: 'rejected', code: 'outbox-full' } as const;
  await database.add('activity', lineOf(now(), entry, position, answer));
}

function lineOf(
  at: number,
  { id, siteId, item, match, page }: OutboxEntry,
  { position, duration }: Pick<PendingPosition, 'position' | 'duration'>,
  answer: Pick<ActivityEntry, 'cause' | 'answer'> & Partial<DeliveryError>,
): Omit<ActivityEntry, 'id'> {
  return {
    at,
    sessionId: sessionIdOf(id),
    entry: id,
    siteId,
    item,
    position,
    duration,
    ...answer,
    ...defined({ media: match.state === 'matched' ? match.media : undefined, page }),
  };
}

/** Up to `limit` entries, newest first; with `before`, only entries with a lower id. */
export function listActivity(
  { database }: AppContext,
  before: number | undefined,
  limit: number,
): Promise<ActivityEntry[]> {
  return newestFirst(database, 'activity', before, limit);
}

export async function clearActivity({ database }: AppContext): Promise<void> {
  await dropUnwrittenRecords();
  await database.clear('activity');
}

/** The labels of outcomes that are not rejections. */
const ANSWERS: Readonly<Partial<Record<Outcome['kind'], ActivityEntry['answer']>>> = {
  accepted: 'accepted',
  later: 'failed',
};

const ACTIVITY_CAPACITY = 5_000;

/** Removing the oldest with every entry would double the writes. */
const TRIM_EVERY = 100;

type KeptLists = Readonly<{
  activity: ActivityEntry;
  log: LogEntry;
}>;

/**
 * Up to `limit` entries of a store with ascending ids, newest first; with `before`, only those with a lower
 * id.
 */
async function newestFirst<Name extends keyof KeptLists>(
  database: MatineeDatabase,
  name: Name,
  before: number | undefined,
  limit: number,
): Promise<KeptLists[Name][]> {
  const found: KeptLists[Name][] = [];
  const range = before === undefined ? null : IDBKeyRange.upperBound(before, true);
  let cursor = await database.transaction(name).store.openCursor(range, 'prev');
  while (cursor !== null && found.length < limit) {
    found.push({ ...cursor.value, id: cursor.key } as KeptLists[Name]);
    cursor = await cursor.continue();
  }
  return found;
}

/** Up to `limit` entries of the log, newest first; with `before`, only entries with a lower id. */
export async function listLog(
  { database, log }: AppContext,
  before: number | undefined,
  limit: number,
): Promise<LogEntry[]> {
  await log.flush();
  return newestFirst(database, 'log', before, limit);
}

export async function clearLog({ database, log }: AppContext): Promise<void> {
  // Entries that still wait to be written would otherwise appear after it.
  await log.flush();
  await database.clear('log');
}
