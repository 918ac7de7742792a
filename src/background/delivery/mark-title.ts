import type { Media } from '../../core/media/media';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { Mark } from '../../protocol/tracker/mark-request';
import { accountKey } from '../account/account';
import { keepNote, keptNote, LONGEST_VALIDITY, noteKey } from '../account/match-cache';
import { tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';

/** Tells the tracker at once how a person marks a title. Rejects with a TrackerError. */
export async function markTitle(context: AppContext, media: Media, mark: Mark): Promise<void> {
  await (await tracker(context)).mark(media, mark);
  if (mark.kind !== 'watched') return;
  const key = markKey(await accountKey(context), media);
  await keepNote(context, key, mark.plays > 0 ? context.now() : 0);
}

/**
 * A person marked the title as watched while it played. Its end is already in the history, and API v1 asks
 * not to report one viewing in both ways.
 */
export async function isMarked(
  context: AppContext,
  { account, createdAt }: OutboxEntry,
  media: Media,
): Promise<boolean> {
  const note = await keptNote(context, markKey(account, media));
  return note !== undefined && note.expires - LONGEST_VALIDITY >= createdAt;
}

function markKey(account: string, { type, tmdbId, id, seasonNumber, episodeNumber }: Media): string {
  return noteKey(account, ['marked', type, tmdbId ?? `#${String(id)}`, seasonNumber, episodeNumber]);
}
