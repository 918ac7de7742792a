import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUILD_TESTS, KIND_TESTS, planTests } from '../../scripts/test-plan';

test('without an earlier state, as in a clone of main, every test runs but those of builds', () => {
  for (const onlyChanged of [false, true])
    expect(planTests({ changed: undefined, onlyChanged })).toMatchObject({ files: [], left: BUILD_TESTS });
  expect(planTests({ changed: undefined, all: true })).toMatchObject({ files: [], left: [] });
});

test.each([
  'scripts/build/manifest.ts',
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'manifest.json',
  '.github/workflows/test.yml',
  BUILD_TESTS[0] ?? '',
])('a change of %s runs the tests of builds', (path) => {
  expect(planTests({ changed: ['src/core/text/fold.ts', path] })).toMatchObject({ files: [], left: [] });
});

test.each(['src/core/session/reducer.ts', 'src/content/main.ts', KIND_TESTS[0] ?? ''])(
  'a change of %s runs all but these',
  (path) => {
    expect(planTests({ changed: [path] })).toMatchObject({ files: [], left: BUILD_TESTS });
    expect(planTests({ changed: [path], all: true })).toMatchObject({ files: [], left: [] });
  },
);

test.each(['public/_locales/en/messages.json', 'src/service/main.ts', 'test/core/text/fold.test.ts'])(
  'a change of %s runs no kinds of evenings either',
  (path) => {
    expect(planTests({ changed: [path] }).left).toEqual([...BUILD_TESTS, ...KIND_TESTS]);
    expect(planTests({ changed: [path], all: true })).toMatchObject({ files: [], left: [] });
  },
);

test.each([
  [['src/connectors/zdf/definition.json', 'README.md'], 'test/connectors'],
  [['src/service/api/scrobble.ts'], 'test/service'],
  [['docs/debugging.md'], 'test/documents.test.ts'],
  [['test/core/text/fold.test.ts', 'docs/debugging.md'], 'test/core/text/fold.test.ts'],
])('what %s can reach is less', (changed, file) => {
  const { files } = planTests({ changed, onlyChanged: true });
  expect(files).toContain(file);
  expect(files).toContain('test/repository.test.ts');
});

test.each([
  ['src/core/text/fold.ts', 'src/connectors/zdf/definition.json'],
  ['src/service/api/scrobble.ts', 'src/core/text/fold.ts'],
  ['test/support/wait-for.ts'],
  ['package.json'],
])('what is used everywhere, as %s, can reach everything', (...changed) => {
  expect(planTests({ changed, onlyChanged: true }).files).toEqual([]);
});

test('the tests that are left out exist', () => {
  expect([...BUILD_TESTS, ...KIND_TESTS].filter((path) => !existsSync(path))).toEqual([]);
});
