import { pendingOf, type Match, type OutboxEntry } from '../../core/outbox/outbox-entry';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { shownState, unsentGroups } from '../../core/outbox/queued-entries';
import { defined } from '../../core/values/defined';
import { accountKey } from '../account/account';
import type { AppContext } from '../context/context';
import { accountsOfQueue, placesOf, readQueue } from '../state/outbox-queue';
import { currentCooldown } from '../state/rate-gate';
import { unwrittenChangesStore, withUnwritten } from '../state/unwritten';

/**
 * The entries with an unsent update: up to `limit` of each group and account, most urgent first.
 * `countsStore` has their total number.
 */
export async function listOutbox(
  context: AppContext,
  { limit = 50 }: Readonly<{ limit?: number | undefined }> = {},
): Promise<OutboxView[]> {
  const [accounts, account, cooldown, kept] = await Promise.all([
    accountsOfQueue(context),
    accountKey(context),
    currentCooldown(),
    unwrittenChangesStore.get(),
  ]);
  const conditions = { cooldownUntil: cooldown.until, now: context.now() };
  const read = accounts.flatMap((owner) =>
    unsentGroups.map(async (group) => {
      const state = shownState(group, owner, account);
      const entries = await readQueue(context, [placesOf(owner, group)], limit);
      return entries.flatMap((entry) => toOutboxView(withUnwritten(entry, kept), state, conditions) ?? []);
    }),
  );
  return (await Promise.all(read)).flat();
}

type OutboxConditions = Readonly<{
  /** Milliseconds since 1970, as `now`. */
  cooldownUntil: number;
  now: number;
}>;

/** An entry as people see it; `undefined` if it has nothing to send. */
function toOutboxView(
  entry: OutboxEntry | undefined,
  state: OutboxView['state'],
  { cooldownUntil, now }: OutboxConditions,
): OutboxView | undefined {
  const pending = entry && pendingOf(entry);
  if (entry === undefined || pending === undefined) return undefined;
  const { id, account, item, siteId, attempts, match, crossing, latest, trouble } = entry;
  const { position, duration, at } = crossing ?? latest ?? pending.position;
  const sendAt = state === 'waiting' ? Math.max(entry.notBefore, cooldownUntil) : 0;
  const retryAt = match.state === 'unmatched' ? match.retryAt : sendAt;
  return {
    id,
    account,
    state,
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

function matchFields(
  match: Match,
): Pick<OutboxView, 'media' | 'confidence' | 'candidates' | 'evidence' | 'ambiguous'> {
  switch (match.state) {
    case 'matched':
      return { media: match.media, confidence: match.confidence };
    case 'review': {
      const { media, confidence, candidates, evidence, ambiguous } = match;
      return { media, confidence, candidates, ...defined({ evidence, ambiguous }) };
    }
    case 'open':
    case 'unmatched':
      return {};
  }
}
