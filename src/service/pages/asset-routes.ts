import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** The style sheet, the icon, and the scripts for passkeys and for the review of connectors. */
export function assetRoutes() {
  const style = readAsset('tokens.css') + readAsset('style.css');
  const icon = readAsset('icon.svg');
  const passkey = readAsset('passkey.js');
  return new Hono()
    .get('/passkey.js', (c) => c.body(passkey, 200, assetHeaders(SCRIPT, HOUR_SECONDS)))
    .get('/replay.js', (c) =>
      hasReplayScript()
        ? c.body(readAsset(REPLAY), 200, assetHeaders(SCRIPT, HOUR_SECONDS))
        : c.body(null, 404),
    )
    .get('/style.css', (c) => c.body(style, 200, assetHeaders('text/css; charset=utf-8', HOUR_SECONDS)))
    .get('/icon.svg', (c) => c.body(icon, 200, assetHeaders('image/svg+xml', DAY_SECONDS)));
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** Built from `content/replay`. */
const REPLAY = 'replay.js';

/** Whether the script that replays saved pages was built; a service in its sources can be without. */
export function hasReplayScript(): boolean {
  return findAsset(REPLAY) !== undefined;
}

/**
 * Beside a bundle all assets are in one folder; in the repository the tokens are those of the extension, and
 * what is built is in the cache.
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
