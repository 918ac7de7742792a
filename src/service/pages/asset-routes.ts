import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** The style sheet, the icon, the manifest, and the scripts for passkeys, cards and reviews. */
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

/** A phone with the page on its home screen shows it as an app. */
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

/** Built from `content/replay`. */
const REPLAY = 'replay.js';

/**
 * Whether the script that replays saved pages was built; it may be missing when the service runs from its
 * sources.
 */
export function hasReplayScript(): boolean {
  return findAsset(REPLAY) !== undefined;
}

/**
 * In a bundle all assets are in one folder. In the repository the tokens are those of the extension, and
 * built files are in the cache.
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
