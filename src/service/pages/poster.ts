import { Hono } from 'hono';
import { html } from 'hono/html';
import { builtInTitle } from '../catalogue/built-in/data';
import type { Env, Service } from '../http/environment';
import { isPosterMac } from '../secrets/poster-key';
import type { Html } from './layout';

/** Degrees between the hues of two neighbouring ids, so that posters side by side differ. */
const HUE_STEP = 47;

/**
 * `/poster/…?k=…`: the poster of the film database, or a drawn one for titles without one. Public, but only
 * the tracker can make its addresses: a picture is there for what somebody has asked for. Without the right
 * `k` every poster is drawn, and nothing is looked up.
 */
export function posterRoute({ pictures }: Service) {
  return new Hono<Env>().get('/poster/:kind{movie|show}/:file{[0-9]+}', async (c) => {
    const tmdbId = Number.parseInt(c.req.param('file'), 10);
    const kind = c.req.param('kind') === 'movie' ? 'movie' : 'show';
    const isOurs = isPosterMac(`${kind}/${String(tmdbId)}`, c.req.query('k') ?? '');
    const picture = isOurs
      ? await pictures(`${kind === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`)
      : undefined;
    if (picture !== undefined) return c.body(picture.bytes, 200, headersOf(picture.type, WEEK_SECONDS));
    const svg = await drawPoster(builtInTitle(kind, tmdbId) ?? '', (tmdbId * HUE_STEP) % 360);
    return c.body(svg.toString(), 200, headersOf('image/svg+xml; charset=utf-8', HOUR_SECONDS));
  });
}

/** How long browsers keep a poster. A drawn one may get a picture. */
const WEEK_SECONDS = 7 * 24 * 3600;
const HOUR_SECONDS = 3600;

function headersOf(type: string, seconds: number): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': `public, max-age=${String(seconds)}`,
  };
}

function drawPoster(title: string, hue: number): Html {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" role="img" aria-label="${title}">
    <rect width="200" height="300" fill="hsl(${hue} 45% 26%)" />
    <circle cx="100" cy="118" r="52" fill="hsl(${(hue + 40) % 360} 70% 62%)" />
    <rect y="170" width="200" height="130" fill="hsl(${hue} 50% 16%)" />
    <g fill="#fff" font-family="system-ui, sans-serif" font-size="18" font-weight="600" text-anchor="middle">
      ${splitTitle(title).map((line, index) => html`<text x="100" y="${212 + index * 24}">${line}</text>`)}
    </g>
  </svg>`;
}

/** Widest line in characters, and most lines, that the poster holds. */
const LINE_LENGTH = 18;
const LINE_COUNT = 3;

function splitTitle(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE_LENGTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.slice(0, LINE_COUNT);
}
