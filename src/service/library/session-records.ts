import { defined } from '../../core/values/defined';
import type { RatingRecord } from '../../protocol/tracker/corrections';
import type { HistoryEntry, MediaRecord, PlaybackRecord } from '../../protocol/tracker/history';
import type { ListItem } from '../../protocol/tracker/list-item';
import type { MediaRow } from '../store/media';
import type { RatingRow } from '../store/ratings';
import type { SessionRow } from '../store/sessions';
import { mediaPath, posterUrl } from './media-paths';
import { subtitleOf, titleOf } from './media-text';

/** A session in `data` of `/progress`. */
export function toPlayback(row: SessionRow, origin: string): PlaybackRecord {
  return {
    id: row.id,
    media: toMediaRecord(row, origin),
    progress: row.progress,
    duration: row.duration,
    watched: row.watchedAt !== null,
    startedAt: isoTime(row.startedAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

/** A watched session in `data` of `/history`. */
export function toHistoryEntry(row: SessionRow, origin: string): HistoryEntry {
  return { ...toPlayback(row, origin), watchedAt: isoTime(row.watchedAt ?? row.updatedAt) };
}

/** A session in a widget or in a list of a channel. */
export function toListItem(row: SessionRow, origin: string): ListItem {
  return defined({
    type: row.type,
    title: titleOf(row),
    url: origin + mediaPath(row),
    // Imported viewings have no length where nothing states it.
    progress: row.duration === 0 ? 1 : Math.min(1, row.progress / row.duration),
    subtitle: subtitleOf(row),
    tmdbId: row.tmdbId ?? undefined,
    posterUrl: posterOf(row, origin),
    watchedAt: row.watchedAt === null ? undefined : isoTime(row.watchedAt),
  });
}

/** A rating in `data` of `/ratings`. */
export function toRating(row: RatingRow, origin: string): RatingRecord {
  const { rating, ratedAt } = row;
  return { media: toMediaRecord(row, origin), rating, ratedAt: isoTime(ratedAt) };
}

export function toMediaRecord(row: MediaRow, origin: string): MediaRecord {
  const tmdbId = row.tmdbId ?? undefined;
  return defined({
    type: row.type,
    url: origin + mediaPath(row),
    tmdbId,
    posterUrl: posterOf(row, origin),
    tvShowId: row.type === 'episode' ? tmdbId : undefined,
    id: row.episodeId ?? undefined,
    seasonNumber: row.seasonNumber ?? undefined,
    episodeNumber: row.episodeNumber ?? undefined,
    title: row.title ?? undefined,
    episodeTitle: row.episodeTitle ?? undefined,
    year: row.year ?? undefined,
  });
}

function posterOf({ type, tmdbId }: MediaRow, origin: string): string | undefined {
  return tmdbId === null ? undefined : posterUrl(origin, type, tmdbId);
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
