import type { MediaType } from './item';

/** What the tracker resolved an item to. */
export type Media = Readonly<{
  type: MediaType;
  /**
   * External-database id of the film, or of the series for an episode. Missing only where `id` names the
   * episode.
   */
  tmdbId?: number;
  /** External-database id of the episode itself, when the tracker gave it. */
  id?: number;
  seasonNumber?: number;
  episodeNumber?: number;
  /** Title of the film, or of the episode. */
  title?: string;
  seriesTitle?: string;
  year?: number;
  posterUrl?: string;
  /** The page of this media on the tracker. */
  url?: string;
  /** Seconds. */
  runtime?: number;
  /** Of the film, or of the series. */
  originalTitle?: string;
  /** Without a country: `ja`. */
  originalLanguage?: string;
  /** Further names of the film or series. Absent if the tracker has not looked for any. */
  titles?: KnownName[];
  /** Further names of the episode. */
  episodeTitles?: KnownName[];
  /** The seasons of the series as the film database counts them; season 0 holds the specials. */
  seasons?: SeasonLength[];
  /** Popularity in the film database; larger is better known. */
  popularity?: number;
  /**
   * The fact of the question by which the tracker has found this media, if nothing contradicts it: the site's
   * id of the work, an id of IMDb or thetvdb.com, or the air date that the page states instead of a number.
   */
  matchedBy?: 'siteId' | 'externalId' | 'airDate';
  imdbId?: string;
  /** How certain the tracker says it is that this is the requested media. */
  matchConfidence?: 'high' | 'medium' | 'low';
}>;

/** A name by which a work is known. */
export type KnownName = Readonly<{
  title: string;
  /** Of a translation: `de`, `pt-BR`. */
  language?: string | undefined;
  /** Of an alternative title: `DE`. */
  country?: string | undefined;
  /** The name is that of this season, not of the series. */
  season?: number | undefined;
}>;

export type SeasonLength = Readonly<{
  number: number;
  episodes: number;
}>;

/**
 * Whether two name the same film or episode; titles, pictures and addresses do not count. An episode without
 * both numbers is named by its own id alone.
 */
export function isSameMedia(a: Media, b: Media): boolean {
  const isNumbered = a.seasonNumber !== undefined && a.episodeNumber !== undefined;
  const isNamed = a.tmdbId !== undefined && (a.type === 'movie' || isNumbered);
  return (
    a.type === b.type &&
    a.tmdbId === b.tmdbId &&
    a.seasonNumber === b.seasonNumber &&
    a.episodeNumber === b.episodeNumber &&
    (isNamed || (a.id !== undefined && a.id === b.id))
  );
}
