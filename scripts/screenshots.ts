/**
 * `npm run screenshots -- [option …] [part of a name …]`: pictures of every view and state, light and dark,
 * into `screenshots/`: the popup in the browser's real bubble, the other pages narrow and wide.
 *
 * - `--language de`: all views in this language; the names of the files end with it. Without the option
 *   each view has a language of its own, mostly English.
 * - `--theme dark`: only this theme.
 * - `--large`: twice the usual font size.
 * - `--forced-colors`: with forced colours.
 * - `--firefox`: instead, the popup in the panel of Firefox, in each of its statuses.
 * - `--tracker`: instead, the pages of the tracker in English, German and Arabic, with as many viewings as
 *   `--viewings` states (default: 20,000).
 */
import { parseArgs } from 'node:util';
import type { picturePages } from '../test/service/picture-pages';
import type { takePictures } from '../test/ui/support/take-pictures';
import { root } from './build/root';
import { withSource } from './load-source';

const {
  values: { language, theme, large, firefox, 'forced-colors': forcedColors, tracker, viewings },
  positionals: wanted,
} = parseArgs({
  options: {
    language: { type: 'string' },
    theme: { type: 'string' },
    large: { type: 'boolean', default: false },
    firefox: { type: 'boolean', default: false },
    'forced-colors': { type: 'boolean', default: false },
    tracker: { type: 'boolean', default: false },
    viewings: { type: 'string', default: '20000' },
  },
  allowPositionals: true,
});

const folder = `${root}screenshots/`;
if (tracker)
  await withSource('/test/service/picture-pages.ts', async (module) => {
    const take = module['picturePages'] as typeof picturePages;
    print(await take({ folder, wanted, language, viewings: Number(viewings) }));
  });
else
  await withSource('/test/ui/support/take-pictures.ts', async (module) => {
    const take = module['takePictures'] as typeof takePictures;
    print(await take({ folder, wanted, language, theme: themeOf(theme), large, firefox, forcedColors }));
  });

// Exits explicitly: the worker that plays the states leaves its BroadcastChannel open, which keeps Node
// running.
process.exit();

/** The chosen theme; `undefined` for both. */
function themeOf(name: string | undefined): 'light' | 'dark' | undefined {
  return name === 'light' || name === 'dark' ? name : undefined;
}

function print(count: number): void {
  process.stdout.write(`${count} pictures in screenshots/\n`);
}
