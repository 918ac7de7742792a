import type { ResolveRequest } from '../../protocol/tracker';

/** A film or an episode as the catalogue knows it. */
export interface Title {
  readonly type: 'movie' | 'episode';
  /** The film, or the series. */
  readonly tmdbId: number;
  /** The episode's own external id. */
  readonly episodeId?: number;
  readonly imdbId?: string;
  /** Of the film, or of the series. */
  readonly title: string;
  readonly year?: number;
  readonly seasonNumber?: number;
  readonly episodeNumber?: number;
  readonly episodeTitle?: string;
  readonly posterUrl?: string;
  /** Seconds. */
  readonly runtime?: number;
}

/** Where titles come from. "Nothing found" is an empty list; "could not look" is a `CatalogueError`. */
export interface Catalogue {
  /** Best first; more than one only where a title was searched for. */
  resolve(request: ResolveRequest): Promise<Title[]>;
  /** The episode that follows, also into the next season. */
  next(tmdbId: number, seasonNumber: number, episodeNumber: number): Promise<Title | undefined>;
}

export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code = 'unreachable';
}
