import { defined } from '../core/values/defined';
import type { MediaIds } from '../core/library/media-key';
import type { RatingRecord } from '../protocol/tracker/corrections';
import type { HistoryEntry, MediaRecord } from '../protocol/tracker/history';
import type { WidgetItem } from '../protocol/tracker/widgets';
import type { LibraryPlaying, StoredName, LibraryRating, Watch } from './database';

/** A film or an episode in the forms of `GET /matinee/history`. */
export function toMediaRecord(ids: MediaIds, name: StoredName | undefined): MediaRecord {
  const { type, tmdbId, episodeId, seasonNumber, episodeNumber } = ids;
  const { title, episodeTitle, year } = name ?? {};
  return defined({
    type,
    tmdbId,
    tvShowId: type === 'episode' ? tmdbId : undefined,
    id: episodeId,
    seasonNumber,
    episodeNumber,
    title,
    episodeTitle,
    year,
  });
}

export function toHistoryEntry(watch: Watch, name: StoredName | undefined): HistoryEntry {
  const { id, ids, progress, duration, startedAt, updatedAt, watchedAt } = watch;
  return {
    id,
    media: toMediaRecord(ids, name),
    progress,
    duration,
    watched: true,
    startedAt: isoTime(startedAt),
    updatedAt: isoTime(updatedAt),
    watchedAt: isoTime(watchedAt),
  };
}

export function toRating(
  { ids, rating, ratedAt }: LibraryRating,
  name: StoredName | undefined,
): RatingRecord {
  return { media: toMediaRecord(ids, name), rating, ratedAt: isoTime(ratedAt) };
}

type Listed = Pick<LibraryPlaying, 'ids'> &
  Partial<Pick<LibraryPlaying, 'progress' | 'duration' | 'updatedAt' | 'watchedAt'>>;

/** An entry of a list in the popup; without a name it is shown by its id. */
export function toWidgetItem(entry: Listed, name: StoredName | undefined): WidgetItem {
  const { ids, progress, duration } = entry;
  const { type, tmdbId, episodeId, seasonNumber, episodeNumber } = ids;
  return defined({
    type,
    id: type === 'movie' ? tmdbId : episodeId,
    tmdbId: type === 'movie' ? tmdbId : undefined,
    tvShowId: type === 'episode' ? tmdbId : undefined,
    seasonNumber,
    episodeNumber,
    title: name?.title ?? `#${String(tmdbId ?? episodeId)}`,
    subtitle: name?.episodeTitle,
    year: name?.year,
    progress,
    duration,
    ...timesOf(entry),
  });
}

function timesOf({ updatedAt, watchedAt }: Listed) {
  return {
    updatedAt: updatedAt === undefined ? undefined : isoTime(updatedAt),
    watchedAt: watchedAt === undefined ? undefined : isoTime(watchedAt),
  };
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
