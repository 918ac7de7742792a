import { isNamed } from '../../core/matching/judge';
import { itemKey } from '../../core/media/item-key';
import type { Media } from '../../core/media/media';
import { retryDelay } from '../../core/outbox/entry-change';
import { isBacklog } from '../../core/outbox/schedule';
import { pendingOf, type Match, type OutboxEntry, type Pending } from '../../core/outbox/outbox-entry';
import { extentOf, isAdLength, type Extent } from '../../core/session/deferred-crossing';
import type { AppContext } from '../context/context';
import { changeByAttempt, applyOutcome, type Next, attempt } from './apply-outcome';
import { resolve } from './resolver';

/** An entry with an update to send, and the matched media. */
export type MatchedEntry = Readonly<{
  entry: OutboxEntry;
  media: Media;
  pending: Pending;
}>;

/**
 * Matches the entry's item, unless it is matched already. Without a match or an update, the result says how
 * to continue.
 */
export async function matchEntry(
  context: AppContext,
  entry: OutboxEntry,
  token: string,
): Promise<MatchedEntry | Next> {
  if (entry.match.state === 'matched') return sendable(entry);
  const pending = pendingOf(entry);
  if (pending === undefined) return 'continue';
  // The player may have stated too short a duration at first.
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
  const extent = extentIn(entry, match, duration);
  if (isForNobody(entry, extent, duration)) {
    await changeByAttempt(context, entry.id, { kind: 'outdated', updatedAt: entry.updatedAt });
    return 'continue';
  }
  const after = await storeMatchOf(context, entry, toReview(match, extent));
  return after === undefined ? 'continue' : sendable(after);
}

/**
 * The relation of the medium to the matched work. If the page does not name the work, the length says
 * nothing. A person's correction needs no length, and has no evidence.
 */
function extentIn({ crossing, item }: OutboxEntry, match: Match, duration: number): Extent {
  return 'media' in match && crossing?.cause !== 'asked' && isNamed(match)
    ? extentOf(item.type, duration, [item.runtime, match.media.runtime])
    : 'whole';
}

/**
 * Whether this position concerns nobody. The position of a medium that may not be the work says nothing. A
 * clip as short as an advertisement is never recorded, even if seen to its end; about any other clip the
 * person is asked.
 */
function isForNobody({ crossing }: OutboxEntry, extent: Extent, duration: number): boolean {
  return extent !== 'whole' && (crossing === undefined || (extent === 'clip' && isAdLength(duration)));
}

function toReview(match: Match, extent: Extent): Match {
  if (extent === 'whole' || match.state !== 'matched') return match;
  const evidence = [...(match.evidence ?? []), { kind: `runtime-${extent}` as const }];
  return { ...match, state: 'review', evidence, candidates: [] };
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
