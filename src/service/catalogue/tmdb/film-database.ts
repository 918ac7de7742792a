import type { FilmDatabaseToken } from '../../store/facts';
import type { Catalogue } from '../catalogue';
import type { Posters, StoredPicture } from '../../store/titles';
import { readLimited } from './read-response';
import { createRequestRate } from './client';

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

/** Stands in when the caller passes its own catalogue: no token can be entered or removed. */
export const otherCatalogue: Omit<FilmDatabase, keyof TitleSource> = {
  origin: async () => 'environment',
  use: async () => 'unreachable',
  forget: async () => {},
};

/**
 * Milliseconds after which the token is read again. Another process with the same database may have stored
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

/** Whether themoviedb.org accepts a token. */
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

type PictureSourceOptions = Readonly<{
  posters: Posters;
  fetch: typeof fetch;
  /** Address of the picture host, including the size of the pictures, without a slash at the end. */
  url?: string;
  timeoutMs?: number;
}>;

/**
 * The poster of a work, `movie/348` or `tv/1396`. `undefined`: the work has none, or it cannot be fetched.
 */
export type PictureSource = (work: string) => Promise<StoredPicture | undefined>;

/** Maximum size of a picture in bytes. A poster of 185 pixels has about 15 kB. */
const PICTURE_LIMIT = 500_000;

/**
 * Fetches posters of the film database once and stores them. Anybody who knows the service's address can see
 * them, so only posters of works that somebody has asked for are fetched.
 */
export function createPictureSource({
  posters,
  fetch,
  url = 'https://image.tmdb.org/t/p/w185',
  timeoutMs = 5000,
}: PictureSourceOptions): PictureSource {
  const rate = createRequestRate();
  const underWay = new Map<string, Promise<StoredPicture | undefined>>();
  const load = async (path: string) => {
    await rate.admit();
    // Sent without a token: the picture host needs none.
    const response = await fetch(url + path, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const picture = response.ok ? toPicture(await readLimited(response, PICTURE_LIMIT)) : undefined;
    if (!response.ok) await response.body?.cancel();
    if (picture !== undefined) await posters.addPicture(path, picture);
    return picture;
  };
  return async (work) => {
    const path = await posters.path(work);
    if (path === undefined || path === '') return undefined;
    const stored = await posters.picture(path);
    if (stored !== undefined) return stored;
    const loading =
      underWay.get(path) ??
      load(path)
        // A page without the picture is better than no page. The next view of the page tries again.
        .catch(() => undefined)
        .finally(() => underWay.delete(path));
    underWay.set(path, loading);
    return loading;
  };
}

/**
 * The picture with its type. `undefined`: the first bytes are not those of a JPEG, PNG or WebP. SVG is
 * refused, because it can contain scripts.
 */
function toPicture(bytes: Uint8Array<ArrayBuffer>): StoredPicture | undefined {
  const begin = new TextDecoder('latin1').decode(bytes.subarray(0, 12));
  const type = SIGNATURES.find(([, signature]) => signature.test(begin))?.[0];
  return type === undefined ? undefined : { type, bytes };
}

const SIGNATURES = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
] as const;
