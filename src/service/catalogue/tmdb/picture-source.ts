import type { Posters, StoredPicture } from '../../store/titles';
import { readLimited } from './read-limited';
import { createRequestRate } from './request-rate';

export type PictureSourceOptions = Readonly<{
  posters: Posters;
  fetch: typeof fetch;
  /** The picture host with the size of the pictures, without a slash at the end. */
  url?: string;
  timeoutMs?: number;
}>;

/** The poster of `movie/348` or `tv/1396`. `undefined`: it has none, or it cannot be fetched. */
export type PictureSource = (work: string) => Promise<StoredPicture | undefined>;

/** Largest picture in bytes. A poster of 185 pixels has about 15 kB. */
const PICTURE_LIMIT = 500_000;

/**
 * Pictures of the film database, fetched once and stored. Anybody who knows the service's address can see
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
    // Without a token, and without cookies, like every request of a server.
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
        // A page without this picture is better than no page; the next page view tries again.
        .catch(() => undefined)
        .finally(() => underWay.delete(path));
    underWay.set(path, loading);
    return loading;
  };
}

/** `undefined` if its first bytes are not those of a JPEG, PNG or WebP. SVG can contain scripts. */
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
