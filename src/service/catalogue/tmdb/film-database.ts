import type { FilmDatabaseToken } from '../../store/facts';
import type { Catalogue } from '../catalogue';
import type { PictureSource } from './picture-source';

/** A read access token is a JSON Web Token: three parts of characters that need no escaping in a header. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const LONGEST_TOKEN = 2000;
const TIMEOUT_MS = 5000;

/** The clients for one token, or for none. */
export type TitleSource = Readonly<{
  catalogue: Catalogue;
  pictures: PictureSource | undefined;
}>;

export type FilmDatabaseOptions = Readonly<{
  /** The token from the environment, which no page can change. */
  given: string | undefined;
  stored: FilmDatabaseToken;
  sourceFor: (token: string | undefined) => TitleSource;
  check: Parameters<typeof checkToken>[1];
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** The service's film database; its token may be entered while the service runs. */
export interface FilmDatabase extends TitleSource {
  readonly pictures: PictureSource;
  /** Where the token comes from; `undefined`: there is none, so only the built-in titles are known. */
  readonly origin: () => Promise<'environment' | 'page' | undefined>;
  /** Stores a token, if the film database accepts it. */
  readonly use: (token: string) => Promise<TokenCheck>;
  readonly forget: () => Promise<void>;
}

/** For a catalogue passed in by the caller, whose coverage is unknown. */
export const otherCatalogue: Omit<FilmDatabase, keyof TitleSource> = {
  origin: async () => 'environment',
  use: async () => 'unreachable',
  forget: async () => {},
};

/**
 * Milliseconds after which the token is read again: another process with the same database may have stored
 * one.
 */
const LOOK_AGAIN_MS = 30_000;

export function createFilmDatabase(options: FilmDatabaseOptions): FilmDatabase {
  const { given, stored, sourceFor, check, now } = options;
  let known: Readonly<{ token: string | undefined; source: TitleSource }> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const take = (token: string | undefined) => {
    readAt = now();
    if (known === undefined || known.token !== token) known = { token, source: sourceFor(token) };
    return known;
  };
  const current = async () => {
    if (known !== undefined && (given !== undefined || Math.abs(now() - readAt) < LOOK_AGAIN_MS))
      return known;
    return take(given ?? (await stored.read()));
  };
  return {
    catalogue: {
      resolve: async (request, allowance) => (await current()).source.catalogue.resolve(request, allowance),
      next: async (place, allowance) => (await current()).source.catalogue.next(place, allowance),
      coming: async (tmdbId, allowance) => (await current()).source.catalogue.coming?.(tmdbId, allowance),
      details: async (work, allowance) => (await current()).source.catalogue.details?.(work, allowance),
      releases: async (page, allowance) => (await current()).source.catalogue.releases?.(page, allowance),
    },
    pictures: async (work) => (await current()).source.pictures?.(work),
    async origin() {
      if (given !== undefined) return 'environment';
      return (await current()).token === undefined ? undefined : 'page';
    },
    async use(token) {
      const result = await checkToken(token, check);
      if (result !== 'accepted') return result;
      await stored.write(token);
      take(token);
      return result;
    },
    async forget() {
      await stored.remove();
      take(undefined);
    },
  };
}

/** What themoviedb.org says to a token. */
type TokenCheck = 'accepted' | 'refused' | 'unreachable';

/** Asks the film database whether it accepts a read access token. */
async function checkToken(
  token: string,
  { fetch, url = 'https://api.themoviedb.org/3' }: Readonly<{ fetch: typeof globalThis.fetch; url?: string }>,
): Promise<TokenCheck> {
  if (token.length > LONGEST_TOKEN || !TOKEN.test(token)) return 'refused';
  try {
    const response = await fetch(`${url}/authentication`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A redirect would send the token to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'accepted';
    return response.status === 401 || response.status === 403 ? 'refused' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
