import type { MediaType } from './item';

/** What the tracker resolved an item to. */
export interface Media {
  readonly type: MediaType;
  /**
   * External-database id of the film, or of the series for an episode. Missing only where `id` names the
   * episode.
   */
  readonly tmdbId?: number;
  /** External-database id of the episode itself, when the tracker gave it. */
  readonly id?: number;
  readonly seasonNumber?: number;
  readonly episodeNumber?: number;
  /** Title of the film, or of the episode. */
  readonly title?: string;
  readonly seriesTitle?: string;
  readonly year?: number;
  readonly posterUrl?: string;
  /** The page of this media on the tracker. */
  readonly url?: string;
  /** Seconds. */
  readonly runtime?: number;
  /** Of the film, or of the series. */
  readonly originalTitle?: string;
  /** Without a country: `ja`. */
  readonly originalLanguage?: string;
  /** Further names of the film, or of the series. Absent where the tracker has not looked for any. */
  readonly titles?: readonly KnownName[];
  /** Further names of the episode. */
  readonly episodeTitles?: readonly KnownName[];
  /** The seasons of the series as the film database counts them; 0 are the specials. */
  readonly seasons?: readonly SeasonLength[];
  /** As the film database states it; larger is better known. */
  readonly popularity?: number;
  /**
   * The tracker has found it by this fact of the question, and nothing contradicts it: what the site calls
   * the work, an id of IMDb or thetvdb.com, or the day that the page states instead of a number.
   */
  readonly matchedBy?: 'siteId' | 'externalId' | 'airDate';
  readonly imdbId?: string;
  /** How sure the tracker says it is that this was asked for. */
  readonly matchConfidence?: 'high' | 'medium' | 'low';
}

/** A name by which a work is known. */
export interface KnownName {
  readonly title: string;
  /** Of a translation: `de`, `pt-BR`. */
  readonly language?: string | undefined;
  /** Of an alternative title: `DE`. */
  readonly country?: string | undefined;
  /** It names this season, and not the series. */
  readonly season?: number | undefined;
}

export interface SeasonLength {
  readonly number: number;
  readonly episodes: number;
}

/** Whether two name the same film or episode; titles, pictures and addresses do not count. */
export function isSameMedia(a: Media, b: Media): boolean {
  return (
    a.type === b.type &&
    a.tmdbId === b.tmdbId &&
    (a.tmdbId !== undefined || a.id === b.id) &&
    a.seasonNumber === b.seasonNumber &&
    a.episodeNumber === b.episodeNumber
  );
}
