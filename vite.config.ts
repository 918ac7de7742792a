import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crx, type ManifestV3Export } from '@crxjs/vite-plugin';
import { build, defineConfig, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import type { ViteUserConfig } from 'vitest/config';
import manifest from './manifest.json' with { type: 'json' };
import packageJson from './package.json' with { type: 'json' };
import { headOf } from './src/connectors/head.ts';
import type { Definition } from './src/protocol/definition';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * Scripts that the worker puts into pages, by their path in the finished extension. Each becomes one classic file:
 * it runs at once (a loader would import its parts later, after the page's own scripts) and needs no
 * `web_accessible_resources`, which would let any page detect the extension.
 * An entry whose source does not exist is left out.
 */
export const PAGE_SCRIPTS = {
  'content.js': 'src/content/main.ts',
  'generic.js': 'src/content/generic/main.ts',
  'picker.js': 'src/content/picker/main.ts',
} as const;

export type Engine = 'chrome' | 'firefox';

export interface ExtensionOptions {
  readonly engine: Engine;
  /** Address of the tracker that is built in, ending in `/api/v1`. */
  readonly baseUrl: string;
  readonly outDir: string;
}

/** Where `npm run service` listens. */
export const DEFAULT_BASE_URL = 'http://127.0.0.1:4680/api/v1';

/** One configuration for both engines; `npm run build` and the browser tests call it, `vite build --watch` too. */
export function extensionConfig({ engine, baseUrl, outDir }: ExtensionOptions): InlineConfig {
  const shared: InlineConfig = {
    configFile: false,
    root,
    logLevel: 'warn',
    define: {
      __DEFAULT_BASE_URL__: JSON.stringify(baseUrl),
      __VERSION__: JSON.stringify(packageJson.version),
    },
    // Said here, since otherwise NODE_ENV decides: a build made by a test would carry the paths of the sources.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  };
  return {
    ...shared,
    build: {
      ...BUILD,
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      // Every page of the extension: those that the manifest does not name (the welcome page) are entries as well.
      rolldownOptions: { input: ['src/popup', 'src/options'].flatMap(pagesIn) },
    },
    plugins: [
      catalogue(),
      leanMessages(),
      crx({ manifest: manifestFor(engine, baseUrl), browser: engine }),
      pageScripts(shared),
      quickPages(),
      noWebAccess(),
    ],
  };
}

/** The manifest in Chrome's shape is the source; this adds what is known only here and what Firefox wants otherwise. */
export function manifestFor(engine: Engine, baseUrl: string): ManifestV3Export {
  const complete = { ...manifest, version: packageJson.version, host_permissions: [hostPattern(baseUrl)] };
  if (engine === 'chrome') return complete;
  const { key: _key, minimum_chrome_version: _version, ...portable } = complete;
  return {
    ...portable,
    background: { scripts: [manifest.background.service_worker], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: 'matinee@matinee.example',
        strict_min_version: `${FIREFOX}.0`,
        // Titles and positions of what is watched go to the tracker of the person: that is the whole purpose.
        data_collection_permissions: { required: ['browsingActivity', 'websiteContent'] },
      },
    },
  } as unknown as ManifestV3Export;
}

/** A match pattern has no port: `http://127.0.0.1:4680/api/v1` becomes `http://127.0.0.1/*`. */
export function hostPattern(baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  return `${protocol}//${hostname}/*`;
}

function pagesIn(folder: string): string[] {
  if (!existsSync(`${root}${folder}`)) return [];
  return readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith('.html'))
    .map((name) => `${root}${folder}/${name}`);
}

/** The first version that understands `data_collection_permissions` on the desktop and on Android. */
const FIREFOX = 142;

/** Styles for the oldest browsers of the manifests: less would be rewritten for browsers that cannot have this extension. */
const BUILD = {
  target: 'es2022',
  cssTarget: [`chrome${manifest.minimum_chrome_version}`, `firefox${FIREFOX}`],
  reportCompressedSize: false,
};

/** Builds every page script on its own and adds it to the extension under its fixed name. */
function pageScripts(shared: InlineConfig): Plugin {
  return {
    name: 'matinee:page-scripts',
    apply: 'build',
    async buildStart() {
      for (const [fileName, source] of Object.entries(PAGE_SCRIPTS)) {
        const input = `${root}${source}`;
        if (!existsSync(input)) continue;
        const { code, files } = await bundleClassic(shared, input);
        for (const file of files) this.addWatchFile(file);
        this.emitFile({ type: 'asset', fileName, source: code });
      }
    },
  };
}

async function bundleClassic(
  shared: InlineConfig,
  input: string,
): Promise<{ code: string; files: string[] }> {
  const result = await build({
    ...shared,
    publicDir: false,
    build: { ...BUILD, write: false, rolldownOptions: { input, output: { format: 'iife' } } },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []));
  const [chunk, ...others] = chunks;
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`${input} must become exactly one file`);
  return { code: chunk.code, files: Object.keys(chunk.modules) };
}

/**
 * What a page needs for its first picture comes in one round: its styles inside it, all its modules asked for at once.
 * In a popup every further round is waited for by a person.
 */
function quickPages(): Plugin[] {
  const stylesOf = new Map<string, Set<string>>();
  return [
    {
      name: 'matinee:quick-pages',
      apply: 'build',
      // When the pages are written, and before the parts that are loaded later are told which styles to wait for.
      enforce: 'post',
      transformIndexHtml: {
        order: 'post',
        handler(html, { path, bundle = {} }) {
          const modules = new Set(
            [...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].flatMap(([, file = '']) =>
              importedBy(bundle, file),
            ),
          );
          const preloads = [...modules]
            .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
            .join('\n  ');
          const styles = new Set<string>();
          stylesOf.set(path, styles);
          return html
            .replace(/<script type="module"/, () => `${preloads}\n  <script type="module"`)
            .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
              const style = bundle[file];
              if (style?.type !== 'asset') return link;
              styles.add(file);
              return `<style>${String(style.source)}</style>`;
            });
        },
      },
      generateBundle(_, bundle) {
        const [first = new Set(), ...others] = stylesOf.values();
        const everywhere = [...first].filter((file) => others.every((styles) => styles.has(file)));
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk')
            for (const file of everywhere) chunk.viteMetadata?.importedCss.delete(file);
        }
      },
    },
    {
      name: 'matinee:styles-once',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          const texts = Object.values(bundle).map((output) =>
            output.type === 'chunk' ? output.code : String(output.source),
          );
          // A style sheet that only some pages have may still be asked for by a part that another one loads.
          for (const file of new Set([...stylesOf.values()].flatMap((styles) => [...styles])))
            if (!texts.some((text) => text.includes(file))) delete bundle[file];
        },
      },
    },
  ];
}

function importedBy(bundle: Rolldown.OutputBundle, file: string): readonly string[] {
  const chunk = bundle[file];
  return chunk?.type === 'chunk'
    ? chunk.imports.flatMap((imported) => [imported, ...importedBy(bundle, imported)])
    : [];
}

/**
 * The built-in connectors, in two parts, since the browser reads and compiles the worker at every start: the worker
 * carries of each only what finds and lists it, and the definition is a file of its own that is read when it is needed.
 */
export function catalogue(): Plugin {
  const folder = `${root}src/connectors/`;
  return {
    name: 'matinee:catalogue',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/connectors\/[\w-]+\.json\?head$/ },
      handler: (code) => ({
        code: `export default ${JSON.stringify(headOf(JSON.parse(code) as Definition))};`,
        moduleType: 'js',
      }),
    },
    generateBundle() {
      for (const file of readdirSync(folder).filter(
        (name) => name.endsWith('.json') && name !== 'definition.schema.json',
      )) {
        this.emitFile({
          type: 'asset',
          fileName: `connectors/${file}`,
          source: leanDefinition(JSON.parse(readFileSync(folder + file, 'utf8')) as Definition),
        });
      }
    },
  };
}

/** Without the keys that only people read. */
export function leanDefinition({
  $schema: _schema,
  notes: _notes,
  sources: _sources,
  verified,
  ...rest
}: Definition): string {
  return JSON.stringify({ ...rest, verified: { date: verified.date, how: '–' } });
}

/** The texts without the white space that people read them by. Takes the place of the copies from `public`. */
function leanMessages(): Plugin {
  const folder = `${root}public/_locales/`;
  return {
    name: 'matinee:lean-messages',
    apply: 'build',
    generateBundle() {
      for (const language of readdirSync(folder)) {
        const text = readFileSync(`${folder}${language}/messages.json`, 'utf8');
        this.emitFile({
          type: 'asset',
          fileName: `_locales/${language}/messages.json`,
          source: JSON.stringify(JSON.parse(text)),
        });
      }
    },
  };
}

/** Nothing of the extension may be reached from a page. After crxjs, which would add the entries again. */
function noWebAccess(): Plugin {
  return {
    name: 'matinee:no-web-access',
    enforce: 'post',
    renderCrxManifest({ web_accessible_resources: _removed, ...rendered }: Record<string, unknown>) {
      return rendered;
    },
  } as Plugin;
}

/** In a build these come from the options. */
const inTests = {
  define: {
    __DEFAULT_BASE_URL__: JSON.stringify(DEFAULT_BASE_URL),
    __VERSION__: JSON.stringify(packageJson.version),
  },
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact' } },
};

/**
 * Two projects. `unit` is everything that needs no browser; a file that wants a document says so in its first line,
 * `// @vitest-environment happy-dom`. `browser` drives a real one: test/e2e, and what the harness promises.
 * `npx vitest run --project unit test/core` runs one folder of one project.
 */
const testProjects: ViteUserConfig = {
  test: {
    // The default on two cores is one worker.
    maxWorkers: 2,
    // A browser test takes a second or two; naming each of them hides what failed.
    slowTestThreshold: 10_000,
    projects: [
      {
        ...inTests,
        plugins: [catalogue()],
        // The real package refuses to load outside of an extension.
        resolve: {
          alias: {
            'webextension-polyfill': fileURLToPath(
              new URL('test/support/vitest/browser-stub.ts', import.meta.url),
            ),
          },
        },
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/**/*.browser.test.ts'],
          environment: 'node',
          // An own context for each file would cost more than all of the tests; so tests clean up after themselves.
          isolate: false,
          pool: 'threads',
          testTimeout: 60_000,
        },
      },
      {
        ...inTests,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts', 'test/**/*.browser.test.ts'],
          environment: 'node',
          isolate: false,
          pool: 'forks',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A shared machine can starve a browser for many seconds; what fails three times in a row is broken.
          retry: 2,
          // `expect.poll` waits as patiently as `waitFor` does.
          expect: { poll: { timeout: 30_000 } },
          globalSetup: ['test/support/vitest/build-once.ts'],
        },
      },
    ],
  },
};

export default defineConfig(async () => {
  if (process.env['VITEST'] !== undefined) {
    // Not above: a build has no need of vitest.
    const { LongestFirst } = await import('./test/support/vitest/longest-first.ts');
    return { test: { ...testProjects.test, sequence: { sequencer: LongestFirst } } };
  }
  const engine = process.env['BROWSER'] === 'firefox' ? 'firefox' : 'chrome';
  const baseUrl = process.env['MATINEE_BASE_URL'] ?? DEFAULT_BASE_URL;
  return extensionConfig({ engine, baseUrl, outDir: `dist/${engine}` });
});
