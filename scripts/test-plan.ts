import { readModules } from './metrics/source-modules';

/** Browser tests that every change runs: from the installation to the history, in both browsers. */
export const PROMISE: readonly string[] = [
  'test/e2e/chromium-journeys.test.ts',
  'test/e2e/firefox-journeys.test.ts',
  'test/e2e/first-evening.test.ts',
  'test/e2e/whole-way.test.ts',
];

/** What every part of the extension is built on. */
const BASE = ['src/core/', 'src/platform/', 'src/protocol/'];
const RECORDING = [...BASE, 'src/content/', 'src/background/', 'src/tracker/'];
const POPUP = [...BASE, 'src/popup/', 'src/ui/', 'public/'];
const OPTIONS = [...BASE, 'src/options/', 'src/ui/', 'public/'];
const TRACKER = [...BASE, 'src/service/'];
const LIBRARY = [...BASE, 'src/library/', 'src/service/catalogue/', 'public/library.html'];
const CONNECTORS = ['src/connectors/'];
const WORKBENCH = [...RECORDING, ...OPTIONS];
const EXTENSION = [...RECORDING, ...POPUP, ...OPTIONS, ...LIBRARY];
/** What a build depends on beside its sources. Its packages and its configuration can break every test. */
const BUILDS = ['scripts/'];

/**
 * Every other browser test, by the beginning of its path, with the paths whose change can break the test.
 * `npm run test:all` always runs the test; `npm test` runs it when one of these has changed:
 * - one of those paths;
 * - the test itself, or a module that the test imports, directly or not;
 * - a path that is in no row and not in `NO_BROWSER`: all tests run.
 */
export const CONCERNS: Readonly<Record<string, readonly string[]>> = {
  'test/bench/script-sources.': BUILDS,
  'test/content/picker/': WORKBENCH,
  'test/demo/': [...RECORDING, ...TRACKER, ...BUILDS, 'src/connectors/matinee-cinema/', 'test/demo/'],
  'test/e2e/access.': RECORDING,
  'test/e2e/any-page.': [...RECORDING, ...POPUP],
  'test/e2e/bad-input.': [...RECORDING, ...POPUP],
  'test/e2e/chaos': [...RECORDING, ...TRACKER],
  'test/e2e/choose-candidate.': [...RECORDING, ...POPUP, ...TRACKER],
  'test/e2e/degraded-reading.': RECORDING,
  'test/e2e/eviction.': [...RECORDING, ...POPUP, ...OPTIONS],
  'test/e2e/firefox-evening.': [...RECORDING, ...POPUP, ...OPTIONS, ...TRACKER],
  'test/e2e/first-minute.': [...BUILDS, ...EXTENSION],
  'test/e2e/history-changes.': [...RECORDING, ...POPUP, ...TRACKER],
  'test/e2e/invited.': [...RECORDING, ...OPTIONS, ...TRACKER],
  'test/e2e/kinds': RECORDING,
  'test/e2e/learned-titles.': [...RECORDING, ...POPUP, ...OPTIONS, ...TRACKER],
  'test/e2e/live-': [...RECORDING, ...POPUP, ...OPTIONS],
  'test/e2e/local-history.': [...EXTENSION, ...TRACKER],
  'test/e2e/moved-history.': [...RECORDING, ...OPTIONS, ...LIBRARY, ...TRACKER],
  'test/e2e/page-': RECORDING,
  'test/e2e/players': RECORDING,
  'test/e2e/shared-catalogue.': [...WORKBENCH, ...POPUP, ...TRACKER, 'src/connectors/zdf/'],
  'test/e2e/sites': [...RECORDING, 'src/connectors/platform/'],
  'test/e2e/slow-catalogue.': [...RECORDING, ...LIBRARY, ...TRACKER],
  'test/e2e/storage.': [...RECORDING, ...POPUP],
  'test/e2e/titles-in-their-language.': [...RECORDING, ...POPUP, ...TRACKER],
  'test/e2e/two-trackers.': [...RECORDING, ...OPTIONS, ...TRACKER, 'src/connectors/zdf/'],
  'test/e2e/ui-': [...RECORDING, ...POPUP, ...OPTIONS],
  'test/e2e/unattended-browser.': RECORDING,
  'test/e2e/upgrade.': [...RECORDING, ...POPUP, ...OPTIONS],
  'test/e2e/workbench': [...WORKBENCH, 'src/connectors/mubi/'],
  'test/e2e/worker.': [...RECORDING, ...POPUP, ...TRACKER],
  'test/options/options.': OPTIONS,
  'test/options/advanced/': OPTIONS,
  'test/options/workbench/': [...OPTIONS, ...CONNECTORS, 'src/content/'],
  'test/popup/': POPUP,
  'test/scripts/build/build-extension.': [...BUILDS, ...EXTENSION],
  'test/scripts/build/build-variants.': BUILDS,
  'test/scripts/dev/': BUILDS,
  'test/scripts/packages.': [...BUILDS, ...EXTENSION],
  'test/security/hostile-tracker.': [...RECORDING, ...POPUP, ...OPTIONS],
  'test/security/site-attacks.': [...RECORDING, ...OPTIONS],
  'test/service/pages.': [...TRACKER, 'src/content/replay/'],
  'test/support/browser/': [],
  'test/ui/': [...POPUP, ...OPTIONS],
};

/** What the extension is built with, before every browser test. */
const OF_EVERY_TEST = ['scripts/build/'];

/** What a module uses without an import, by the beginning of its path: whoever imports one depends on it. */
const USED_BY: Readonly<Record<string, readonly string[]>> = {
  'src/connectors/matinee-cinema/': [
    'test/demo/cinema.ts',
    'test/e2e/chaos/chaos-cinema.ts',
    'test/e2e/kinds/kinds-site.ts',
    'test/e2e/sites/any-language-cinema.ts',
    'test/e2e/sites/driven-cinema.ts',
  ],
  'test/demo/assets/': ['test/demo/cinema.ts'],
};

/** What no browser test reads, unless it imports it: texts, and what only unit tests run. */
const NO_BROWSER = [
  '.github/',
  '.store/',
  'deploy/',
  'docs/',
  'knip.json',
  'scripts/catalogue/',
  'scripts/changes.ts',
  'scripts/checks.ts',
  'scripts/connector-list/',
  'scripts/metrics/',
  'scripts/supply-chain.ts',
  'scripts/test',
  'test/background/',
  'test/bench/',
  'test/connectors/',
  'test/content/',
  'test/core/',
  'test/library/',
  'test/options/',
  'test/popup/',
  'test/protocol/',
  'test/scripts/',
  'test/security/',
  'test/service/',
  'test/simulation/',
  'test/tracker/',
];

/** Files for the unit tests alone, whatever has changed. */
const OF_TEXTS = ['test/repository.test.ts', 'test/documents.test.ts', 'test/manifest.test.ts'];
/** The unit tests that read built-in connectors of their own choice: their files, or every one. */
const OF_CONNECTORS = [
  'test/background/sites/sites.test.ts',
  'test/connectors/cases.test.ts',
  'test/connectors/jellyfin.test.ts',
  'test/connectors/largest-sites.test.ts',
  'test/connectors/product.test.ts',
  'test/connectors/redesign.test.ts',
  'test/connectors/site-list.test.ts',
  'test/connectors/unanswered-endpoints.test.ts',
  'test/connectors/unlabelled.test.ts',
  'test/content/page-monitor/page-monitor.test.ts',
  'test/core/definition/covers-address.test.ts',
  'test/core/definition/regex-search.test.ts',
  'test/core/hosts/watch-address.test.ts',
  'test/core/text/looks-secret.test.ts',
  'test/options/welcome/popular-sites.test.ts',
  'test/protocol/connector-list/tuf-client.test.ts',
  'test/protocol/definition/check-requests.test.ts',
  'test/protocol/definition/definition.test.ts',
  'test/protocol/definition/reach.test.ts',
  'test/protocol/definition/with-platform.test.ts',
  'test/protocol/tracker/documented-submission.test.ts',
  'test/scripts/build/without-unused.test.ts',
  'test/scripts/connector/schema-file.test.ts',
  'test/security/backup-file.test.ts',
  'test/service/catalogue/free/site-ids.test.ts',
  'test/ui/scenes.test.ts',
  ...OF_TEXTS,
];
/** The tests of the worker play at Netflix. One of them shows whether they still can. */
const OF_NETFLIX = 'test/background/recording/recording.test.ts';
const OF_TRACKER = [
  'test/service/',
  'test/tracker/',
  'test/security/',
  'test/scripts/build-tracker',
  ...OF_TEXTS,
];

export interface TestPlan {
  /** Files and folders for vitest; empty: all. */
  readonly files: readonly string[];
  /** Browser files that do not run. */
  readonly left: readonly string[];
  /** Static checks; undefined: all. */
  readonly checks?: readonly string[];
  /** Why, for the person who waits. */
  readonly reason: string;
}

/** All browser tests, each with the modules that it imports, directly or not. Types do not count. */
export type BrowserTests = ReadonlyMap<string, ReadonlySet<string>>;

interface Asked {
  readonly browserTests: BrowserTests;
  /** Paths that differ from the merge base; undefined: no base is known. */
  readonly changed: readonly string[] | undefined;
  readonly all?: boolean;
  /** Only what the change can reach. */
  readonly onlyChanged?: boolean;
  /** Files, folders or parts of their paths that a person named for vitest. */
  readonly named?: readonly string[];
}

/** Which tests a change needs. */
export function planTests(asked: Asked): TestPlan {
  const { browserTests, changed, all = false, onlyChanged = false, named = [] } = asked;
  if (named.length > 0) return { files: [], left: [], reason: `what is named: ${named.join(', ')}` };
  if (all) return { files: [], left: [], reason: 'everything' };
  const reached = new Set((changed ?? []).flatMap((path) => reachedBy(path, browserTests)));
  const narrow =
    onlyChanged && changed !== undefined ? planChanged(changed, reached, browserTests) : undefined;
  if (narrow !== undefined) return narrow;
  const left = [...browserTests.keys()].filter((file) => !PROMISE.includes(file) && !reached.has(file));
  const more = changed === undefined ? 'no change is known' : `${reached.size} that the change can reach`;
  return {
    files: [],
    left,
    reason:
      left.length === 0 ? 'everything' : `unit tests, PostgreSQL, the journeys, and browser tests: ${more}`,
  };
}

/** Of the tests that the changed paths reach, those that show a fault of theirs. Undefined: every one. */
function planChanged(
  changed: readonly string[],
  reached: ReadonlySet<string>,
  browserTests: BrowserTests,
): TestPlan | undefined {
  const unit = unitTestsFor(changed);
  if (unit === undefined) return undefined;
  const isOfSites = changed.every(isData);
  // The journeys of the site itself show a change of its connector. Others only play there.
  const browser = [...reached].filter((file) => !isOfSites || !/e2e\/(?!sites-)/u.test(file));
  return {
    files: [...new Set([...unit, ...browser])],
    left: [...browserTests.keys()].filter((file) => !browser.includes(file)),
    ...(isOfSites && { checks: ['format'] }),
    reason: `what the change reaches: unit tests in ${unit.join(', ')}, and ${browser.length} browser tests`,
  };
}

/** Texts and definitions of sites, of which only the formatting is checked without running the code. */
function isData(path: string): boolean {
  return isText(path) || /^src\/connectors\/(?!matinee-cinema\/)[^/]+\/[^/]+\.json$/u.test(path);
}

function isText(path: string): boolean {
  return path.endsWith('.md') || /^(?:docs|\.store)\//u.test(path);
}

/** The browser tests that a change of this path can break: those that import it, and those of its rows. */
function reachedBy(path: string, tests: BrowserTests): readonly string[] {
  const files = [...tests.keys()];
  if (tests.has(path)) return [path];
  if (OF_EVERY_TEST.some((start) => path.startsWith(start))) return files;
  const modules = [path, ...usersOf(path)];
  const rows = Object.entries(CONCERNS).filter(([, paths]) => paths.some((start) => path.startsWith(start)));
  const ofRows = isWithoutBrowser(path) ? [] : rows.map(([start]) => start);
  const found = files.filter(
    (file) =>
      modules.some((module) => tests.get(file)?.has(module)) ||
      hasSimulationOf(path, tests.get(file) ?? new Set()) ||
      ofRows.some((start) => file.startsWith(start)),
  );
  return found.length > 0 || isWithoutBrowser(path) ? found : files;
}

function usersOf(path: string): readonly string[] {
  const named = Object.entries(USED_BY).filter(([start]) => path.startsWith(start));
  return named.flatMap(([, modules]) => modules);
}

/** The simulated site of a connector has its name, with dashes between the words. */
function hasSimulationOf(path: string, modules: ReadonlySet<string>): boolean {
  const site = /^src\/connectors\/([^/]+)\//u.exec(path)?.[1]?.replaceAll('-', '');
  if (site === undefined) return false;
  return [...modules].some((module) => module.replaceAll('-', '') === `test/e2e/sites/${site}.ts`);
}

function isWithoutBrowser(path: string): boolean {
  return path.endsWith('.md') || NO_BROWSER.some((start) => path.startsWith(start));
}

/** As the project `browser` of vitest.config.ts includes them. */
export function readBrowserTests(root: string): BrowserTests {
  const all = ['test', 'src', 'scripts'].flatMap((folder) => readModules(root, folder));
  const modules = new Map(all.map(({ path, imports }) => [path, imports]));
  const importsOf = (file: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const walk = (path: string) => {
      for (const { target, typeOnly } of modules.get(path) ?? []) {
        if (typeOnly || !/^(?:test|src|scripts)\//u.test(target) || found.has(target)) continue;
        found.add(target);
        walk(target);
      }
    };
    walk(file);
    return found;
  };
  const files = [...modules.keys()].filter((path) => /^test\/(?:e2e\/.*|.*\.browser)\.test\.ts$/u.test(path));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** Unit tests and folders of them. Undefined: the change can reach every one. */
function unitTestsFor(changed: readonly string[]): readonly string[] | undefined {
  const code = changed.filter((path) => !isText(path));
  const areIn = (...starts: readonly string[]) =>
    code.every((path) => starts.some((start) => path.startsWith(start)));
  if (code.length === 0) return OF_TEXTS;
  if (areIn('src/connectors/'))
    return code.some((path) => path.startsWith('src/connectors/netflix/'))
      ? [...OF_CONNECTORS, OF_NETFLIX]
      : OF_CONNECTORS;
  if (areIn('src/service/', 'test/service/')) return OF_TRACKER;
  const tests = code.filter((path) => /^test\/.*\.test\.tsx?$/u.test(path));
  return tests.length === code.length ? [...tests, ...OF_TEXTS] : undefined;
}
