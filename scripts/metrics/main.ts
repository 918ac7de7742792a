/**
 * `npm run metrics [FOLDER]` prints figures about the readability of `src`; the length of lines is counted in
 * `scripts` too. It measures this checkout, or the one in FOLDER, which needs its own `node_modules/oxlint`.
 *
 * - `--list` also prints every place that a figure counts.
 * - `--check`, a part of `npm test`, prints only the figures over their limit in `limits.json`, with their
 *   places, and exits with 1 if there are any.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { walkCalls, type CallWalk } from './call-walk';
import { changedArrays } from './changed-arrays';
import { findFolderCycles } from './folder-cycles';
import { importEdges, namesakes, readDeclarations, readonlyWords, singleImporters } from './house';
import limits from './limits.json' with { type: 'json' };
import { lintFindings, statedNumber } from './lint-counts';
import { optionalSpreads } from './optional-spreads';
import { findCycles, readModules } from './source-modules';

const args = process.argv.slice(2);
const list = args.includes('--list');
const check = args.includes('--check');
const folder = args.find((arg) => !arg.startsWith('--'));
const root = folder === undefined ? fileURLToPath(new URL('../..', import.meta.url)) : resolve(folder);

const modules = readModules(root, 'src');
const lines = [...modules, ...readModules(root, 'scripts')].flatMap(({ path }) =>
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
const ownWalk = walkCalls(root, modules, start, { within: dirname(start.path) });

interface Figure {
  readonly name: string;
  readonly places: readonly string[];
  /** The value is the number of places per this many lines of `src`. */
  readonly each?: number;
}

const figures: readonly Figure[] = [
  { name: 'lines over 110 columns', places: placesOver(110) },
  { name: 'functions over 40 lines', places: placesOf(long, 40) },
  { name: 'functions over 80 lines', places: placesOf(long, 80) },
  { name: 'complexity over 10', places: placesOf(complexity, 10) },
  { name: 'complexity over 15', places: placesOf(complexity, 15) },
  { name: 'nested ternaries', places: placesOf(findings.filter(isNestedTernary)) },
  {
    name: 'optional spreads by hand',
    places: modules.flatMap(({ path }) => optionalSpreads(root, path)),
  },
  { name: 'import cycles of files', places: joined(findCycles(modules)) },
  { name: 'import cycles of folders', places: joined(findFolderCycles(modules)) },
  { name: 'files', places: modules.map(({ path }) => path) },
  { name: 'files with one importer, in their folder', places: singleImporters(modules) },
  { name: 'imports per 1,000 lines', places: importEdges(modules), each: 1000 },
  {
    name: 'exported names per 1,000 lines',
    places: modules.flatMap(({ path }) =>
      readDeclarations(root, path).exports.map((name) => `${path}#${name}`),
    ),
    each: 1000,
  },
  { name: 'type names with two homes', places: namesakes(root, modules) },
  { name: 'given arrays that are changed', places: modules.flatMap(({ path }) => changedArrays(root, path)) },
  { name: 'words `readonly`', places: modules.flatMap(({ path }) => readonlyWords(root, path)) },
  // What somebody reads who follows a report: the functions of its folder, and the functions that these call
  // elsewhere.
  { name: 'stops of one report', places: stopsOf(ownWalk) },
  // Also counts the calls of those functions in turn: every function that a report can reach.
  { name: 'functions a report can reach', places: stopsOf(walk) },
];

if (check) {
  const over = figures.filter((figure) => valueOf(figure) > limitOf(figure));
  for (const figure of over) printFigure(figure, true);
  process.exitCode = over.length === 0 ? 0 : 1;
} else {
  const longest = Math.max(...lines.map(({ length }) => length));
  say(`${lines.length} lines with those of scripts, longest line ${longest} columns`);
  for (const figure of figures) printFigure(figure, list);
}

function limitOf({ name }: Figure): number {
  const known: Readonly<Record<string, number>> = limits.readability;
  return known[name] ?? Infinity;
}

function valueOf({ places, each }: Figure): number {
  if (each === undefined) return places.length;
  const count = modules.reduce((sum, module) => sum + module.lines, 0);
  return Math.round((places.length * each * 10) / count) / 10;
}

function printFigure(figure: Figure, withPlaces: boolean): void {
  const value = String(valueOf(figure)).padStart(6);
  const limit = limitOf(figure);
  say(`${figure.name.padEnd(42)} ${value}   limit: ${limit === Infinity ? '–' : limit}`);
  if (withPlaces) for (const place of figure.places) say(`    ${place}`);
}

function stopsOf({ stops }: CallWalk): readonly string[] {
  return stops.map(({ path, name, depth }) => `${'  '.repeat(depth)}${path}#${name}`);
}

function isNestedTernary({ rule }: (typeof findings)[number]): boolean {
  return rule === 'no-nested-ternary';
}

function joined(cycles: readonly (readonly string[])[]): readonly string[] {
  return cycles.map((cycle) => cycle.join(' -> '));
}

function placesOver(columns: number): readonly string[] {
  return lines.filter(({ length }) => length > columns).map(({ place, length }) => `${place} (${length})`);
}

function placesOf(found: typeof findings, above = 0): readonly string[] {
  const counted = above === 0 ? found : found.filter((one) => statedNumber(one) > above);
  return counted.map((one) => `${one.place} ${one.message}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
