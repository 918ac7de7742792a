import { episodesOf } from '../../core/matching/episode-evidence';
import { itemKey } from '../../core/media/item-key';
import type { Media } from '../../core/media/media';
import type { NewEntry } from '../../core/outbox/outbox-entry';
import { sessionIdOf } from '../../core/outbox/session-entries';
import { minimumPlaySeconds } from '../../core/session/thresholds';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import { changeByAttempt } from '../state/change-by-attempt';
import { storeUpdate } from '../state/outbox-store';
import type { MatchedEntry } from './match-entry';

/**
 * The other episodes of a video of several are watched as the first one is. Call it when the tracker has
 * taken the crossing of the first, before that is stored: what was queued already is not queued again.
 */
export async function queueEpisodes(
  context: AppContext,
  { entry, media, pending }: MatchedEntry,
): Promise<void> {
  const { item, match, createdAt } = entry;
  // A person who has chosen an episode meant that one.
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

/** Another episode of the same season, of which no more than its number is known. */
function episodeAfter({ episodeNumber = 0, ...media }: Media, offset: number): Media {
  const { id: _, title: _title, episodeTitles: _titles, url: _url, ...series } = media;
  return { ...series, episodeNumber: episodeNumber + offset };
}
