import type { KnownName } from '../../../core/media/media';

export type WorkKind = 'movie' | 'tv';

/** A film or series as the free sources know it, joined by its ids. */
export type OpenWork = Readonly<{
  kind: WorkKind;
  tmdbId: number;
  /** `Q25188` */
  wikidataId?: string;
  imdbId?: string;
  tvdbId?: number;
  tvmazeId?: number;
  names: readonly KnownName[];
  originalTitle: string;
  /** ISO 639. */
  originalLanguage?: string;
  year?: number;
  /** Minutes. */
  minutes?: number;
  /** Number of Wikimedia projects with a page about it. */
  popularity?: number;
  /** Ids at streaming services, by site. */
  siteIds?: readonly SiteId[];
}>;

/** A site's own id of the work. */
export type SiteId = Readonly<{
  site: string;
  id: string;
}>;

/** An episode with its place in the series. */
export type OpenEpisode = Readonly<{
  season: number;
  number: number;
  name?: string;
  /** Minutes. */
  minutes?: number;
  /** `2019-03-01` */
  date?: string;
}>;

/** The episodes of a series, with whether more may come. */
export type OpenSeries = Readonly<{
  hasEnded: boolean;
  /** Without specials: no free source has the ids that API v1 needs for them. */
  episodes: readonly OpenEpisode[];
  names: readonly KnownName[];
  tvmazeId?: number;
  imdbId?: string;
  tvdbId?: number;
}>;
