/**
 * `npm run screenshots -- [--language de] [part of a name …]`: every view and state, light and dark, narrow
 * and wide, into `screenshots/`. Without a language each view is in its own, which is mostly English; with
 * one, all views are in it and the names of the files end with it.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defined } from '../src/core/values/defined';
import { openViews, type ViewOptions, type Views } from '../test/ui/support/open-view';
import { shots, type Shot } from '../test/ui/support/shots';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const {
  values: { language },
  positionals: wanted,
} = parseArgs({ options: { language: { type: 'string' } }, allowPositionals: true });
const suffix = language === undefined ? '' : `-${language}`;
const POPUP = { name: '', width: undefined };
const NARROW = { name: '-narrow', width: 390 };
const WIDE = { name: '-wide', width: 1180 };

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
  // The popup has a width of its own.
  const sizes = shot.scene.path.startsWith('popup') ? [POPUP] : [NARROW, WIDE];
  for (const { name, width } of sizes) {
    const scene: ViewOptions = { ...shot.scene, theme, ...defined({ width, language }) };
    const view = await all.open(scene);
    try {
      await shot.prepare?.(view.page, view.text);
      await view.page.screenshot({
        path: `${folder}${shot.name}${name}-${theme}${suffix}.png`,
        fullPage: width === undefined,
        animations: 'disabled',
      });
      count += 1;
    } finally {
      await view.close();
    }
  }
}
