import type { Outcome } from '../../core/outbox/apply-response';
import {
  pendingOf,
  type DeliveryError,
  type OutboxEntry,
  type Pending,
  type Position,
} from '../../core/outbox/outbox-entry';
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
  context: AppContext,
  entry: OutboxEntry,
  { slot, position }: Pending,
  outcome: Outcome,
): Promise<void> {
  const { database } = context;
  if ((await database.getKey('outbox', entry.id)) === undefined) return;
  const trouble = 'trouble' in outcome ? outcome.trouble : {};
  const id = await add(context, entry, position, {
    cause: slot === 'crossing' ? 'crossing' : position.cause,
    answer: ANSWERS[outcome.kind] ?? 'rejected',
    ...trouble,
  });
  if (id % TRIM_EVERY === 0)
    await database.delete('activity', IDBKeyRange.upperBound(id - ACTIVITY_CAPACITY));
}

/** Records an update that was removed unsent, because the outbox was full. */
export async function logDropped(context: AppContext, entry: OutboxEntry): Promise<void> {
  const position = pendingOf(entry)?.position ?? { position: 0, duration: 0 };
  await add(context, entry, position, {
    cause: 'leave',
    answer: 'rejected',
    code: 'outbox-full',
  });
}

/** Returns its id. */
function add(
  { database, now }: AppContext,
  { id, siteId, item, match, page }: OutboxEntry,
  { position, duration }: Pick<Position, 'position' | 'duration'>,
  answer: Pick<ActivityEntry, 'cause' | 'answer'> & Partial<DeliveryError>,
): Promise<number> {
  return database.add('activity', {
    at: now(),
    sessionId: sessionIdOf(id),
    siteId,
    item,
    position,
    duration,
    ...answer,
    ...defined({ media: match.state === 'matched' ? match.media : undefined, page }),
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

/** Of the outcomes that are no rejection. */
const ANSWERS: Readonly<Partial<Record<Outcome['kind'], ActivityEntry['answer']>>> = {
  accepted: 'accepted',
  later: 'failed',
};

const ACTIVITY_CAPACITY = 5_000;
/** Removing the oldest with every entry would double the writes. */
const TRIM_EVERY = 100;
