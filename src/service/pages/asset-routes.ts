import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** The style sheet, the icon, and the script for passkeys. */
export function assetRoutes() {
  const style = readAsset('tokens.css') + readAsset('style.css');
  const icon = readAsset('icon.svg');
  const passkey = readAsset('passkey.js');
  return new Hono()
    .get('/passkey.js', (c) =>
      c.body(passkey, 200, assetHeaders('text/javascript; charset=utf-8', HOUR_SECONDS)),
    )
    .get('/style.css', (c) => c.body(style, 200, assetHeaders('text/css; charset=utf-8', HOUR_SECONDS)))
    .get('/icon.svg', (c) => c.body(icon, 200, assetHeaders('image/svg+xml', DAY_SECONDS)));
}

/** Beside a bundle all assets are in one folder; in the repository the tokens are those of the extension. */
const FOLDERS = ['assets', '../../ui/styles'];

function readAsset(name: string): string {
  const places = FOLDERS.map((folder) => new URL(`${folder}/${name}`, import.meta.url));
  const place = places.find((url) => existsSync(url));
  if (place === undefined) throw new Error(`The asset ${name} is missing`);
  return readFileSync(place, 'utf8');
}

function assetHeaders(type: string, maxAge: number): Record<string, string> {
  return { 'Content-Type': type, 'Cache-Control': `public, max-age=${String(maxAge)}` };
}
