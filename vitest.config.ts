import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { constants, DEFAULT_BASE_URL } from './scripts/build/constants.ts';
import { findPostgres } from './scripts/find-postgres.mjs';
import { LongestFirst } from './test/support/vitest/longest-first.ts';

/** What a build of the extension takes from its options. Vitest empties `define`: each project has its own. */
const asInBuild = () => ({
  define: constants(DEFAULT_BASE_URL),
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
  resolve: {
    alias: [
      {
        // The package throws when it is loaded outside of an extension.
        find: 'webextension-polyfill',
        replacement: fileURLToPath(new URL('test/support/vitest/browser-stub.ts', import.meta.url)),
      },
      {
        // Almost every test of the service has people with passwords, of which each takes 0.3 s at its real cost.
        find: /^\.\/password-cost$/,
        replacement: fileURLToPath(new URL('test/support/vitest/password-cost.ts', import.meta.url)),
      },
    ],
  },
});

/**
 * All tests without a browser. A file that needs a document begins with `// @vitest-environment happy-dom`.
 */
const unit: TestProjectInlineConfiguration = {
  ...asInBuild(),
  test: {
    name: 'unit',
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'test/**/*.browser.test.ts'],
    environment: 'node',
    // An isolated context for each file costs more than all tests together; so each test cleans up after
    // itself.
    isolate: false,
    setupFiles: [
      'test/support/vitest/empty-page.ts',
      'test/support/vitest/file-leftovers.ts',
      'test/support/vitest/leftovers.ts',
    ],
    pool: 'threads',
    testTimeout: 300_000,
    // Some build a program first.
    hookTimeout: 300_000,
  },
};

/** The tests of the store and of the API once more, on PostgreSQL. */
const postgres: TestProjectInlineConfiguration = {
  ...unit,
  ...asInBuild(),
  test: {
    ...unit.test,
    name: 'postgres',
    // The server is started by whichever test needs it first, and serves all after it.
    setupFiles: ['test/support/vitest/empty-page.ts'],
    include: [
      'test/service/{scrobble,title-actions,to-check,corrections,dashboard,documented-lists,documented-media,history,connectors,device-sign-in,rights,rights-matrix,oauth-clients,imports,own-export,import-unwatched,kodi-import,import-letterboxd-order,import-names,deploy}.test.ts',
      'test/service/releases/catalogue.test.ts',
      'test/service/relay/{accounts,killed,relay-pages}.test.ts',
      'test/service/store/*.test.ts',
    ],
    // Files of SQLite.
    exclude: ['test/service/store/{sqlite,backup,full-disk,damage,migration}.test.ts'],
    env: { MATINEE_TEST_ENGINE: 'postgres' },
    globalSetup: ['test/support/vitest/postgres-once.ts'],
  },
};

/** Tests that drive a real browser. */
const browser: TestProjectInlineConfiguration = {
  ...asInBuild(),
  test: {
    name: 'browser',
    include: ['test/e2e/**/*.test.ts', 'test/**/*.browser.test.ts'],
    setupFiles: ['test/support/vitest/file-leftovers.ts'],
    environment: 'node',
    isolate: false,
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Each question costs processor in the browser too: vitest asks each 50 ms by itself.
    expect: { poll: { timeout: 120_000, interval: 150 } },
    globalSetup: ['test/support/vitest/build-once.ts'],
  },
};

/** `npx vitest run --project unit test/core` runs one folder of one project. */
export default defineConfig({
  test: {
    // More than the two cores of a usual runner: a browser test mostly waits for playback.
    maxWorkers: 4,
    // A browser test takes seconds; a lower threshold would print the name of almost each of them.
    slowTestThreshold: 10_000,
    sequence: { sequencer: LongestFirst },
    projects: [unit, browser, ...(findPostgres() === undefined ? [] : [postgres])],
  },
});
