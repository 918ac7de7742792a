import type { KnownName, SeasonLength } from '../../core/media/media';
import type { ResolveRequest } from '../../protocol/tracker/resolve';
import type { Allowance } from './allowance';

/** A film or an episode of the catalogue. */
export interface Title {
  readonly type: 'movie' | 'episode';
  /** The film, or the series. */
  readonly tmdbId: number;
  /** The episode's own external id. */
  readonly episodeId?: number;
  readonly imdbId?: string;
  /** Of the film, or of the series, in the language that was asked for where it has a name in it. */
  readonly title: string;
  readonly originalTitle?: string;
  /** ISO 639. */
  readonly originalLanguage?: string;
  /** Other names of the film or series. Absent: not looked up. */
  readonly titles?: readonly KnownName[];
  /** Of the film, or of the first season. */
  readonly year?: number;
  readonly popularity?: number;
  readonly seasonNumber?: number;
  readonly episodeNumber?: number;
  /** Absent where the source has only a placeholder, such as "Episode 3". */
  readonly episodeTitle?: string;
  readonly episodeTitles?: readonly KnownName[];
  /** The seasons of the series, 0 the specials. */
  readonly seasons?: readonly SeasonLength[];
  /** The last episode of the series that was aired. Absent: not known, or all of them. */
  readonly lastAired?: { readonly seasonNumber: number; readonly episodeNumber: number };
  /** Of the episode, or the release of the film: `2026-01-15`. */
  readonly airDate?: string;
  /** Seconds. */
  readonly runtime?: number;
  /** This fact of the question named it, and nothing contradicts it. */
  readonly matchedBy?: 'siteId' | 'externalId' | 'airDate';
}

/** A film or series, and the language of whoever reads about it. */
export interface WorkQuestion {
  readonly kind: 'movie' | 'tv';
  readonly tmdbId: number;
  readonly language: string;
}

/** What a film or series is about, for people to read. */
export interface WorkDetails {
  readonly plot?: string | undefined;
  /** ISO 639: of the plot, which nobody may have written in the language that was asked for. */
  readonly plotLanguage: string;
  readonly genres: readonly string[];
  /** The directors of a film, the creators of a series. */
  readonly makers: readonly string[];
  /** The best known first. */
  readonly cast: readonly string[];
  /** Where the terms of the source ask to be named beside its text. */
  readonly credit?: { readonly name: string; readonly url: string; readonly licence: string } | undefined;
}

/** A question for a title. */
export type TitleQuestion = ResolveRequest;

/** An episode by its series and its numbers. */
export interface EpisodePlace {
  readonly tmdbId: number;
  readonly seasonNumber: number;
  readonly episodeNumber: number;
}

/**
 * A source of titles. Rejects with a `CatalogueError` when it cannot look; "nothing found" is a value.
 * `allowance`: what the answer may cost; several questions may share one.
 */
export interface Catalogue {
  /** The matching titles, best first. More than one only where the question leaves a doubt. */
  resolve(request: TitleQuestion, allowance?: Allowance): Promise<Title[]>;
  /** The following episode, also in the next season. `undefined`: there is none, or it has not been aired. */
  next(place: EpisodePlace, allowance?: Allowance): Promise<Title | undefined>;
  /** The next episode of a series that has not been aired yet, with its date. `undefined`: none is known. */
  coming?(tmdbId: number, allowance?: Allowance): Promise<Title | undefined>;
  /** `undefined`: the source knows nothing to read about it. */
  details?(work: WorkQuestion, allowance?: Allowance): Promise<WorkDetails | undefined>;
  /** Films that come out in the next weeks, the best known first; twenty a page, counted from 1. */
  releases?(page: number, allowance?: Allowance): Promise<Releases | undefined>;
}

export interface Releases {
  readonly titles: readonly Title[];
  readonly total: number;
}
