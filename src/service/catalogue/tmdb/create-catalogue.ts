import { CatalogueError, type Catalogue } from '../catalogue';
import { createTmdbClient, type TmdbClientOptions } from './client';
import { findEpisodes } from './find-episode';
import { findFilms } from './find-film';
import { followingEpisode } from './find-in-series';

export interface TmdbOptions extends TmdbClientOptions {
  /** Answers what the film database does not know, and everything while it cannot be reached. */
  readonly fallback: Catalogue;
}

/** The catalogue of themoviedb.org. */
export function createTmdbCatalogue({ fallback, ...clientOptions }: TmdbOptions): Catalogue {
  const get = createTmdbClient(clientOptions);
  return {
    async resolve(request) {
      const found = await attempt(() =>
        request.type === 'movie' ? findFilms(get, request) : findEpisodes(get, request),
      );
      if (found.ok && found.value.length > 0) return found.value;
      const builtIn = await fallback.resolve(request);
      // Clients remember "nothing found", so it is answered only when the film database was asked.
      if (builtIn.length === 0 && !found.ok) throw found.error;
      return builtIn;
    },
    async next(tmdbId, seasonNumber, episodeNumber) {
      const found = await attempt(() => followingEpisode(get, tmdbId, { seasonNumber, episodeNumber }));
      return (found.ok ? found.value : undefined) ?? fallback.next(tmdbId, seasonNumber, episodeNumber);
    },
  };
}

type Attempt<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CatalogueError };

async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof CatalogueError) return { ok: false, error };
    throw error;
  }
}
