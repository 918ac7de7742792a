import type { KnownName } from '../../../core/media/media';

export type WorkKind = 'movie' | 'tv';

/** A film or series as the free sources know it, joined by its ids. */
export type OpenWork = Readonly<{
  kind: WorkKind;
  tmdbId: number;
  /** Id at Wikidata: `Q25188`. */
  wikidataId?: string;
  imdbId?: string;
  tvdbId?: number;
  tvmazeId?: number;
  names: KnownName[];
  originalTitle: string;
  /** ISO 639. */
  originalLanguage?: string;
  year?: number;
  /** Minutes. */
  minutes?: number;
  /** Number of Wikimedia projects with a page about the work. */
  popularity?: number;
  /** Ids at streaming services, by site. */
  siteIds?: SiteId[];
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

/** The episodes of a series, and whether it has ended. */
export type OpenSeries = Readonly<{
  hasEnded: boolean;
  /** The episodes without specials. No free source has the ids that API v1 needs for specials. */
  episodes: OpenEpisode[];
  names: KnownName[];
  tvmazeId?: number;
  imdbId?: string;
  tvdbId?: number;
}>;

/** A work that a site's own id stands for. */
export type KnownWork = Readonly<{
  kind: WorkKind;
  tmdbId: number;
  /** The season, if the id stands for one season only. */
  season?: number;
  /**
   * The id stands for a later part of the season, so the page's episode numbers are not those of the season.
   */
  isLaterPart?: boolean;
  /** A person of this tracker stated the work. It counts only if nothing else contradicts it. */
  isSaid?: boolean;
  /** Present if the source of the id also knows the work's names. */
  names?: KnownName[];
  originalLanguage?: string;
  /** First and last day: `2019-03-01`. */
  begin?: string;
  end?: string;
}>;

/**
 * Wikidata properties that hold ids at streaming services, by the id of our connector. A property with a
 * `kind` is read only for works of that kind.
 */
export const SITE_PROPERTIES: SiteProperty[] = [
  { site: 'netflix', property: 'P1874' },
  { site: 'disneyplus', property: 'P7595', kind: 'movie' },
  { site: 'disneyplus', property: 'P7596', kind: 'tv' },
  { site: 'primevideo', property: 'P8055' },
  { site: 'primevideo', property: 'P14440' },
  { site: 'primevideo', property: 'P14462' },
  { site: 'crunchyroll', property: 'P11330', kind: 'tv' },
  { site: 'appletv', property: 'P9586', kind: 'movie' },
  { site: 'appletv', property: 'P9751', kind: 'tv' },
  { site: 'hbomax', property: 'P8298' },
  { site: 'hulu', property: 'P6466', kind: 'movie' },
  { site: 'hulu', property: 'P6467', kind: 'tv' },
  { site: 'tubi', property: 'P7760', kind: 'movie' },
  { site: 'paramountplus', property: 'P13147' },
  { site: 'mubi', property: 'P7299', kind: 'movie' },
  { site: 'bbciplayer', property: 'P827' },
];

type SiteProperty = Readonly<{
  site: string;
  property: string;
  kind?: WorkKind;
}>;

/** The properties that can hold an id of this site. */
export function propertiesOf(site: string): string[] {
  return SITE_PROPERTIES.filter((one) => one.site === site).map(({ property }) => property);
}
