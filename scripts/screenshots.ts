/**
 * `npm run screenshots [part of a name …]`: every view and state, light and dark, narrow and wide, into
 * `screenshots/`.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openViews, type ViewOptions, type Views } from '../test/ui/support/open-view';
import { shots, type Shot } from '../test/ui/support/shots';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const wanted = process.argv.slice(2);

await mkdir(folder, { recursive: true });
const views = await openViews();
let count = 0;
try {
  for (const shot of shots().filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  )) {
    for (const theme of ['light', 'dark'] as const) await takeAll(views, shot, theme);
  }
} finally {
  await views.close();
}
process.stdout.write(`${count} pictures in screenshots/\n`);

async function takeAll(all: Views, shot: Shot, theme: 'light' | 'dark'): Promise<void> {
  const widths = shot.scene.path.startsWith('popup') ? [undefined] : [390, 1180];
  for (const width of widths) {
    const scene: ViewOptions = { ...shot.scene, theme, ...(width === undefined ? {} : { width }) };
    const view = await all.open(scene);
    try {
      await shot.prepare?.(view.page);
      const size = width === undefined ? '' : width < 500 ? '-narrow' : '-wide';
      await view.page.screenshot({
        path: `${folder}${shot.name}${size}-${theme}.png`,
        fullPage: width === undefined,
        animations: 'disabled',
      });
      count += 1;
    } finally {
      await view.close();
    }
  }
}
