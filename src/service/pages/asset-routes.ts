import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

const HOUR_SECONDS = 3600;

const DAY_SECONDS = 86_400;

/**
 * Serves the style sheet, the icon, the web app manifest, and the scripts for passkeys, cards and reviews.
 */
export function assetRoutes() {
  const style = readAsset('tokens.css') + readAsset('style.css');
  const icon = readAsset('icon.svg');
  const passkey = readAsset('passkey.js');
  const yearCard = readAsset('year-card.js');
  return new Hono()
    .get('/passkey.js', (c) => c.body(passkey, 200, assetHeaders(SCRIPT, HOUR_SECONDS)))
    .get('/year-card.js', (c) => c.body(yearCard, 200, assetHeaders(SCRIPT, HOUR_SECONDS)))
    .get('/manifest.webmanifest', (c) =>
      c.body(MANIFEST, 200, assetHeaders('application/manifest+json', DAY_SECONDS)),
    )
    .get('/replay.js', (c) =>
      hasReplayScript()
        ? c.body(readAsset(REPLAY), 200, assetHeaders(SCRIPT, HOUR_SECONDS))
        : c.body(null, 404),
    )
    .get('/style.css', (c) => c.body(style, 200, assetHeaders('text/css; charset=utf-8', HOUR_SECONDS)))
    .get('/icon.svg', (c) => c.body(icon, 200, assetHeaders('image/svg+xml', DAY_SECONDS)));
}

/** The web app manifest. A phone that has the page on its home screen opens it like an app. */
const MANIFEST = JSON.stringify({
  name: 'Matinee',
  short_name: 'Matinee',
  start_url: '/history',
  scope: '/',
  display: 'standalone',
  background_color: '#14100e',
  theme_color: '#b80f2c',
  icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
});

const SCRIPT = 'text/javascript; charset=utf-8';

/** The script that replays saved pages. The build makes it from src/content/replay. */
const REPLAY = 'replay.js';

/** Whether `replay.js` was built. It may be missing if the service runs from its sources. */
export function hasReplayScript(): boolean {
  return findAsset(REPLAY) !== undefined;
}

/**
 * Folders of the assets. A bundle has all of them in the first one. In the repository, the colours
 * (`tokens.css`) are those of the extension, and the build writes its files to the cache.
 */
const FOLDERS = ['assets', '../../ui/styles', '../../../.cache/tracker'];

function readAsset(name: string): string {
  const place = findAsset(name);
  if (place === undefined) throw new Error(`The asset ${name} is missing`);
  return readFileSync(place, 'utf8');
}

function findAsset(name: string): URL | undefined {
  return FOLDERS.map((folder) => new URL(`${folder}/${name}`, import.meta.url)).find((url) =>
    existsSync(url),
  );
}

function assetHeaders(type: string, maxAge: number): Record<string, string> {
  return { 'Content-Type': type, 'Cache-Control': `public, max-age=${String(maxAge)}` };
}

/** A copy of the type in `layout.ts`, which imports this file and so cannot be imported here. */
type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const STAR = 'M12 3.2l2.7 5.7 6.2.8-4.6 4.3 1.2 6.2-5.5-3.1-5.5 3.1 1.2-6.2L3.1 9.7l6.2-.8z';

/** SVG paths, drawn as lines in a square of 24 units. */
const LINES = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  pencil: 'M4 20l1-5L16 4l4 4L9 19z M13.5 6.5l4 4',
  list: 'M7 4h10v16l-5-4-5 4z',
  lists: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  earlier: 'M12 19V5M6 11l6-6 6 6',
  later: 'M12 5v14M6 13l6 6 6-6',
  heart: 'M12 20S4 15 4 9a4 4 0 0 1 8-1.5A4 4 0 0 1 20 9c0 6-8 11-8 11z',
  empty: STAR,
  upto: 'M5 8l4 4 6-7M5 16l4 4L19 9',
  clock: 'M12 4a8 8 0 1 0 .01 0M12 8v4.5l3 2',
  play: 'M8 5l11 7-11 7z',
  days: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  bars: 'M5 20v-7M12 20V5M19 20V10',
  search: 'M11 4a7 7 0 1 0 .01 0M16 16l5 5',
  plus: 'M12 5v14M5 12h14',
  person: 'M12 4a4 4 0 1 0 .01 0M4 21c1-5 4-7 8-7s7 2 8 7',
} as const;

export type PageIcon = keyof typeof LINES | 'star' | 'half';

/** The drawings of all icons, once per page; `icon` refers to them. */
export function iconSheet(): Html {
  const lines = Object.entries(LINES).map(
    ([name, path]) => html`<symbol id="i-${name}" viewBox="0 0 24 24"><path d="${path}" /></symbol>`,
  );
  return html`<svg class="sheet" aria-hidden="true" width="0" height="0">
    ${lines}
    <symbol id="i-star" viewBox="0 0 24 24"><path class="full" d="${STAR}" /></symbol>
    <symbol id="i-half" viewBox="0 0 24 24">
      <path d="${STAR}" />
      <path class="full" d="M12 3.2L9.3 8.9l-6.2.8 4.6 4.3-1.2 6.2 5.5-3.1z" />
    </symbol>
  </svg>`;
}

/** An icon that screen readers skip: the text or label of the same element names it. */
export function icon(name: PageIcon): Html {
  return html`<svg class="icon" aria-hidden="true"><use href="#i-${name}" /></svg>`;
}
