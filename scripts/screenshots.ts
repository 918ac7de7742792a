/**
 * `npm run screenshots -- [--language de] [--large] [--forced-colors] [part of a name …]`: every view and
 * state, light and dark, into `screenshots/`: the popup in the browser's real bubble, the other pages narrow
 * and wide. Without a language each view is in its own, which is mostly English; with one, all views are in
 * it and the names of the files end with it. `--large` sets twice the usual font size of the browser.
 */
import { parseArgs } from 'node:util';
import type { takePictures } from '../test/ui/support/take-pictures';
import { root } from './build/root';
import { withSource } from './load-source';

const {
  values: { language, large, 'forced-colors': forcedColors },
  positionals: wanted,
} = parseArgs({
  options: {
    language: { type: 'string' },
    large: { type: 'boolean', default: false },
    'forced-colors': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

await withSource('/test/ui/support/take-pictures.ts', async (module) => {
  const take = module['takePictures'] as typeof takePictures;
  const folder = `${root}screenshots/`;
  const count = await take({ folder, wanted, language, large, forcedColors });
  process.stdout.write(`${count} pictures in screenshots/\n`);
});
