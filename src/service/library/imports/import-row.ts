import type { MediaType } from '../../../protocol/tracker/media-fields';

/** A viewing or a rating as a file states it. Times are milliseconds since 1970. */
export interface ImportRow {
  readonly type: MediaType;
  /** The film, or the series. */
  readonly tmdbId?: number | undefined;
  /** Of the film, or of the series. */
  readonly imdbId?: string | undefined;
  /** The episode's own id at the film database. */
  readonly episodeId?: number | undefined;
  /** Of the film, or of the series. */
  readonly title?: string | undefined;
  readonly year?: number | undefined;
  readonly seasonNumber?: number | undefined;
  readonly episodeNumber?: number | undefined;
  readonly episodeTitle?: string | undefined;
  /** Absent: the row is a rating alone. */
  readonly watchedAt?: number | undefined;
  readonly startedAt?: number | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  readonly progress?: number | undefined;
  /** 1 to 10 in halves. */
  readonly rating?: number | undefined;
  readonly ratedAt?: number | undefined;
  /** Of our own export: the viewing itself. */
  readonly id?: string | undefined;
}

/** What a file holds. `unread`: entries that are no viewing, or have no time or no title. */
export interface ReadFile {
  readonly source: ImportSource;
  readonly rows: readonly ImportRow[];
  readonly unread: number;
}

export type ImportSource = 'Matinee' | 'Trakt' | 'Letterboxd' | 'Simkl' | 'TV Time' | 'Netflix';

/** Milliseconds since 1970 of a time, or of a day, which is taken as its noon in UTC. */
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

/** An id of the film database. */
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
