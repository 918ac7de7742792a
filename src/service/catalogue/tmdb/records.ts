import type { KnownName, SeasonLength } from '../../../core/media/media';

/** What is kept of a film or series in a search. */
export interface HitRecord {
  readonly id: number;
  /** In the language of the search, or the original one. */
  readonly title: string;
  readonly originalTitle: string;
  /** ISO 639. */
  readonly originalLanguage?: string;
  readonly year?: number;
  readonly popularity?: number;
  /** `/path.jpg` on the picture host. */
  readonly poster?: string;
}

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
  /** No further episode will come. */
  readonly hasEnded: boolean;
  readonly lastAired?: { readonly seasonNumber: number; readonly episodeNumber: number };
  /** The next episode that has not been aired yet. Absent in what an earlier version has stored. */
  readonly coming?: EpisodeRecord & { readonly seasonNumber: number };
}

export interface EpisodeRecord {
  /** Absent where another source named the episode. */
  readonly id?: number;
  readonly number: number;
  /** Absent: the film database has only a placeholder. */
  readonly name?: string;
  readonly runtime?: number;
  readonly airDate?: string;
}

export interface SeasonRecord {
  /** Of the names of its episodes. */
  readonly language: string;
  readonly episodes: readonly EpisodeRecord[];
}

/** What an id of another database belongs to. */
export interface ExternalRecord {
  readonly filmId?: number;
  readonly seriesId?: number;
  readonly episode?: {
    readonly seriesId: number;
    readonly seasonNumber: number;
    readonly episodeNumber: number;
  };
}
