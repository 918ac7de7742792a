import { readdirSync } from 'node:fs';
import { crx } from '@crxjs/vite-plugin';
import type { InlineConfig } from 'vite';
import manifest from '../../manifest.json' with { type: 'json' };
import { catalogue } from './catalogue.ts';
import { compressWorker } from './compress-worker.ts';
import { constants } from './constants.ts';
import { inlineStyles } from './inline-styles.ts';
import { KEY_SEED } from './key-seed.ts';
import { leanMessages } from './lean-messages.ts';
import { FIREFOX_VERSION, manifestFor, type Engine } from './manifest.ts';
import { modulePreloads } from './module-preloads.ts';
import { noWebAccess } from './no-web-access.ts';
import { pageScripts } from './page-scripts.ts';
import { privacyPage } from './privacy-page.ts';
import { root as repository } from './root.ts';
import { titleWordsFile } from './title-words.ts';
import { withoutUnused } from './without-unused.ts';

export interface ExtensionOptions {
  readonly engine: Engine;
  /** Address of the tracker that is built in, ending in `/api/v1`. */
  readonly baseUrl: string;
  readonly outDir: string;
  /** See `BuildRequest`. */
  readonly isShortened?: boolean;
  /** Folder of the sources, with a slash at its end. Default: the repository. */
  readonly root?: string;
}

/** The configuration of Vite for one extension. */
export function extensionConfig({
  engine,
  baseUrl,
  outDir,
  isShortened = true,
  root = repository,
}: ExtensionOptions): InlineConfig {
  const shared = sharedConfig(root, baseUrl);
  return {
    ...shared,
    build: {
      ...shared.build,
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      // All pages of the extension are entries; the manifest does not name the welcome page.
      rolldownOptions: {
        input: ['src/popup', 'src/options'].flatMap((folder) => pagesIn(`${root}${folder}`)),
        // Two files hold the shared modules: a dozen small files compress worse, and each costs a request.
        output: {
          codeSplitting: {
            groups: [
              { name: 'platform', test: SHARED },
              { name: 'definitions', test: DEFINITIONS },
            ],
          },
        },
      },
    },
    plugins: [
      catalogue(root),
      titleWordsFile(root),
      withoutUnused(),
      leanMessages(root),
      privacyPage(root),
      crx({ manifest: manifestFor(engine, baseUrl), browser: engine }),
      pageScripts(shared, root, isShortened),
      isShortened && compressWorker(),
      modulePreloads(),
      inlineStyles(['src/popup/index.html']),
      noWebAccess(),
    ],
  };
}

/** Modules of `platform/browser` that not all pages need, so that they are not in the shared file. */
const ONLY_WORKER = [
  'alarms',
  'do-hidden',
  'last-tab',
  'notifications',
  'page-access',
  'page-only',
  'shortcuts',
  'toolbar',
  'worker-events',
].join('|');

/** Modules that the worker and all pages need. */
const SHARED = modulesIn(
  'src/core/hosts/host-pattern',
  'src/core/hosts/page-address',
  'src/core/matching/question',
  'src/core/media/correction',
  'src/core/media/media',
  'src/core/outbox/history-change',
  'src/core/settings/base-url',
  'src/core/settings/uncovered-plays',
  'src/core/text/language-tag',
  'src/core/values/(?!json-structure)',
  `src/platform/browser/(?!${ONLY_WORKER})`,
  'src/platform/storage/stores',
  'src/protocol/tracker/read-fields',
);

/** Modules that the worker and the workbench need. */
const DEFINITIONS = modulesIn(
  'node_modules/zod',
  'src/core/definition/endpoint-request',
  'src/core/media/item',
  'src/core/text/looks-secret',
  'src/platform/messaging/ask-library',
  'src/platform/files/built-in-connectors',
  'src/protocol/definition/checked-definition',
  'src/protocol/definition/connector-head',
  'src/protocol/definition/visit',
  'src/protocol/report',
  'src/protocol/definition/with-repairs',
  'src/protocol/tracker/envelope',
  'src/protocol/tracker/read-media-fields',
  'src/protocol/tracker/read-work',
  'src/protocol/tracker/resolve-request',
  'src/protocol/tracker/media-requests',
);

/** Matches modules whose path in the repository begins with one of these regular expressions. */
function modulesIn(...beginnings: readonly string[]): RegExp {
  return new RegExp(`/(?:${beginnings.join('|')})`);
}

/** The configuration shared by the extension and each script for web pages. */
export function sharedConfig(root: string, baseUrl: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    define: constants(baseUrl, KEY_SEED),
    // All browsers of the manifests have promises natively. The polyfill stays for types and unit tests.
    resolve: { alias: { 'webextension-polyfill': `${root}src/platform/browser/native-browser.ts` } },
    // Otherwise NODE_ENV decides, and a build made by a test would contain the paths of the sources.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      target: 'es2022',
      // The oldest browsers of the manifests. For an older target, newer CSS syntax would be rewritten.
      cssTarget: [`chrome${manifest.minimum_chrome_version}`, `firefox${FIREFOX_VERSION}`],
      reportCompressedSize: false,
    },
  };
}

function pagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${folder}/${name}`);
}
