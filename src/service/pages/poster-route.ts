import { Hono } from 'hono';
import { builtInTitle } from '../catalogue/built-in/data';
import { allowExtensions } from '../http/allow-extensions';
import type { Env, Service } from '../http/environment';
import { together } from '../http/together';
import { isPosterMac } from '../secrets/poster-key';
import { drawCover } from './cover';

/**
 * `/poster/…?k=…`: the poster from the film database, or a drawn one. Public, but only the tracker can make
 * its addresses: a picture exists only for a work that somebody has asked for. Without the right `k` every
 * poster is drawn, and nothing is looked up. Extensions without access to this host may read posters.
 */
export function posterRoute({ pictures, store }: Service) {
  const posters = new Hono<Env>().use(PATH, together(allowExtensions()));
  return posters.get(PATH, async (c) => {
    const tmdbId = Number.parseInt(c.req.param('file'), 10);
    const kind = c.req.param('kind') === 'movie' ? 'movie' : 'show';
    const isOurs = isPosterMac(`${kind}/${String(tmdbId)}`, c.req.query('k') ?? '');
    const picture = isOurs
      ? await pictures(`${kind === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`)
      : undefined;
    if (picture !== undefined) return c.body(picture.bytes, 200, headersOf(picture.type, WEEK_SECONDS));
    const known = isOurs ? await store.media.nameOfWork(kind, tmdbId) : undefined;
    const name = known ?? { title: builtInTitle(kind, tmdbId) ?? '' };
    // Works that nobody has asked for look the same for every id.
    const svg = await drawCover({ id: name.title === '' ? 0 : tmdbId, ...name });
    return c.body(svg.toString(), 200, headersOf('image/svg+xml; charset=utf-8', HOUR_SECONDS));
  });
}

const PATH = '/poster/:kind{movie|show}/:file{[0-9]+}';

/** Seconds for which browsers keep a poster. A drawn one may later get a picture. */
const WEEK_SECONDS = 7 * 24 * 3600;
const HOUR_SECONDS = 3600;

function headersOf(type: string, seconds: number): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': `public, max-age=${String(seconds)}`,
  };
}
