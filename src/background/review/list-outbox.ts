import { pendingOf, type Match, type OutboxEntry } from '../../core/outbox/outbox-entry';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { defined } from '../../core/values/defined';
import { accountKey } from '../account/account';
import type { AppContext } from '../context/context';
import { allEntries } from '../state/outbox-store';
import { cooldownStore } from '../state/rate-gate';

/** The entries with an update that was not sent, oldest first. */
export async function listOutbox(context: AppContext): Promise<readonly OutboxView[]> {
  const [entries, account, cooldown] = await Promise.all([
    allEntries(context),
    accountKey(context),
    cooldownStore.get(),
  ]);
  const conditions = { account, cooldownUntil: cooldown.until, now: context.now() };
  return entries.flatMap((entry) => toOutboxView(entry, conditions) ?? []);
}

interface OutboxConditions {
  /** Owner of what may be sent now; empty while nobody is signed in. */
  readonly account: string;
  /** Milliseconds since 1970, as `now`. */
  readonly cooldownUntil: number;
  readonly now: number;
}

/** An entry as people see it; `undefined` where it has nothing to send. */
function toOutboxView(
  entry: OutboxEntry,
  { account, cooldownUntil, now }: OutboxConditions,
): OutboxView | undefined {
  const pending = pendingOf(entry);
  if (pending === undefined) return undefined;
  const { id, item, siteId, attempts, match, crossing, latest, trouble } = entry;
  const { position, duration, at } = crossing ?? latest ?? pending.position;
  const retryAt = match.state === 'unmatched' ? match.retryAt : Math.max(entry.notBefore, cooldownUntil);
  return {
    id,
    state: stateOf(entry, account),
    item,
    siteId,
    position,
    duration,
    watched: crossing !== undefined,
    at,
    attempts,
    ...matchFields(match),
    ...defined({
      retryAt: retryAt > now ? retryAt : undefined,
      error: trouble && { code: trouble.code, message: trouble.message },
    }),
  };
}

function matchFields(match: Match): Pick<OutboxView, 'media' | 'confidence' | 'candidates'> {
  switch (match.state) {
    case 'matched':
      return { media: match.media, confidence: match.confidence };
    case 'review':
      return { media: match.media, confidence: match.confidence, candidates: match.candidates };
    case 'open':
    case 'unmatched':
      return {};
  }
}

function stateOf(entry: OutboxEntry, account: string): OutboxView['state'] {
  if (entry.account !== '' && account !== '' && entry.account !== account) return 'foreign';
  if (entry.match.state === 'review') return 'review';
  if (entry.match.state === 'unmatched') return 'unmatched';
  return entry.parked ? 'parked' : 'waiting';
}
