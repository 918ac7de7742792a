import type { KnownName } from '../../../core/media/media';

export type WorkKind = 'movie' | 'tv';

/** A film or series as the free sources know it, joined by its ids. */
export interface OpenWork {
  readonly kind: WorkKind;
  readonly tmdbId: number;
  /** `Q25188` */
  readonly wikidataId?: string;
  readonly imdbId?: string;
  readonly tvdbId?: number;
  readonly tvmazeId?: number;
  readonly names: readonly KnownName[];
  readonly originalTitle: string;
  /** ISO 639. */
  readonly originalLanguage?: string;
  readonly year?: number;
  /** Minutes. */
  readonly minutes?: number;
  /** In how many projects of Wikimedia it has a page. */
  readonly popularity?: number;
  /** At streaming services: by the site and the id there. */
  readonly siteIds?: readonly SiteId[];
}

/** What a site calls the work in its addresses. */
export interface SiteId {
  readonly site: string;
  readonly id: string;
}

/** An episode with its place in the series. */
export interface OpenEpisode {
  readonly season: number;
  readonly number: number;
  readonly name?: string;
  /** Minutes. */
  readonly minutes?: number;
  /** `2019-03-01` */
  readonly date?: string;
}

/** The episodes of a series, with whether more may come. */
export interface OpenSeries {
  readonly hasEnded: boolean;
  /** Without specials: no free source has the numbers that API v1 wants of them. */
  readonly episodes: readonly OpenEpisode[];
  readonly names: readonly KnownName[];
  readonly tvmazeId?: number;
  readonly imdbId?: string;
  readonly tvdbId?: number;
}
