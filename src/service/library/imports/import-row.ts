import type { MediaType } from '../../../core/media/item';
import type { KeptItem, KeptPart } from '../../store/kept-parts';
import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';

/** A viewing or a rating as a file states it. Times are milliseconds since 1970. */
export type ImportRow = Readonly<{
  type: MediaType;
  /** The film, or the series. */
  tmdbId?: number | undefined;
  /** The id of the film, or of the series. */
  imdbId?: string | undefined;
  /** The id of the series at thetvdb.com. */
  tvdbId?: number | undefined;
  /** The episode's own id at thetvdb.com, whose order its numbers follow. */
  tvdbEpisodeId?: number | undefined;
  /** The episode's own id at the film database. */
  episodeId?: number | undefined;
  /** The title of the film, or of the series. */
  title?: string | undefined;
  year?: number | undefined;
  seasonNumber?: number | undefined;
  episodeNumber?: number | undefined;
  episodeTitle?: string | undefined;
  /** The whole text of the file, for an episode whose title was split by guess. */
  wholeTitle?: string | undefined;
  /** Absent: the row is no viewing. */
  watchedAt?: number | undefined;
  startedAt?: number | undefined;
  /** Seconds. */
  duration?: number | undefined;
  progress?: number | undefined;
  /** 1 to 10 in steps of 0.5. */
  rating?: number | undefined;
  ratedAt?: number | undefined;
  /** In our own export: the id of the viewing. */
  id?: string | undefined;
  /**
   * The time of the viewing is unknown, and `watchedAt` only a substitute. The row is not stored if the
   * history has a viewing of the title.
   */
  isUndated?: boolean | undefined;
  /** Counted but not stored, such as a trailer, a play too brief for a viewing, or an undated rewatch. */
  isLeftOut?: boolean | undefined;
  /** A question that only the person can answer, asked once for all rows with the same group. */
  group?: RowGroup | undefined;
  /** In our own export: the key of a work, including series and seasons. */
  media?: string | undefined;
  /** `show`: the row is about the series, although `type` is `episode`. */
  level?: 'show' | undefined;
  /** In our own export: the time of the last update of the position. */
  updatedAt?: number | undefined;
  /** In our own export: the viewing had no known date. */
  givesWay?: boolean | undefined;
  review?: string | undefined;
  /**
   * Only for rows that are neither viewing nor rating: the part of the person's data to which the entry
   * belongs. `kept`: its columns there.
   */
  part?: KeptPart | undefined;
  kept?: KeptItem | undefined;
  /** Only in the group `dates`: the value of `watchedAt` if the day comes before the month. */
  dayFirstAt?: number | undefined;
}>;

/**
 * A question to the person:
 * - `profile`: whether the viewings of this profile are theirs.
 * - `watched`: whether the titles were watched at all, because a watchlist looks the same.
 * - `dates`: whether the month or the day comes first.
 */
export type RowGroup =
  | Readonly<{ group: 'profile'; name: string }>
  | Readonly<{ group: 'watched' }>
  | Readonly<{ group: 'dates' }>;

/** The row after the person has answered its question. */
export function settleRow(row: ImportRow, answer: string): ImportRow {
  const watchedAt = answer === 'day' ? row.dayFirstAt : row.watchedAt;
  return { ...row, watchedAt, group: undefined, dayFirstAt: undefined };
}

/** The contents of a file. `unread`: entries that are no viewing, or have no time or no title. */
export type ReadFile = Readonly<{
  source: ImportSource;
  rows: ImportRow[];
  unread: number;
}>;

/** Limit of rows of one file or archive: more than anybody has watched. A row takes up to 1 kB of memory. */
export const MOST_STATED = 250_000;

/** Takes room for this many rows. False: they do not fit. */
export type TakeRows = (count: number) => boolean;

/**
 * Limits the rows of one file, because an entry of a few bytes can state thousands of episodes. Rows beyond
 * the limit are unread.
 */
export function createRoom(): TakeRows {
  let left = MOST_STATED;
  return (count) => {
    if (count > left) return false;
    left -= count;
    return true;
  };
}

/** The products whose files are read, as people know them. */
export const importSources = [
  'AniList',
  'IMDb',
  'Letterboxd',
  'Matinee',
  'Movary',
  'MyAnimeList',
  'Netflix',
  'Prime Video',
  'Ryot',
  'Serializd',
  'Simkl',
  'TMDB',
  'Trakt',
  'TV Time',
  'Watcharr',
  'Yamtrack',
] as const;

export type ImportSource = (typeof importSources)[number];

/** The substitute time of an undated viewing: the day of Trakt's "unknown date", at noon like all days. */
export const UNKNOWN_DAY = Date.UTC(1970, 0, 1, 12);

/** The fields of a viewing at this time; `undefined`: at an unknown time. */
export function viewedAt(time: number | undefined): Pick<ImportRow, 'watchedAt' | 'isUndated'> {
  return time === undefined ? { watchedAt: UNKNOWN_DAY, isUndated: true } : { watchedAt: time };
}

/** Milliseconds since 1970 of a time; a date counts as its noon in UTC. */
export function readTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.test(text) ? `${text}T12:00:00Z` : undefined;
  const plain = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(' ', 'T')}Z` : undefined;
  const time = Date.parse(day ?? plain ?? text);
  return time > 0 ? time : undefined;
}

/** A whole number from 0, or its digits. */
export function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A whole number from 1, or its digits, such as an id of the film database. */
export function readId(value: unknown): number | undefined {
  return readCount(value) || undefined;
}

export function readImdbId(value: unknown): string | undefined {
  return typeof value === 'string' && /^tt\d{5,10}$/.test(value) ? value : undefined;
}

/** One line of at most 300 characters. */
export function readLine(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return (
    value
      .slice(0, 1200)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 300) || undefined
  );
}

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A film or a series of Trakt or Simkl. */
export function readWork(work: Fields) {
  const ids = fieldsOf(work['ids']);
  return {
    tmdbId: readId(ids['tmdb']),
    imdbId: readImdbId(ids['imdb']),
    title: readLine(work['title']),
    year: readCount(work['year']),
  };
}
