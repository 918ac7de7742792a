/**
 * `npx tsx scripts/icons.ts`: renders public/icons/source.svg into every PNG that the manifest and the
 * toolbar need.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';
import { requireChromium } from '../test/support/browser/browser-paths';

const folder = new URL('../public/icons/', import.meta.url);
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
} finally {
  await browser.close();
}
