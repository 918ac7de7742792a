import { defined } from '../../core/values/defined';
import { createBuiltInCatalogue } from '../catalogue/built-in/create-catalogue';
import type { Catalogue } from '../catalogue/catalogue';
import { createTmdbCatalogue } from '../catalogue/tmdb/create-catalogue';
import type { Store } from '../store/store';

interface CatalogueOptions {
  readonly store: Pick<Store, 'titles' | 'posters'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Read access token of themoviedb.org. */
  readonly tmdbToken?: string | undefined;
  /** Base address of the film database, for tests. */
  readonly tmdbUrl?: string | undefined;
  readonly fetch?: typeof fetch;
}

/** Where titles are looked up: in the film database if there is a token, else in the built-in catalogue. */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { store, now = Date.now, tmdbToken, tmdbUrl, fetch = globalThis.fetch } = options;
  const builtIn = createBuiltInCatalogue();
  if (tmdbToken === undefined) return builtIn;
  const { titles, posters } = store;
  return createTmdbCatalogue({
    token: tmdbToken,
    fetch,
    fallback: builtIn,
    titles,
    posters,
    now,
    ...defined({ url: tmdbUrl }),
  });
}
