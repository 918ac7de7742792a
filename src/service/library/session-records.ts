import { defined } from '../../core/values/defined';
import type { RatingRecord } from '../../protocol/tracker/corrections';
import type { HistoryEntry, MediaRecord, PlaybackRecord } from '../../protocol/tracker/history';
import type { ListItem } from '../../protocol/tracker/list-item';
import type { MediaRow } from '../store/media';
import type { RatingRow } from '../store/ratings';
import type { SessionRow } from '../store/sessions';
import { mediaPath, posterUrl } from './media-paths';
import type { Words } from '../texts/words';
import { subtitleText, titleText } from './media-text';

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
  const entry = toPlayback(row, origin);
  const { updatedAt, watchedAt, givesWay } = row;
  const isSame = watchedAt === null || watchedAt === updatedAt;
  const stated = { watchedAt: isSame ? entry.updatedAt : isoTime(watchedAt) };
  return Object.assign(entry, givesWay === 1 ? { ...stated, isUndated: true } : stated);
}

/** A session in a widget or in a list of a channel. */
export function toListItem(row: SessionRow, origin: string, words: Words): ListItem {
  return defined({
    type: row.type,
    title: titleText(words, row),
    url: origin + mediaPath(row),
    // Imported viewings have no length if nothing states it.
    progress: row.duration === 0 ? 1 : Math.min(1, row.progress / row.duration),
    subtitle: subtitleText(words, row),
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

/** Field by field, without copies: a page has up to 500 of them. */
export function toMediaRecord(row: MediaRow, origin: string): MediaRecord {
  const { type, tmdbId, title, year } = row;
  const record: MediaRecord = { type, url: origin + mediaPath(row) };
  if (tmdbId !== null) {
    record.tmdbId = tmdbId;
    record.posterUrl = posterUrl(origin, type, tmdbId);
  }
  if (type === 'episode') addPlace(record, row);
  if (title !== null) record.title = title;
  if (year !== null) record.year = year;
  return record;
}

function addPlace(record: MediaRecord, row: MediaRow): void {
  const { tmdbId, episodeId, seasonNumber, episodeNumber, episodeTitle } = row;
  if (tmdbId !== null) record.tvShowId = tmdbId;
  if (episodeId !== null) record.id = episodeId;
  if (seasonNumber !== null) record.seasonNumber = seasonNumber;
  if (episodeNumber !== null) record.episodeNumber = episodeNumber;
  if (episodeTitle !== null) record.episodeTitle = episodeTitle;
}

function posterOf({ type, tmdbId }: MediaRow, origin: string): string | undefined {
  return tmdbId === null ? undefined : posterUrl(origin, type, tmdbId);
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
