import type { Outcome } from '../../core/outbox/apply-response';
import { pendingOf, type OutboxEntry, type Pending } from '../../core/outbox/outbox-entry';
import { sessionIdOf } from '../../core/outbox/session-entries';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import { newestFirst } from './newest-first';

/**
 * Records an update that was sent, with its answer. Keeps the newest 5,000. Nothing is recorded about an
 * entry that was deleted while its update was under way: everything may have been erased.
 */
export async function logActivity(
  { database, now }: AppContext,
  entry: OutboxEntry,
  { slot, position }: Pending,
  outcome: Outcome,
): Promise<void> {
  if ((await database.getKey('outbox', entry.id)) === undefined) return;
  const trouble = 'trouble' in outcome ? outcome.trouble : undefined;
  const id = await database.add('activity', {
    at: now(),
    sessionId: sessionIdOf(entry.id),
    siteId: entry.siteId,
    item: entry.item,
    position: position.position,
    duration: position.duration,
    cause: slot === 'crossing' ? 'crossing' : position.cause,
    answer: ANSWERS[outcome.kind],
    ...defined({
      media: entry.match.state === 'matched' ? entry.match.media : undefined,
      page: entry.page,
      status: trouble?.status,
      code: trouble?.code,
      message: trouble?.message,
    }),
  });
  if (id % TRIM_EVERY === 0)
    await database.delete('activity', IDBKeyRange.upperBound(id - ACTIVITY_CAPACITY));
}

/** Records an update that was removed unsent, because the outbox was full. */
export async function logDropped({ database, now }: AppContext, entry: OutboxEntry): Promise<void> {
  const { position = 0, duration = 0 } = pendingOf(entry)?.position ?? {};
  const { id, siteId, item } = entry;
  await database.add('activity', {
    at: now(),
    sessionId: sessionIdOf(id),
    siteId,
    item,
    position,
    duration,
    cause: 'leave',
    answer: 'rejected',
    code: 'outbox-full',
    message: 'The outbox was full.',
  });
}

/** Up to `limit` entries, newest first; with `before`, only entries with a lower id. */
export function listActivity(
  { database }: AppContext,
  before: number | undefined,
  limit: number,
): Promise<readonly ActivityEntry[]> {
  return newestFirst(database, 'activity', before, limit);
}

export function clearActivity({ database }: AppContext): Promise<void> {
  return database.clear('activity');
}

const ANSWERS: Readonly<Record<Outcome['kind'], ActivityEntry['answer']>> = {
  accepted: 'accepted',
  gone: 'rejected',
  refused: 'rejected',
  'signed-out': 'rejected',
  later: 'failed',
};

const ACTIVITY_CAPACITY = 5_000;
/** Removing the oldest with every entry would double the writes. */
const TRIM_EVERY = 100;
