/**
 * `npm run metrics [FOLDER]` prints figures about the readability of `src`, of this checkout or of FOLDER,
 * which needs its own `node_modules/oxlint`. `--list` prints every place that a figure counts.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { walkCalls } from './call-walk';
import { findFolderCycles } from './folder-cycles';
import { lintFindings, statedNumber } from './lint-counts';
import { optionalSpreads } from './optional-spreads';
import { findCycles, readModules } from './source-modules';

const args = process.argv.slice(2);
const list = args.includes('--list');
const folder = args.find((arg) => !arg.startsWith('--'));
const root = folder === undefined ? fileURLToPath(new URL('../..', import.meta.url)) : resolve(folder);

const modules = readModules(root, 'src');
const lines = modules.flatMap(({ path }) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, length: text.length })),
);
const findings = lintFindings(root, 'src');
const complexity = findings.filter(({ rule }) => rule === 'complexity');
const long = findings.filter(({ rule }) => rule === 'max-lines-per-function');
const start = modules.some(({ path }) => path === 'src/background/recording/handle-report.ts')
  ? { path: 'src/background/recording/handle-report.ts', name: 'handleReport' }
  : { path: 'src/background/on-report.ts', name: 'onReport' };
const walk = walkCalls(root, modules, start);

const figures: readonly (readonly [name: string, places: readonly string[], goal: string])[] = [
  ['lines over 110 columns', placesOver(110), '0'],
  ['lines over 140 columns', placesOver(140), '0'],
  ['functions over 40 lines', placesOf(long, 40), '12 at most'],
  ['functions over 80 lines', placesOf(long, 80), '0'],
  ['complexity over 10', placesOf(complexity, 10), '15 at most'],
  ['complexity over 15', placesOf(complexity, 15), '0'],
  ['nested ternaries', placesOf(findings.filter(({ rule }) => rule === 'no-nested-ternary')), '0'],
  ['optional spreads by hand', modules.flatMap(({ path }) => optionalSpreads(root, path)), '0'],
  ['import cycles of files', findCycles(modules).map((cycle) => cycle.join(' -> ')), '0'],
  ['import cycles of folders', findFolderCycles(modules).map((cycle) => cycle.join(' -> ')), '0'],
  [
    'stops of one report',
    walk.stops.map(({ path, name, depth }) => `${'  '.repeat(depth)}${path}#${name}`),
    '40 at most',
  ],
  ['files of one report', walk.files, '–'],
];

const longest = Math.max(...lines.map(({ length }) => length));
say(`${modules.length} files, ${lines.length} lines, longest line ${longest} columns`);
for (const [name, places, goal] of figures) {
  say(`${name.padEnd(28)} ${String(places.length).padStart(5)}   goal: ${goal}`);
  if (list) for (const place of places) say(`    ${place}`);
}

function placesOver(columns: number): readonly string[] {
  return lines.filter(({ length }) => length > columns).map(({ place, length }) => `${place} (${length})`);
}

function placesOf(found: typeof findings, over = 0): readonly string[] {
  const counted = over === 0 ? found : found.filter((one) => statedNumber(one) > over);
  return counted.map((one) => `${one.place} ${one.message}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
