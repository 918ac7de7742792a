import type { Outcome } from '../../core/outbox/apply-response';
import { pendingOf, type OutboxEntry, type Pending } from '../../core/outbox/outbox-entry';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { AppContext } from '../context/context';

const most = 5_000;

/** Notes what was sent and what came back, for the person to check. The newest 5,000; never the token. */
export async function logActivity(
  { database, now }: AppContext,
  entry: OutboxEntry,
  { slot, position }: Pending,
  outcome: Outcome,
): Promise<void> {
  const trouble = 'trouble' in outcome ? outcome.trouble : undefined;
  const id = await database.add('activity', {
    at: now(),
    sessionId: entry.id,
    siteId: entry.siteId,
    item: entry.item,
    ...(entry.match.state === 'matched' ? { media: entry.match.media } : {}),
    position: position.position,
    duration: position.duration,
    cause: slot === 'crossing' ? 'crossing' : position.cause,
    answer: answerOf(outcome),
    ...(trouble?.status === undefined ? {} : { status: trouble.status }),
    ...(trouble === undefined ? {} : { code: trouble.code, message: trouble.message }),
  });
  if (id % 100 === 0) await database.delete('activity', IDBKeyRange.upperBound(id - most));
}

/** The outbox was full, and this had to make room. */
export async function logDropped({ database, now }: AppContext, entry: OutboxEntry): Promise<void> {
  const { position = 0, duration = 0 } = pendingOf(entry)?.position ?? {};
  const { id: sessionId, siteId, item } = entry;
  await database.add('activity', {
    at: now(),
    sessionId,
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

/** The newest first; `before` is the id to go on from. */
export async function listActivity(
  { database }: AppContext,
  before: number | undefined,
  limit: number,
): Promise<readonly ActivityEntry[]> {
  const found: ActivityEntry[] = [];
  const range = before === undefined ? null : IDBKeyRange.upperBound(before, true);
  let cursor = await database.transaction('activity').store.openCursor(range, 'prev');
  while (cursor !== null && found.length < limit) {
    found.push({ ...cursor.value, id: cursor.key });
    cursor = await cursor.continue();
  }
  return found;
}

function answerOf(outcome: Outcome): ActivityEntry['answer'] {
  switch (outcome.kind) {
    case 'accepted':
    case 'conflict':
      return 'accepted';
    case 'gone':
    case 'refused':
    case 'signed-out':
      return 'rejected';
    case 'later':
    case 'malformed':
      return 'failed';
  }
}
