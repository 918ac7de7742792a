import type { Outcome } from '../../core/outbox/entry-change';
import type { NewEntry, OutboxEntry } from '../../core/outbox/outbox-entry';
import { dueAt, isBacklog, type Due } from '../../core/outbox/schedule';
import { scrobbleInput, type Mark } from '../../protocol/tracker/media-requests';
import { episodesOf } from '../../core/matching/episode-evidence';
import { itemKey } from '../../core/media/item-key';
import type { Media } from '../../core/media/media';
import { sessionIdOf } from '../../core/outbox/queued-entries';
import { minimumPlaySeconds } from '../../core/session/thresholds';
import { defined } from '../../core/values/defined';
import { forgetMatches, keepNote, keptNote, LONGEST_VALIDITY, noteKey } from '../account/match-cache';
import { trackerAt, tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { logActivity } from '../state/activity-log';
import {
  changeByAttempt,
  applyOutcome,
  type Next,
  attempt,
  sendConditions,
  type SendConditions,
} from './apply-outcome';
import { changeEntries, entryOf, ofTitle, storeUpdate } from '../state/outbox-store';
import { takeScrobble } from '../state/rate-gate';
import { MOST_UNWRITTEN_CHANGES, unwrittenChangesStore } from '../state/unwritten';
import { matchEntry, type MatchedEntry } from './match-entry';
import { accountKey } from '../account/account';

/** Sends the next update of one entry, after its title was matched. */
export async function sendEntry(context: AppContext, { id, blockedByEarlier }: Due): Promise<Next> {
  const conditions = await sendConditions(context);
  if (!conditions) return 'stop';
  if ((await unwrittenChangesStore.get()).length >= MOST_UNWRITTEN_CHANGES) return 'stop';
  const entry = await entryOf(context, id);
  const now = context.now();
  // The entry was dropped, parked or answered after the list was made.
  if (!entry || dueAt(entry, conditions.account, now) > now) return 'continue';
  const matched = await matchEntry(context, entry, conditions.token);
  if (matched === 'continue' || matched === 'stop') return matched;
  if (blockedByEarlier) await reopenUnmatched(context, matched.entry);
  else if (await isOutdated(context, matched))
    await changeByAttempt(context, id, { kind: 'outdated', updatedAt: entry.updatedAt });
  else return sendUpdate(context, matched, conditions);
  return 'continue';
}

/**
 * Whether a later position of the same media has been sent: another site names the title differently, or
 * failed attempts have delayed this entry. Updates of this session itself, or queued when it began, do not
 * count as later, even if the clock was set back since. A crossing is never outdated.
 */
async function isOutdated(context: AppContext, { entry, media }: MatchedEntry): Promise<boolean> {
  const { account, crossing, createdAt, updatedAt, accepted = { at: 0 } } = entry;
  const note = await keptNote(context, noteKey(account, media));
  const latest = Math.max(createdAt, updatedAt, accepted.at);
  return !crossing && (note?.expires ?? 0) > latest + LONGEST_VALIDITY;
}

/**
 * The tracker now knows a title that it did not know before: earlier viewings of it are sent first, in the
 * next round.
 */
async function reopenUnmatched(context: AppContext, { account, item }: OutboxEntry): Promise<void> {
  const reopened = (entry: OutboxEntry): OutboxEntry =>
    entry.match.state === 'unmatched' ? { ...entry, match: { state: 'open' } } : entry;
  await changeEntries(context, reopened, ofTitle(account, item));
}

async function sendUpdate(
  context: AppContext,
  matched: MatchedEntry,
  { token, baseUrl }: SendConditions,
): Promise<Next> {
  const { entry, media, pending } = matched;
  const now = context.now();
  const isDone = pending.slot === 'crossing' && (await isMarked(context, entry, media));
  if (!isDone && !(await takeScrobble(now, isBacklog(entry, now)))) return 'stop';
  const { position, duration, at } = pending.position;
  const tracker = trackerAt(context, baseUrl, async () => token);
  // No age if the clock was set back since.
  const age = Math.max(0, Math.floor((now - at) / 1_000));
  const input = { ...scrobbleInput(media, position, duration), age };
  const outcome: Outcome = isDone ? { kind: 'accepted' } : await attempt(() => tracker.scrobble(input));
  if (outcome.kind === 'gone') await orWithoutStorage(async () => forgetMatches(context, [entry.item]));
  if (outcome.kind === 'accepted') {
    if (!entry.private) await keepNote(context, noteKey(entry.account, media), entry.updatedAt);
    await queueEpisodes(context, matched);
  }
  await logActivity(context, entry, pending, outcome);
  return applyOutcome(context, entry, { pending: { ...pending, media }, outcome, token });
}

/**
 * The other episodes of a video of several episodes count as watched with the first one. Call this after the
 * tracker accepted the crossing of the first, and before that is stored: episodes that are already queued are
 * not queued again.
 */
async function queueEpisodes(context: AppContext, { entry, media, pending }: MatchedEntry): Promise<void> {
  const { item, match, createdAt } = entry;
  // If a person has chosen an episode, only that one is meant.
  if (pending.slot !== 'crossing' || match.state !== 'matched' || match.by !== 'tracker') return;
  const { account, siteId, readConfidence, private: isPrivate, page } = entry;
  for (let offset = 1; offset < episodesOf(item); offset += 1) {
    const id = `${sessionIdOf(entry.id)}+${offset}`;
    const own = { ...item, episodeNumber: (item.episodeNumber ?? 0) + offset };
    const { lastEpisodeNumber: _, episodeTitle: _title, ids: _ids, ...other } = own;
    const facts: NewEntry = { id, account, siteId, item: other, readConfidence, private: isPrivate };
    const { duration, position, at, cause } = pending.position;
    const shared = { sessionId: id, account, duration };
    const start = { ...shared, position: minimumPlaySeconds, cause, crossing: false, at: createdAt };
    await storeUpdate(context, { ...facts, ...defined({ page }) }, start);
    await storeUpdate(context, facts, { ...shared, position, cause, crossing: true, at });
    const next = episodeAfter(media, offset);
    const known = { ...match, media: next };
    await changeByAttempt(context, id, { kind: 'match', match: known, item: itemKey(other) });
  }
}

/** Another episode of the same season, of which only the number is known. */
function episodeAfter({ episodeNumber = 0, ...media }: Media, offset: number): Media {
  const { id: _, title: _title, episodeTitles: _titles, url: _url, ...series } = media;
  return { ...series, episodeNumber: episodeNumber + offset };
}

/** Tells the tracker at once how a person marks a title. Rejects with a TrackerError. */
export async function markTitle(context: AppContext, media: Media, mark: Mark): Promise<void> {
  await (await tracker(context)).mark(media, mark);
  if (mark.kind !== 'watched') return;
  const key = noteKey(await accountKey(context), media, 'marked');
  await keepNote(context, key, mark.plays > 0 ? context.now() : 0);
}

/**
 * A person marked the title as watched while it played. Its end is already in the history, and API v1 asks
 * not to report one viewing in both ways.
 */
async function isMarked(
  context: AppContext,
  { account, createdAt }: OutboxEntry,
  media: Media,
): Promise<boolean> {
  const note = await keptNote(context, noteKey(account, media, 'marked'));
  return note !== undefined && note.expires - LONGEST_VALIDITY >= createdAt;
}
