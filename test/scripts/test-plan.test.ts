import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { CONCERNS, planTests, PROMISE, readBrowserTests } from '../../scripts/test-plan';

const root = fileURLToPath(new URL('../..', import.meta.url));
const browserTests = readBrowserTests(root);
const files = [...browserTests.keys()];
const plan = (changed: readonly string[] | undefined, onlyChanged = false) =>
  planTests({ browserTests, changed, onlyChanged });

/** The browser tests that run with a change, beside the promise. */
const reached = (...changed: readonly string[]) => {
  const { left } = plan(changed);
  return files.filter((file) => !left.includes(file) && !PROMISE.includes(file));
};
const others = files.filter((file) => !PROMISE.includes(file));

test('each browser test is in the promise, or in one row of what it concerns', () => {
  const rowsOf = (file: string) => [
    ...Object.keys(CONCERNS).filter((start) => file.startsWith(start)),
    ...PROMISE.filter((one) => one === file),
  ];
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter((file) => rowsOf(file).length !== 1)).toEqual([]);
});

test('a change of what a browser test imports, from wherever, runs it', () => {
  const missing = others.flatMap((file) =>
    [...(browserTests.get(file) ?? [])]
      .filter((path) => !reached(path).includes(file))
      .map((path) => `${path} → ${file}`),
  );
  expect(browserTests.get('test/popup/popup.browser.test.ts')).toContain(
    'src/background/message-handlers.ts',
  );
  expect(browserTests.get('test/e2e/ui-flows.test.ts')).toContain('src/service/start-service.ts');
  expect(missing).toEqual([]);
});

test('what builds the extension concerns all of them', () => {
  expect(reached('scripts/build/constants.ts')).toEqual(others);
});

test('each row has a test, and each of its paths exists', () => {
  const starts = Object.keys(CONCERNS);
  expect(starts.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([]);
  expect(PROMISE.filter((file) => !files.includes(file))).toEqual([]);
  const paths = [...new Set(Object.values(CONCERNS).flat())];
  expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
});

test('without an earlier state, as in a clone of main, the promise runs', () => {
  for (const onlyChanged of [false, true])
    expect(plan(undefined, onlyChanged)).toMatchObject({ files: [], left: others });
});

test('everything is nothing left out', () => {
  expect(planTests({ browserTests, changed: undefined, all: true })).toMatchObject({ files: [], left: [] });
});

test.each([
  ['src/popup/now/repair.ts', 'test/popup/popup.browser.test.ts'],
  ['src/core/session/reducer.ts', 'test/e2e/kinds-firefox.test.ts'],
  ['src/connectors/zdf/definition.json', 'test/options/workbench/cases/every-case.browser.test.ts'],
  ['src/service/pages/forms.ts', 'test/service/pages.browser.test.ts'],
  ['src/library/main.ts', 'test/e2e/local-history.test.ts'],
  ['scripts/packages.ts', 'test/scripts/build/build-variants.browser.test.ts'],
  ['public/_locales/de/messages.json', 'test/ui/axe.browser.test.ts'],
  ['test/e2e/kinds/kinds-stage.ts', 'test/e2e/kinds-chromium.test.ts'],
  ['test/service/squeezed-texts.ts', 'test/service/pages.browser.test.ts'],
  ['test/e2e/access.test.ts', 'test/e2e/access.test.ts'],
  ['test/demo/cinema.ts', 'test/demo/demo.browser.test.ts'],
  ['test/demo/cinema.ts', 'test/e2e/ui-flows.test.ts'],
  ['test/demo/assets/cinema.css', 'test/e2e/ui-flows.test.ts'],
  ['src/connectors/netflix/definition.json', 'test/e2e/worker.test.ts'],
  ['src/connectors/matinee-cinema/definition.json', 'test/e2e/kinds-firefox.test.ts'],
  ['src/content/main.ts', 'test/demo/demo.browser.test.ts'],
  ['src/background/main.ts', 'test/e2e/moved-history.test.ts'],
  ['src/options/main.tsx', 'test/e2e/upgrade.test.ts'],
  ['src/popup/main.tsx', 'test/e2e/local-history.test.ts'],
])('a change of %s runs %s too', (path, file) => {
  expect(reached(path)).toContain(file);
  expect(reached('docs/debugging.md', path)).toContain(file);
  expect(reached(path).length).toBeLessThan(others.length);
});

test.each([
  'docs/debugging.md',
  'src/connectors/README.md',
  'test/core/text/fold.test.ts',
  'scripts/test-plan.ts',
])('a change of %s runs no more', (path) => expect(reached(path)).toEqual([]));

test('a build of another kind is no matter of the sources', () => {
  expect(reached('src/core/session/reducer.ts')).not.toContain(
    'test/scripts/dev/start-development.browser.test.ts',
  );
});

test.each([
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'manifest.json',
  'src/a-new-room/main.ts',
  'test/support/vitest/leftovers.ts',
])('what nothing is known of, as %s, runs everything', (path) => {
  expect(plan([path, 'docs/debugging.md'])).toMatchObject({ files: [], left: [] });
});

test.each([
  [['src/connectors/zdf/definition.json', 'README.md'], 'test/connectors/cases.test.ts'],
  [['src/service/api/viewings.ts'], 'test/service/'],
  [['docs/debugging.md'], 'test/documents.test.ts'],
  [['test/core/text/fold.test.ts', 'docs/debugging.md'], 'test/core/text/fold.test.ts'],
])('what %s can reach is less', (changed, file) => {
  const { files: run, left } = plan(changed, true);
  expect(run).toContain(file);
  expect(run).toContain('test/repository.test.ts');
  expect(left).toEqual(files.filter((one) => !run.includes(one)));
  expect(left.length).toBeGreaterThan(0);
});

test('a change of a connector runs each unit test that reads built-in connectors', () => {
  const reading = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && !browserTests.has(path))
    .filter((path) => path !== 'test/scripts/test-plan.test.ts')
    .filter((path) =>
      /\bbuiltIn(?:Sites?|Definitions)\(|src\/connectors\//.test(readFileSync(root + path, 'utf8')),
    );
  const { files: run, checks } = plan(['src/connectors/zdf/definition.json'], true);
  expect(reading.length).toBeGreaterThan(15);
  expect(reading.filter((path) => !run.includes(path))).toEqual([]);
  expect(run.filter((path) => !existsSync(root + path))).toEqual([]);
  expect(checks).toEqual(['format']);
  for (const path of [
    'src/core/text/fold.ts',
    'src/connectors/definition.schema.json',
    'src/connectors/matinee-cinema/definition.json',
  ])
    expect(plan(['src/connectors/zdf/definition.json', path], true).checks).toBeUndefined();
});

test.each([
  ['appletv', 'in-place'],
  ['netflix', 'page-world'],
  ['jellyfin', 'frames-and-hosts'],
])('a change of %s runs the journeys of its simulated site, and of no other', (id, part) => {
  const journeys = reached(`src/connectors/${id}/cases.json`).filter((file) => file.includes('e2e/sites-'));
  expect(journeys).toEqual([`test/e2e/sites-${part}.test.ts`]);
});

test('of the browser tests only those about a site run with `--changed` for its connector', () => {
  const run = (path: string) => plan([path], true).files.filter((file) => browserTests.has(file));
  expect(run('src/connectors/netflix/definition.json')).toEqual([
    'test/e2e/sites-page-world.test.ts',
    'test/options/workbench/cases/every-case.browser.test.ts',
  ]);
  expect(run('src/connectors/matinee-cinema/definition.json')).toContain(
    'test/e2e/chromium-journeys.test.ts',
  );
});

test('what is named is never left out, whatever has changed', () => {
  for (const named of ['test/popup/popup.browser.test.ts', 'test/popup'])
    for (const onlyChanged of [false, true])
      expect(planTests({ browserTests, changed: [], onlyChanged, named: [named] })).toMatchObject({
        files: [],
        left: [],
      });
});

test.each([
  ['src/core/text/fold.ts', 'src/connectors/zdf/definition.json'],
  ['src/service/api/viewings.ts', 'src/core/text/fold.ts'],
  ['test/support/wait-for.ts'],
  ['package.json'],
])('what is used everywhere, as %s, can reach every unit test', (...changed) => {
  expect(plan(changed, true).files).toEqual([]);
});
