import type { KnownName, SeasonLength } from '../../core/media/media';
import type { ResolveRequest } from '../../protocol/tracker/resolve';
import type { Allowance } from './allowance';

/** A film or an episode of the catalogue. */
export type Title = Readonly<{
  type: 'movie' | 'episode';
  /** The film, or the series. */
  tmdbId: number;
  /** The episode's own external id. */
  episodeId?: number;
  imdbId?: string;
  /** The title of the film or series, in the requested language if it has a name in it. */
  title: string;
  originalTitle?: string;
  /** ISO 639. */
  originalLanguage?: string;
  /** Other names of the film or series. Absent: not looked up. */
  titles?: readonly KnownName[];
  /** Of the film, or of the first season. */
  year?: number;
  popularity?: number;
  seasonNumber?: number;
  episodeNumber?: number;
  /** Absent if the source has only a placeholder, such as "Episode 3". */
  episodeTitle?: string;
  episodeTitles?: readonly KnownName[];
  /** The seasons of the series, 0 the specials. */
  seasons?: readonly SeasonLength[];
  /** The last aired episode of the series. Absent: unknown, or all episodes were aired. */
  lastAired?: Readonly<{ seasonNumber: number; episodeNumber: number }>;
  /** Of the episode, or the release of the film: `2026-01-15`. */
  airDate?: string;
  /** Seconds. */
  runtime?: number;
  /** The fact of the question that identified the title, if nothing contradicts it. */
  matchedBy?: 'siteId' | 'externalId' | 'airDate';
}>;

/** A film or series, and the language of whoever reads about it. */
export type WorkQuestion = Readonly<{
  kind: 'movie' | 'tv';
  tmdbId: number;
  language: string;
}>;

/** What a film or series is about, for people to read. */
export type WorkDetails = Readonly<{
  plot?: string | undefined;
  /**
   * ISO 639 code of the plot. It differs from the requested language if nobody has written a plot in that
   * one.
   */
  plotLanguage: string;
  genres: readonly string[];
  /** The directors of a film, the creators of a series. */
  makers: readonly string[];
  /** The best known first. */
  cast: readonly string[];
  /** Credit to show beside the text, if the terms of the source ask for it. */
  credit?: Readonly<{ name: string; url: string; licence: string }> | undefined;
}>;

/** A question for a title. */
export type TitleQuestion = ResolveRequest;

/** An episode by its series and its numbers. */
export type EpisodePlace = Readonly<{
  tmdbId: number;
  seasonNumber: number;
  episodeNumber: number;
}>;

/**
 * A source of titles. Rejects with a `CatalogueError` if it cannot look; "nothing found" is a value.
 * `allowance`: what the answer may cost; several questions may share one.
 */
export interface Catalogue {
  /** The matching titles, best first. There is more than one only if the question leaves a doubt. */
  resolve(request: TitleQuestion, allowance?: Allowance): Promise<Title[]>;
  /** The following episode, also in the next season. `undefined`: there is none, or it has not been aired. */
  next(place: EpisodePlace, allowance?: Allowance): Promise<Title | undefined>;
  /** The next episode of a series that has not been aired yet, with its date. `undefined`: none is known. */
  coming?(tmdbId: number, allowance?: Allowance): Promise<Title | undefined>;
  /** `undefined`: the source has no details about it. */
  details?(work: WorkQuestion, allowance?: Allowance): Promise<WorkDetails | undefined>;
  /** Films that come out in the next weeks, best known first; twenty per page, counted from 1. */
  releases?(page: number, allowance?: Allowance): Promise<Releases | undefined>;
}

export type Releases = Readonly<{
  titles: readonly Title[];
  total: number;
}>;
