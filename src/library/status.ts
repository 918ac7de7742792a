import { mediaKey } from '../core/library/media-key';
import { defined } from '../core/values/defined';
import type { MediaStatus, StatusItem } from '../protocol/tracker/media-status';
import type { LibraryDatabase } from './database';
import { markKey } from './marks';
import { isoTime } from './records';

/** The person's status of these titles, with the API's field names. */
export async function mediaStatuses(
  database: LibraryDatabase,
  items: StatusItem[],
): Promise<Record<string, MediaStatus>> {
  const statuses: Record<string, MediaStatus> = {};
  for (const item of items) {
    const name = nameOf(item);
    if (name !== undefined) statuses[name] = await statusOf(database, item.type, name);
  }
  return statuses;
}

/** `movie:603`, `tv:1396`, `episode:1396:1:2`, or `episode:62085` where only its own id is stated. */
function nameOf({ type, id, tmdbId, seasonNumber, episodeNumber }: StatusItem): string | undefined {
  const work = id ?? tmdbId;
  if (type !== 'episode') return work == null ? undefined : `${type}:${String(work)}`;
  const place = defined({
    tmdbId: tmdbId ?? undefined,
    seasonNumber: seasonNumber ?? undefined,
    episodeNumber: episodeNumber ?? undefined,
  });
  const isNamed = Object.keys(place).length === 3 || id != null;
  return isNamed ? mediaKey({ type, ...place, ...defined({ episodeId: id ?? undefined }) }) : undefined;
}

async function statusOf(
  database: LibraryDatabase,
  type: StatusItem['type'],
  name: string,
): Promise<MediaStatus> {
  const media = type === 'tv' ? `show:${name.slice(3)}` : name;
  const [watches, playing, rating, listed, liked] = await Promise.all([
    database.getAllFromIndex('watches', 'media', media),
    database.get('progress', media),
    database.get('ratings', media),
    database.getKey('marks', markKeyOf('watchlist', media)),
    database.getKey('marks', markKeyOf('favorites', media)),
  ]);
  const last = Math.max(...watches.map(({ watchedAt }) => watchedAt));
  const open = playing?.watchedAt === undefined ? playing : undefined;
  return defined({
    watched: watches.length > 0,
    rewatchCount: Math.max(0, watches.length - 1),
    watchedAt: watches.length === 0 ? undefined : isoTime(last),
    inWatchlist: listed !== undefined,
    isFavorite: liked !== undefined,
    rating: rating === undefined ? null : Math.round(rating.rating),
    progress: open?.progress,
    duration: open?.duration,
    inProgress: open !== undefined,
  });
}

function markKeyOf(shelf: 'watchlist' | 'favorites', media: string): string {
  const [kind = '', id] = media.split(':');
  return markKey(shelf, kind, Number(id));
}
