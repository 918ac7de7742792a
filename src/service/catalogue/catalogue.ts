import type { KnownName, SeasonLength } from '../../core/media/media';
import type { ResolveRequest, MediaCandidate } from '../../protocol/tracker/resolve';
import { defined } from '../../core/values/defined';

/** A film or an episode of the catalogue. */
export type Title = Readonly<{
  type: 'movie' | 'episode';
  /** TMDB id of the film or the series. */
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
  titles?: KnownName[];
  /** Year of the film, or of the series' first season. */
  year?: number;
  popularity?: number;
  seasonNumber?: number;
  episodeNumber?: number;
  /** Absent if the source has only a placeholder, such as "Episode 3". */
  episodeTitle?: string;
  episodeTitles?: KnownName[];
  /** The seasons of the series. Season 0 holds the specials. */
  seasons?: SeasonLength[];
  /** The last aired episode of the series. Absent: unknown, or all episodes were aired. */
  lastAired?: Readonly<{ seasonNumber: number; episodeNumber: number }>;
  /** Date of the episode, or of the film's release: `2026-01-15`. */
  airDate?: string;
  /** Seconds. */
  runtime?: number;
  /** The fact in the request that identified the title, if no other fact contradicts it. */
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
  genres: string[];
  /** The directors of a film, the creators of a series. */
  makers: string[];
  /** The best known first. */
  cast: string[];
  /** Credit to show beside the text, if the terms of the source ask for it. */
  credit?: Readonly<{ name: string; url: string; licence: string }> | undefined;
}>;

export type TitleQuestion = ResolveRequest;

/** An episode by its series and its numbers. */
export type EpisodePlace = Readonly<{
  tmdbId: number;
  seasonNumber: number;
  episodeNumber: number;
}>;

/**
 * A source of titles. Rejects with a `CatalogueError` if it cannot look; "nothing found" is a value.
 * `allowance` limits the requests that an answer may cost. Several questions may share one.
 */
export interface Catalogue {
  /** The matching titles, best first. Several titles mean that the question is ambiguous. */
  resolve(request: TitleQuestion, allowance?: Allowance): Promise<Title[]>;
  /** The following episode, also in the next season. `undefined`: there is none, or it has not been aired. */
  next(place: EpisodePlace, allowance?: Allowance): Promise<Title | undefined>;
  /** The next episode of a series that has not been aired yet, with its date. `undefined`: none is known. */
  coming?(tmdbId: number, allowance?: Allowance): Promise<Title | undefined>;
  /** Details for people to read. `undefined`: the source has none. */
  details?(work: WorkQuestion, allowance?: Allowance): Promise<WorkDetails | undefined>;
  /** Films that come out in the next weeks, best known first. A page has twenty; pages are counted from 1. */
  releases?(page: number, allowance?: Allowance): Promise<Releases | undefined>;
}

export type Releases = Readonly<{
  titles: Title[];
  total: number;
}>;

/**
 * `unreachable`: no answer, or an unreadable one. `busy`: the film database asks to wait, or too many
 * questions wait. `spent`: the question's allowance is used up.
 */
type CatalogueErrorCode = 'unreachable' | 'busy' | 'spent';

interface CatalogueErrorOptions extends ErrorOptions {
  /** Milliseconds after which the question can be repeated. */
  readonly retryAfterMs?: number;
}

/** The catalogue cannot look up anything. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: CatalogueErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: CatalogueErrorCode,
    message: string,
    { retryAfterMs, ...options }: CatalogueErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The number of requests to the film database that one answer may cost. */
export type Allowance = Readonly<{
  /** Takes one request. Throws a `CatalogueError` with the code `spent` when none is left. */
  take(): void;
  /** A request was refused, so "nothing found" does not mean that there is nothing. */
  hasRefused: boolean;
}>;

type AllowanceOptions = Readonly<{
  requests: number;
  /** Milliseconds within which requests may begin. Clients wait 20 s for an answer. */
  timeMs?: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}>;

export function createAllowance({
  requests,
  timeMs = 10_000,
  now = () => performance.now(),
}: AllowanceOptions): Allowance {
  const until = now() + timeMs;
  let left = requests;
  let hasRefused = false;
  return {
    take() {
      if (now() >= until) throw new CatalogueError('unreachable', 'The film database answers too slowly');
      hasRefused ||= left === 0;
      if (left === 0) throw new CatalogueError('spent', 'The question has cost all requests that it may');
      left -= 1;
    },
    get hasRefused() {
      return hasRefused;
    },
  };
}

/** A catalogue that knows nothing. */
export const emptyCatalogue: Catalogue = {
  resolve: () => Promise.resolve([]),
  next: () => Promise.resolve(undefined),
};

/** A title in the form of `data` in the answer of `/matinee/resolve`. */
export function describeTitle(title: Title): MediaCandidate {
  const { type, tmdbId } = title;
  return defined({
    type,
    tmdbId,
    title: title.title,
    tvShowId: type === 'episode' ? tmdbId : undefined,
    seriesTitle: type === 'episode' ? title.title : undefined,
    id: title.episodeId,
    imdbId: title.imdbId,
    seasonNumber: title.seasonNumber,
    episodeNumber: title.episodeNumber,
    episodeTitle: title.episodeTitle,
    episodeTitles: title.episodeTitles?.map((name) => ({ ...name })),
    originalTitle: title.originalTitle,
    originalLanguage: title.originalLanguage,
    titles: title.titles?.map((name) => ({ ...name })),
    seasons: title.seasons?.map((season) => ({ ...season })),
    year: title.year,
    popularity: title.popularity,
    runtime: title.runtime,
    matchedBy: title.matchedBy,
  });
}
