import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import { posterMac } from '../secrets/secret';
import { defined } from '../../core/values/defined';
import type { RatingRecord } from '../../protocol/tracker/corrections';
import type { HistoryEntry, MediaRecord, PlaybackRecord } from '../../protocol/tracker/history';
import type { ListItem } from '../../protocol/tracker/widgets';
import type { MediaRow } from '../store/media';
import type { RatingRow } from '../store/ratings';
import type { MediaCandidate } from '../../protocol/tracker/resolve';
import { type Title, describeTitle } from '../catalogue/catalogue';

/** The title that people read. A title that the catalogue does not know is named by its id: `Film 10378`. */
export function titleText(
  words: Words,
  { type, title, tmdbId, episodeId }: Pick<SessionRow, 'type' | 'title' | 'tmdbId' | 'episodeId'>,
): string {
  if (title !== null) return title;
  if (type === 'movie') return words.text('film_id', String(tmdbId));
  return tmdbId === null
    ? words.text('episode_id', String(episodeId))
    : words.text('series_id', String(tmdbId));
}

export type Numbered = Readonly<{
  type: 'movie' | 'episode';
  year?: number | null | undefined;
  seasonNumber?: number | null | undefined;
  episodeNumber?: number | null | undefined;
  episodeTitle?: string | null | undefined;
}>;

/** The second line: the year of a film, `S1 E2 · Grilled` of an episode. */
export function subtitleText(words: Words, { type, year, ...episode }: Numbered): string | undefined {
  if (type === 'movie') return year == null ? undefined : String(year);
  const parts = [episodeCode(words, episode), episode.episodeTitle ?? undefined];
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}

/** `S1 E2`; `undefined`: the place in the series is not known. */
export function episodeCode(
  words: Words,
  { seasonNumber, episodeNumber }: Pick<Numbered, 'seasonNumber' | 'episodeNumber'>,
): string | undefined {
  if (seasonNumber == null || episodeNumber == null) return undefined;
  return words.text('season_episode', String(seasonNumber), String(episodeNumber));
}

/** The person for whom a list is made. */
export type Reader = Readonly<{
  userId: string;
  /** Origin of links. */
  origin: string;
  words: Words;
}>;

type MediaAddress = Readonly<{
  type: 'movie' | 'episode';
  /** The film, or the series. */
  tmdbId: number | null;
  episodeId?: number | null;
  seasonNumber?: number | null;
  episodeNumber?: number | null;
}>;

/** The path of the page about a film or episode. */
export function mediaPath(media: MediaAddress): string {
  const { type, tmdbId, episodeId, seasonNumber, episodeNumber } = media;
  if (type === 'movie') return `/media/movie/${String(tmdbId)}`;
  if (tmdbId === null || seasonNumber == null || episodeNumber == null)
    return `/media/episode/${String(episodeId)}`;
  return `/media/episode/${String(tmdbId)}/${String(seasonNumber)}/${String(episodeNumber)}`;
}

/** The address of a poster. `posterMac` signs it with the key that `withPosterKey` provides. */
export function posterUrl(origin: string, type: 'movie' | 'episode', tmdbId: number): string {
  const work = `${type === 'movie' ? 'movie' : 'show'}/${String(tmdbId)}`;
  return `${origin}/poster/${work}?k=${posterMac(work)}`;
}

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

/** A film or an episode. Sets field by field instead of copying objects: a page has up to 500 records. */
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

/** A title of the catalogue in `data` of `/matinee/resolve`, with its picture and its page here. */
export function toCandidate(title: Title, origin: string): MediaCandidate {
  const { type, tmdbId } = title;
  const links = { posterUrl: posterUrl(origin, type, tmdbId), url: origin + mediaPath(title) };
  return defined({ ...describeTitle(title), ...links });
}

/** A title of the catalogue in a widget or in a list of a channel; without progress. */
export function titleToListItem(title: Title, origin: string, words: Words): ListItem {
  const { type, tmdbId } = title;
  return defined({
    type,
    title: title.title,
    tmdbId,
    posterUrl: posterUrl(origin, type, tmdbId),
    url: origin + mediaPath(title),
    subtitle: subtitleText(words, title),
  });
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
