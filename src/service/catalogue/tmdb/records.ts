import type { KnownName, SeasonLength } from '../../../core/media/media';

/** What is kept of a film or series in a search. */
export type HitRecord = Readonly<{
  id: number;
  /** In the language of the search, or the original one. */
  title: string;
  originalTitle: string;
  /** ISO 639. */
  originalLanguage?: string;
  year?: number;
  popularity?: number;
  /** `/path.jpg` on the picture host. */
  poster?: string;
}>;

/** A film with its names in all languages. */
export interface FilmRecord extends Omit<HitRecord, 'title'> {
  readonly names: readonly KnownName[];
  readonly imdbId?: string;
  /** Seconds. */
  readonly runtime?: number;
}

export interface SeasonFacts extends SeasonLength {
  /** Of its first episode: `2019-03-01`. */
  readonly airDate?: string;
}

/** A series with its names in all languages. `runtime` is that of its episodes, where they state none. */
export interface SeriesRecord extends FilmRecord {
  /** In the order of their numbers. */
  readonly seasons: readonly SeasonFacts[];
  /** No further episode will follow. */
  readonly hasEnded: boolean;
  readonly lastAired?: Readonly<{ seasonNumber: number; episodeNumber: number }>;
  /** The next episode that has not been aired yet. Absent in records stored by an earlier version. */
  readonly coming?: EpisodeRecord & Readonly<{ seasonNumber: number }>;
}

export type EpisodeRecord = Readonly<{
  /** Absent if another source named the episode. */
  id?: number;
  number: number;
  /** Absent if the film database has only a placeholder. */
  name?: string;
  runtime?: number;
  airDate?: string;
}>;

export type SeasonRecord = Readonly<{
  /** Language of the episode names. */
  language: string;
  episodes: readonly EpisodeRecord[];
}>;

/** What an id of another database belongs to. */
export type ExternalRecord = Readonly<{
  filmId?: number;
  seriesId?: number;
  episode?: Readonly<{
    seriesId: number;
    seasonNumber: number;
    episodeNumber: number;
  }>;
}>;
