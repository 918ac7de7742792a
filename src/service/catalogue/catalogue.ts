import type { ResolveRequest } from '../../protocol/tracker/resolve';

/** A film or an episode of the catalogue. */
export interface Title {
  readonly type: 'movie' | 'episode';
  /** The film, or the series. */
  readonly tmdbId: number;
  /** The episode's own external id. */
  readonly episodeId?: number;
  readonly imdbId?: string;
  /** Of the film, or of the series. */
  readonly title: string;
  /** Of the film, or of the first season. */
  readonly year?: number;
  readonly seasonNumber?: number;
  readonly episodeNumber?: number;
  readonly episodeTitle?: string;
  readonly posterUrl?: string;
  /** Seconds. */
  readonly runtime?: number;
}

/** A source of titles. Rejects with a `CatalogueError` when it cannot look; "nothing found" is a value. */
export interface Catalogue {
  /** The matching titles, best first. More than one only for a search by title. */
  resolve(request: ResolveRequest): Promise<Title[]>;
  /** The following episode, also in the next season. */
  next(tmdbId: number, seasonNumber: number, episodeNumber: number): Promise<Title | undefined>;
}

/** The film database cannot be reached, or its response cannot be read. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code = 'unreachable';
}
