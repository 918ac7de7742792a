import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { popupSize, workerSize } from '../../bench/sizes';
import { buildExtension } from '../../../scripts/build/build-extension';
import { KEY_SEED } from '../../../scripts/build/key-seed';
import { leanMessageFile } from '../../../scripts/build/lean-messages';
import { pageOf, PRIVACY_PAGE, PRIVACY_POLICY } from '../../../scripts/build/privacy-page';
import { root } from '../../../scripts/build/root';
import limits from '../../../scripts/metrics/limits.json' with { type: 'json' };
import { builtInDefinitions } from '../../../scripts/connector/files';
import { lintForFirefox } from '../../../scripts/lint-for-firefox';
import { titleWords } from '../../../src/core/matching/title-words';
import { slopes, weights } from '../../../src/core/matching/weights';
import { shortKey } from '../../../src/core/text/text-key';
import { headOf } from '../../../src/protocol/definition/connector-head';
import { CATALOGUE_FILE } from '../../../src/platform/files/catalogue-file';
import { definitionSchema, host } from '../../../src/protocol/definition/definition';

test('a build of unchanged sources is not made twice', async () => {
  const first = await buildExtension({ browser: 'chrome' });
  const made = (await stat(join(first, 'manifest.json'))).mtimeMs;
  const second = await buildExtension({ browser: 'chrome' });
  expect(second).toBe(first);
  expect((await stat(join(second, 'manifest.json'))).mtimeMs).toBe(made);
});

test.each(['chrome', 'firefox'] as const)(
  'the content script of %s is one classic file, and pages cannot load any file of the extension',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const script = await readFile(join(folder, 'content.js'), 'utf8');
    expect(script).not.toMatch(/(?:^|[;}\s])(?:import|export)\s*[{*"'(]|\bimport\(/);
    expect(script).not.toContain('http://127.0.0.1');
    expect(await manifestIn(folder)).not.toHaveProperty('web_accessible_resources');
  },
);

test.each(['chrome', 'firefox'] as const)(
  'no script of %s carries webextension-polyfill: 3 kB that no browser of the manifests needs',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const polyfill = 'This script should only be loaded in a browser extension';
    const scripts = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(5);
    for (const path of scripts)
      expect((await readFile(join(folder, path), 'utf8')).includes(polyfill), path).toBe(false);
  },
);

test.each(['chrome', 'firefox'] as const)(
  'every file that the manifest of %s names is in the build',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const files = new Set(
      (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/')),
    );
    const named = JSON.stringify(await manifestIn(folder)).match(/"[\w/.-]+\.(?:js|html|png)"/g) ?? [];
    expect(named.length).toBeGreaterThan(5);
    expect(named.map((path) => path.slice(1, -1)).filter((path) => !files.has(path))).toEqual([]);
  },
);

test.each(['chrome', 'firefox'] as const)(
  'in %s every built-in definition is in the file of the catalogue, complete but for the words for people and its head',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const text = await readFile(join(folder, CATALOGUE_FILE), 'utf8');
    const together = JSON.parse(text) as Record<string, unknown>;
    for (const {
      $schema: _schema,
      notes: _notes,
      sources: _sources,
      evidence: _evidence,
      version: _version,
      id,
      name: _name,
      homepage: _homepage,
      hosts: _hosts,
      apiHosts: _apiHosts,
      regions: _regions,
      verified: _verified,
      ...rest
    } of builtInDefinitions()) {
      expect(together[id], id).toEqual(rest);
    }
    const packaged = (await readdir(join(folder, 'connectors'))).map((file) => `connectors/${file}`);
    expect(packaged).toEqual([CATALOGUE_FILE]);
  },
);

const { id, name, hosts, homepage, apiHosts, regions } = definitionSchema().shape;
/** The shape of `connectors.json`, which the worker reads without a schema. */
const headsSchema = z.array(
  z.strictObject({
    id,
    name,
    hosts,
    homepage,
    apiHosts,
    regions,
    frames: z.optional(z.array(z.strictObject({ hosts: z.array(host) }))),
    received: z.optional(z.literal(true)),
    userHosts: z.optional(z.literal(true)),
    verified: z.optional(z.iso.date()),
    grade: z.optional(z.enum(['bronze', 'silver', 'gold'])),
    confirmed: z.optional(z.string().check(z.regex(/^\d{4}-\d\d$/))),
  }),
);

test.each(['chrome', 'firefox'] as const)(
  'in %s the heads of all built-in definitions are one file of the right shape, and in no script',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const heads = JSON.parse(await readFile(join(folder, 'connectors.json'), 'utf8')) as unknown;
    const parsed = headsSchema.parse(heads);
    const known = ({ grade: _grade, confirmed: _confirmed, ...head }: (typeof parsed)[number]) => head;
    expect(parsed.map(known)).toEqual(builtInDefinitions().map(headOf));
    expect(parsed.some(({ grade }) => grade !== undefined)).toBe(true);
    expect(parsed.some(({ confirmed }) => confirmed !== undefined)).toBe(true);
    for (const path of await readdir(folder, { recursive: true })) {
      if (path.endsWith('.js'))
        expect((await readFile(join(folder, path), 'utf8')).includes('iview.abc.net.au'), path).toBe(false);
    }
  },
);

test.each(['chrome', 'firefox'] as const)(
  'in %s the words and numbers by which titles are compared are one file, and in no script of a page or the worker',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const words = JSON.parse(await readFile(join(folder, 'title-words.json'), 'utf8')) as unknown;
    expect(words).toEqual({ titleWords, weights, slopes });
    for (const path of await readdir(folder, { recursive: true })) {
      // The tracker of the history in this browser compares titles as the service does, in a file of its own.
      if (path.endsWith('.js') && path !== 'library.js')
        expect((await readFile(join(folder, path), 'utf8')).includes('langfassung'), path).toBe(false);
    }
  },
);

test.each(['chrome', 'firefox'] as const)(
  'in %s the privacy policy is the page that About links',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const policy = await readFile(join(root, PRIVACY_POLICY), 'utf8');
    expect(await readFile(join(folder, PRIVACY_PAGE), 'utf8')).toBe(pageOf(policy));
    const about = await readFile(join(root, 'src/options/about/about-section.tsx'), 'utf8');
    expect(about).toContain(`href="/${PRIVACY_PAGE}"`);
  },
);

test('the worker starts within its size, whatever the number of definitions', async () => {
  const size = await workerSize(await buildExtension({ browser: 'chrome' }));
  expect(size).toBeGreaterThan(20);
  expect(size).toBeLessThanOrEqual(limits.sizes['worker, kB']);
});

test('the popup is drawn after scripts within their size', async () => {
  const size = await popupSize(await buildExtension({ browser: 'chrome' }));
  expect(size).toBeGreaterThan(10);
  expect(size).toBeLessThanOrEqual(limits.sizes['popup, kB']);
});

test.each(['chrome', 'firefox'] as const)(
  'what is evaluated in every watch page in %s is within its size',
  async (browser) => {
    const script = await readFile(join(await buildExtension({ browser }), 'content.js'));
    expect(script.length).toBeGreaterThan(10_000);
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(limits.sizes['content script, bytes']);
  },
);

test.each(['chrome', 'firefox'] as const)(
  'in %s the popup holds its styles, and every other style sheet is asked for',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const files = (await readdir(folder, { recursive: true })).filter((path) => /\.(?:html|js)$/.test(path));
    const texts = await Promise.all(files.map((path) => readFile(join(folder, path), 'utf8')));
    for (const [at, path] of files.entries()) {
      // Nobody sees the page that tries connectors, and the one of the history in this browser.
      if (!path.endsWith('.html') || /(?:catalogue|library)\.html$/.test(path) || path === PRIVACY_PAGE)
        continue;
      const isPopup = path.endsWith('popup/index.html');
      expect(texts[at]?.includes('<style>'), path).toBe(isPopup);
      expect(texts[at]?.includes('rel="stylesheet"'), path).toBe(!isPopup);
    }
    const sheets = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.css'));
    expect(sheets.filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
  },
);

test('every language has the texts of the sources, without white space and descriptions', async () => {
  const [built, sources] = [
    join(await buildExtension({ browser: 'chrome' }), '_locales'),
    join('public', '_locales'),
  ];
  const languages = await readdir(sources);
  expect((await readdir(built)).toSorted()).toEqual(languages.toSorted());
  for (const language of languages) {
    const [text, source] = await Promise.all(
      [built, sources].map((folder) => readFile(join(folder, language, 'messages.json'), 'utf8')),
    );
    expect(text, language).toBe(leanMessageFile(source ?? ''));
  }
});

test.each(['chrome', 'firefox'] as const)(
  'in %s every text of the sources is found under its key, also those that the manifest names',
  async (browser) => {
    const folder = await buildExtension({ browser });
    const read = async (path: string) =>
      JSON.parse(await readFile(path, 'utf8')) as Record<string, { readonly message: string }>;
    const built = await read(join(folder, '_locales/en/messages.json'));
    const sources = await read('public/_locales/en/messages.json');
    for (const [key, { message }] of Object.entries(sources))
      expect(built[shortKey(key, KEY_SEED)]?.message, key).toBe(message);
    const named = [...JSON.stringify(await manifestIn(folder)).matchAll(/__MSG_(\w+)__/g)];
    expect(named.map(([, key = '']) => built[key]?.message)).toEqual([
      sources['extensionName']?.message,
      sources['extensionDescription']?.message,
      sources['extensionName']?.message,
      sources['command_open_popup']?.message,
      sources['command_pause']?.message,
      sources['repair_scrobble_now']?.message,
    ]);
  },
);

test('the linter of the Firefox store reports only known warnings', async () => {
  await expect(lintForFirefox(await buildExtension({ browser: 'firefox' }))).resolves.toBeUndefined();
});

async function manifestIn(folder: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
}
