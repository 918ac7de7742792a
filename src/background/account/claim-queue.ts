import { itemKey } from '../../core/media/item-key';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { isLaterOfSession } from '../../core/outbox/session-entries';
import { isCrossing } from '../../core/session/watched-threshold';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/storage-trouble';
import { listActivity } from '../state/activity-log';
import { recentlyWatchedStore } from '../state/evidence-stores';
import { changeEntries } from '../state/outbox-store';
import { accountKey } from './account';
import { claimNotes } from './match-cache';

/**
 * Gives the account that has signed in what was recorded while nobody was, and a new attempt for what its old
 * token could not send.
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
 * The person's decision about what an earlier sign-in left: sent with the present account, or dropped. While
 * nobody is signed in, what was watched without an account can be dropped, which the next sign-in would get.
 */
export async function decideForeignQueue(context: AppContext, send: boolean): Promise<void> {
  const key = await accountKey(context);
  if (key === '' && send) return;
  const watched = await recentlyWatchedStore.get();
  const accepted = await acceptedLately(context);
  // Sites name a title in different ways: what was watched later is known by its media too.
  if (send) await orWithoutStorage(async () => claimNotes(context, key));
  await changeEntries(context, (entry) => {
    if ((entry.account === key) !== (key === '')) return entry;
    const title = itemKey(entry.item);
    // After the end of the same title an earlier position would begin a viewing that did not happen, and
    // after a later position it would be wrong. An earlier end is another viewing, unless what was watched
    // since is its rest.
    const isWatched = Object.hasOwn(watched, title);
    const isOld = entry.crossing
      ? isWatched && isEndedSince(entry, accepted)
      : isWatched || isOvertaken(entry, accepted);
    return send && !isOld ? { ...entry, account: key, notBefore: 0 } : undefined;
  });
}

/**
 * Whether the tracker has accepted what was played later: by the clock, or where that was set back, of a
 * later entry of the same session.
 */
function isOvertaken({ id, item, updatedAt }: OutboxEntry, accepted: readonly ActivityEntry[]): boolean {
  const title = itemKey(item);
  return accepted.some(
    (line) => (line.at > updatedAt && itemKey(line.item) === title) || isLaterOfSession(line.entry, id),
  );
}

/** What was accepted since is the rest of the title, to its end: no rewatch, which has a first half. */
function isEndedSince({ item, updatedAt }: OutboxEntry, accepted: readonly ActivityEntry[]): boolean {
  const title = itemKey(item);
  const since = accepted.filter((line) => line.at > updatedAt && itemKey(line.item) === title);
  return (
    since.some(({ position, duration }) => isCrossing(position, duration)) &&
    since.every(({ position, duration }) => position > duration / 2)
  );
}

/** The updates that the tracker has accepted lately. */
async function acceptedLately(context: AppContext): Promise<readonly ActivityEntry[]> {
  const lines = await listActivity(context, undefined, SENT_LATELY);
  return lines.filter(({ answer }) => answer === 'accepted');
}

/** Updates: those of some days. */
const SENT_LATELY = 500;
