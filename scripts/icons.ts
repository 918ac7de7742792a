/**
 * `npx tsx scripts/icons.ts`: renders public/icons/source.svg into every PNG that the manifest and the
 * toolbar need, and into the two pictures of the add-on for Kodi.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import { requireChromium } from '../test/support/browser/browser-paths';

const folder = new URL('../public/icons/', import.meta.url);
const kodiFolder = new URL('../deploy/kodi/service.matinee/resources/', import.meta.url);
const STATES = ['idle', 'playing', 'watched', 'attention', 'off'];
const WITH_BADGE = new Set(['playing', 'watched', 'attention']);

const source = await readFile(new URL('source.svg', folder), 'utf8');
const browser = await chromium.launch({
  executablePath: requireChromium(),
  chromiumSandbox: process.getuid?.() !== 0,
});
try {
  const page = await browser.newPage();
  for (const size of [16, 32, 48, 128]) await render(`icon-${size}.png`, size);
  for (const state of STATES) {
    for (const size of [16, 32]) await render(`icon-${state}-${size}.png`, size, state);
  }
  // The add-on repository wants an icon of 512×512 without transparency, and fanart of 1920×1080.
  await draw('icon.png', { width: 512, height: 512, ticket: 400 });
  await draw('fanart.jpg', { width: 1920, height: 1080, ticket: 480 });

  async function render(name: string, size: number, state?: string): Promise<void> {
    const attributes = [
      ...(state === undefined ? [] : [`data-state="${state}"`]),
      ...(state !== undefined && WITH_BADGE.has(state) ? ['data-badge=""'] : []),
      `width="${size}" height="${size}"`,
    ];
    const svg = source.replace('width="16" height="16">', `${attributes.join(' ')}>`);
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: true }));
  }

  /** Draws the ticket in the middle of a dark hall. */
  async function draw(
    name: string,
    { width, height, ticket }: { readonly width: number; readonly height: number; readonly ticket: number },
  ): Promise<void> {
    const svg = source.replace('width="16" height="16">', `width="${ticket}" height="${ticket}">`);
    await page.setViewportSize({ width, height });
    await page.setContent(`<style>
      html { background: #16131a }
      body { margin: 0; height: 100vh; overflow: hidden; display: grid; place-items: center;
        background: radial-gradient(circle at 50% 45%, #4a3036, #16131a 70%) }
      </style>${svg}`);
    const type = name.endsWith('.jpg')
      ? ({ type: 'jpeg', quality: 85 } as const)
      : ({ type: 'png' } as const);
    await writeFile(new URL(name, kodiFolder), await page.screenshot(type));
  }
} finally {
  await browser.close();
}
