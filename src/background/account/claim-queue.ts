import { itemKey } from '../../core/media/item-key';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { isLaterOfSession } from '../../core/outbox/queued-entries';
import { isCrossing } from '../../core/session/watched-threshold';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { listActivity } from '../state/activity-log';
import { recentlyWatchedStore } from '../state/evidence-stores';
import { changeEntries } from '../state/outbox-store';
import { accountKey } from './account';
import { claimNotes } from './match-cache';

/**
 * Gives the account that has just signed in what was recorded while nobody was signed in, and a new attempt
 * for entries that its old token could not send.
 */
export function claimQueue(context: AppContext, key: string): Promise<void> {
  return changeEntries(context, (entry) => claim(entry, key));
}

function claim(entry: OutboxEntry, key: string): OutboxEntry {
  if (entry.account !== '' && entry.account !== key) return entry;
  const refused = entry.trouble?.code === 'unauthorized' || entry.trouble?.code === 'forbidden';
  if (!refused) return entry.account === key ? entry : { ...entry, account: key };
  const { trouble: _, ...rest } = entry;
  return { ...rest, account: key, parked: false, notBefore: 0 };
}

/**
 * The person's decision about entries of an earlier sign-in: send them with the present account, or drop
 * them. While nobody is signed in, entries without an account can be dropped as well; otherwise the next
 * sign-in would get them.
 */
export async function decideForeignQueue(context: AppContext, send: boolean): Promise<void> {
  const key = await accountKey(context);
  if (key === '' && send) return;
  const watched = await recentlyWatchedStore.get();
  const accepted = await acceptedLately(context);
  // Sites name a title in different ways, so later viewings are recognized by their media too.
  if (send) await orWithoutStorage(async () => claimNotes(context, key));
  await changeEntries(context, (entry) => {
    if ((entry.account === key) !== (key === '')) return entry;
    const title = itemKey(entry.item);
    // An earlier position is not sent after the end of the same title, where it would begin a viewing that
    // did not happen, nor after a later position, where it would be wrong. An earlier end is a viewing of its
    // own, unless later playback was the rest of that viewing.
    const isWatched = Object.hasOwn(watched, title);
    const isOld = entry.crossing
      ? isWatched && isEndedSince(entry, accepted)
      : isWatched || isOvertaken(entry, accepted);
    return send && !isOld ? { ...entry, account: key, notBefore: 0 } : undefined;
  });
}

/**
 * Whether the tracker has accepted something played later. Compares by the clock; if that was set back, by a
 * later entry of the same session.
 */
function isOvertaken({ id, item, updatedAt }: OutboxEntry, accepted: ActivityEntry[]): boolean {
  const title = itemKey(item);
  return accepted.some(
    (line) => (line.at > updatedAt && itemKey(line.item) === title) || isLaterOfSession(line.entry, id),
  );
}

/**
 * What the tracker has accepted since is the rest of the title, to its end. It is no rewatch, because a
 * rewatch has a first half.
 */
function isEndedSince({ item, updatedAt }: OutboxEntry, accepted: ActivityEntry[]): boolean {
  const title = itemKey(item);
  const since = accepted.filter((line) => line.at > updatedAt && itemKey(line.item) === title);
  return (
    since.some(({ position, duration }) => isCrossing(position, duration)) &&
    since.every(({ position, duration }) => position > duration / 2)
  );
}

/** The updates that the tracker has accepted recently. */
async function acceptedLately(context: AppContext): Promise<ActivityEntry[]> {
  const lines = await listActivity(context, undefined, SENT_LATELY);
  return lines.filter(({ answer }) => answer === 'accepted');
}

/** Number of updates; enough for some days. */
const SENT_LATELY = 500;
