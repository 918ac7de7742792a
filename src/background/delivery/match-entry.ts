import { itemKey } from '../../core/media/item-key';
import type { Media } from '../../core/media/media';
import { retryDelay } from '../../core/outbox/apply-response';
import { isBacklog } from '../../core/outbox/schedule';
import { pendingOf, type Match, type OutboxEntry, type Pending } from '../../core/outbox/outbox-entry';
import type { AppContext } from '../context/context';
import { changeByAttempt } from '../state/change-by-attempt';
import { applyOutcome, type Next } from './apply-outcome';
import { attempt } from './outcome-of';
import { resolve } from './resolver';

/** An entry with an update to send, and the media to send it for. */
export interface MatchedEntry {
  readonly entry: OutboxEntry;
  readonly media: Media;
  readonly pending: Pending;
}

/**
 * Matches the entry's item, unless it is matched already. Without a match, or an update, says how to go on.
 */
export async function matchEntry(
  context: AppContext,
  entry: OutboxEntry,
  token: string,
): Promise<MatchedEntry | Next> {
  if (entry.match.state === 'matched') return sendable(entry);
  const pending = pendingOf(entry);
  if (pending === undefined) return 'continue';
  // A player may have stated the stream as shorter at the start.
  const { duration } = entry.crossing ?? entry.latest ?? pending.position;
  let match: Match | undefined;
  const outcome = await attempt(async () => {
    match = await resolve(context, {
      item: entry.item,
      readConfidence: entry.readConfidence,
      duration,
      isBacklog: isBacklog(entry, context.now()),
    });
  });
  if (outcome.kind !== 'accepted') return applyOutcome(context, entry, { pending, outcome, token });
  if (match === undefined) return 'stop';
  const after = await storeMatchOf(context, entry, match);
  return after === undefined ? 'continue' : sendable(after);
}

async function storeMatchOf(
  context: AppContext,
  entry: OutboxEntry,
  match: Match,
): Promise<OutboxEntry | undefined> {
  const { id: sessionId, siteId } = entry;
  context.log.info('title-matched', { detail: match.state, siteId, sessionId, private: entry.private });
  const known: Match =
    match.state === 'unmatched'
      ? { ...match, retryAt: retryDelay(match.retryAt, entry, context.now()) }
      : match;
  return changeByAttempt(context, sessionId, { kind: 'match', match: known, item: itemKey(entry.item) });
}

function sendable(entry: OutboxEntry): MatchedEntry | Next {
  const pending = pendingOf(entry);
  if (pending === undefined || entry.match.state !== 'matched') return 'continue';
  return { entry, media: entry.match.media, pending };
}
