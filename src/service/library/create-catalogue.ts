import { defined } from '../../core/values/defined';
import { createBuiltInCatalogue } from '../catalogue/built-in/create-catalogue';
import { type Catalogue, emptyCatalogue } from '../catalogue/catalogue';
import { joinCatalogues } from '../catalogue/join-catalogues';
import type { FreeSources } from '../catalogue/free/free-sources';
import { createTmdbCatalogue } from '../catalogue/tmdb/tmdb-catalogue';
import type { Store } from '../store/store';

type CatalogueOptions = Readonly<{
  store: Pick<Store, 'titles' | 'posters'>;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Read access token of themoviedb.org. */
  tmdbToken?: string | undefined;
  /** Base address of the film database, for tests. */
  tmdbUrl?: string | undefined;
  fetch?: typeof fetch;
  /** The sources that need no token. Absent: the built-in open films and ten demonstration series. */
  free?: FreeSources | undefined;
  /** Milliseconds for each source to answer, for tests. */
  sourcePatienceMs?: number | undefined;
}>;

/**
 * The catalogue in which titles are looked up: the free sources and, if there is a token, the film database.
 * Without `free`: the film database alone or, without a token, the built-in titles.
 */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { free } = options;
  const fallback = free === undefined ? createBuiltInCatalogue() : emptyCatalogue;
  const tmdb = createFilmCatalogue(options, fallback);
  if (free === undefined) return tmdb ?? fallback;
  return free.bySiteId(joinCatalogues(free.sources(tmdb), options.sourcePatienceMs));
}

function createFilmCatalogue(
  { store, now = Date.now, tmdbToken, tmdbUrl, free, fetch = globalThis.fetch }: CatalogueOptions,
  fallback: Catalogue,
): Catalogue | undefined {
  if (tmdbToken === undefined) return undefined;
  const { titles, posters } = store;
  const address = defined({ url: tmdbUrl, seasonsOfName: free?.seasonsOfName });
  return createTmdbCatalogue({ token: tmdbToken, fetch, fallback, titles, posters, now, ...address });
}
