import type { Item } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import { dueAt, type Due } from '../../core/outbox/schedule';
import { scrobbleInput } from '../../tracker/scrobble-input';
import { forgetMatch } from '../account/match-cache';
import { tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';
import { logActivity } from '../state/activity-log';
import { changeEntries, entryOf } from '../state/outbox-store';
import { cooldownStore, takeScrobble } from '../state/rate-gate';
import { applyOutcome, type Next } from './apply-outcome';
import { matchEntry, type MatchedEntry } from './match-entry';
import { attempt } from './outcome-of';
import { sendConditions, type SendConditions } from './send-conditions';

/** Sends the next update of one entry, after its title was matched. */
export async function sendEntry(context: AppContext, { id, blockedByEarlier }: Due): Promise<Next> {
  const conditions = await sendConditions(context);
  if (conditions === undefined) return 'stop';
  const entry = await entryOf(context, id);
  const now = context.now();
  // Dropped, parked or answered since the list was made.
  if (entry === undefined || dueAt(entry, conditions.account, now) > now) return 'continue';
  const matched = await matchEntry(context, entry, conditions.token);
  if (matched === 'continue' || matched === 'stop') return matched;
  if (!blockedByEarlier) return sendUpdate(context, matched, conditions);
  await reopenUnmatched(context, matched.entry.item);
  return 'continue';
}

/** The tracker now knows a title that it did not: earlier viewings of it go first, in the next round. */
async function reopenUnmatched(context: AppContext, item: Item): Promise<void> {
  const key = itemKey(item);
  await changeEntries(context, (entry) =>
    entry.match.state === 'unmatched' && itemKey(entry.item) === key
      ? { ...entry, match: { state: 'open' } }
      : entry,
  );
}

async function sendUpdate(
  context: AppContext,
  { entry, media, pending }: MatchedEntry,
  { token, cooldown }: SendConditions,
): Promise<Next> {
  const waitSeconds = await takeScrobble(context.now());
  if (waitSeconds > 0) {
    await cooldownStore.set({ ...cooldown, until: context.now() + waitSeconds * 1000 });
    return 'stop';
  }
  const { position, duration } = pending.position;
  const outcome = await attempt(async () =>
    (await tracker(context)).scrobble(scrobbleInput(media, position, duration)),
  );
  if (outcome.kind === 'gone') await forgetMatch(context, entry.item);
  await logActivity(context, entry, pending, outcome);
  return applyOutcome(context, entry, { pending: { ...pending, media }, outcome, token });
}
