import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import manifest from '../manifest.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };
import { findFolderCycles } from '../scripts/metrics/folder-cycles';
import { findCycles, readModules, type Import } from '../scripts/metrics/source-modules';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = readModules(root, 'src');

type Allowance = 'all' | 'types';
type FolderGraph = Readonly<Record<string, readonly string[]>>;

/**
 * The layers that each layer may import. No layer imports `content`, `background`, `popup`, `options`,
 * `service` or `library`. `catalogue` is in the service (see `SHARED_ROOM`); `library`, the tracker in the browser, asks for
 * titles with the same code.
 */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, Allowance>>>> = {
  core: {},
  protocol: { core: 'all' },
  platform: { core: 'all', protocol: 'all' },
  tracker: { core: 'all', protocol: 'all' },
  content: { core: 'all', protocol: 'types', platform: 'all' },
  background: { core: 'all', protocol: 'all', platform: 'all', tracker: 'all' },
  ui: { core: 'all', protocol: 'types', platform: 'all' },
  popup: { core: 'all', protocol: 'all', platform: 'all', ui: 'all' },
  options: { core: 'all', protocol: 'all', connectors: 'all', platform: 'all', ui: 'all' },
  service: { core: 'all', protocol: 'all', catalogue: 'all' },
  catalogue: { core: 'all', protocol: 'all', service: 'types' },
  library: { core: 'all', protocol: 'all', platform: 'all', catalogue: 'all' },
};

/** The folder of the service that needs neither Node nor a database of it, and is a layer of its own. */
const SHARED_ROOM = 'src/service/catalogue/';

/**
 * Which folders each folder of a layer may import. A folder comes after all those that it may import. Files
 * directly in a room (main, message-handlers, …) may import every folder of it and are imported by none.
 */
const FOLDER_GRAPH = {
  core: {
    values: [],
    text: ['values'],
    media: ['values', 'text'],
    matching: ['values', 'text', 'media'],
    hosts: [],
    settings: ['values', 'text', 'media', 'hosts'],
    session: ['values', 'text', 'media', 'settings'],
    library: ['values', 'session'],
    outbox: ['values', 'text', 'media', 'matching', 'settings', 'session'],
    status: ['values', 'text', 'media', 'matching', 'settings', 'session', 'outbox'],
    definition: ['values', 'hosts'],
    workbench: ['values', 'text', 'media'],
  },
  background: {
    context: [],
    state: ['context'],
    account: ['context', 'state'],
    sites: ['context', 'state', 'account'],
    delivery: ['context', 'state', 'account'],
    display: ['context', 'state', 'account', 'sites', 'delivery'],
    recording: ['context', 'state', 'account', 'sites', 'delivery', 'display'],
    review: ['context', 'state', 'account', 'delivery'],
    data: ['context', 'state', 'account', 'delivery', 'review'],
    workbench: ['context', 'state', 'account', 'sites'],
    jobs: ['context', 'state', 'account', 'sites', 'delivery', 'display', 'recording'],
    handlers: 'context state account sites delivery display recording review data workbench jobs'.split(' '),
  },
  platform: {
    browser: [],
    storage: ['browser'],
    messaging: ['browser'],
    files: ['browser'],
  },
} satisfies Readonly<Record<string, FolderGraph>>;
const ROOMS: readonly (readonly [room: string, graph: FolderGraph])[] = Object.entries(FOLDER_GRAPH);

const DRAWERS = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'misc']);

/** Folders of tests that are not about one folder of src. */
const TEST_ONLY = new Set([
  'e2e',
  'bench',
  'demo',
  'support',
  'connectors',
  'scripts',
  'security',
  'simulation',
]);

/** Largest number of lines of a source file. */
const MAX_LINES = 250;

describe('the folder graph', () => {
  test('every file imports only what its folder may', () => {
    const wrong = modules.flatMap(({ path, imports }) =>
      imports.filter((one) => !isAllowed(path, one)).map((one) => `${path}: ${one.target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('no file imports itself in a circle', () => {
    expect(findCycles(modules)).toEqual([]);
  });

  test('only the platform names the extension API of the browser', () => {
    const outside = modules.filter((module) => folderOf(module.path) !== 'platform');
    const named = outside.flatMap(({ path, extensionApi, imports }) => [
      ...extensionApi.map((api) => `${path}: ${api}`),
      ...imports
        .filter((one) => one.target === 'webextension-polyfill')
        .map((one) => `${path}: ${one.target}`),
    ]);
    expect(named).toEqual([]);
  });
});

test('no module of scripts loads the extension API, which throws outside of a browser', () => {
  const scripts = readModules(root, 'scripts');
  const all = new Map([...modules, ...scripts].map((module) => [module.path, module]));
  // A breadth-first search: each path leads from a script to a module that it loads.
  const paths = scripts.map(({ path }) => [path]);
  const seen = new Set<string>();
  const loading: string[] = [];
  for (const path of paths) {
    const last = path.at(-1) ?? '';
    if (last === 'webextension-polyfill') loading.push(path.join(' → '));
    for (const { target, typeOnly } of all.get(last)?.imports ?? [])
      if (!typeOnly && !seen.has(target)) {
        seen.add(target);
        paths.push([...path, target]);
      }
  }
  expect(seen.size).toBeGreaterThan(100);
  expect(loading).toEqual([]);
});

describe('the files', () => {
  test('of tests leave the modules of each other alone, which are shared within a worker', () => {
    const tests = readModules(root, 'test').map(({ path }) => path);
    const resets = tests.filter((path) => /\bresetModules\(/.test(readFileSync(join(root, path), 'utf8')));
    expect(resets).toEqual([]);
  });

  test('of tests have no limit of time below that of all: on a busy machine they are longer, not red', () => {
    const limit = /^(?:.*\{ timeout: (\d+_000) \},|\s*\}, (\d+_000)\);|\s*\},\n\s*(\d+_000),\n\s*\);)/gmu;
    const files = readModules(root, 'test').map(({ path }) => path);
    const below = files
      .filter((path) => /\.test\.tsx?$/.test(path))
      .flatMap((path) => {
        const found = readFileSync(join(root, path), 'utf8').matchAll(limit);
        return [...found].map(([, ...numbers]) => `${path}: ${numbers.join('')}`);
      })
      .filter((line) => Number(line.replaceAll(/^.*: |_/gu, '')) < 300_000);
    expect(below).toEqual([]);
  });

  test('no page of the extension writes markup from a string', () => {
    const markup = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write)\b/;
    const shown = modules.map(({ path }) => path).filter((path) => folderOf(path) !== 'service');
    expect(shown.filter((path) => markup.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  });

  test(`hold one idea each: no source is longer than ${MAX_LINES} lines`, () => {
    const long = modules.filter((module) => module.lines > MAX_LINES);
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test('are named in kebab-case after what they export, not after a drawer to put things in', () => {
    const names = [...modules, ...readModules(root, 'test')].map((module) => module.path);
    const wrong = names.filter((path) => {
      const name = (path.split('/').at(-1) ?? '').replace(/(?:\.[a-z-]+)*\.tsx?$/, '');
      return !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.split('-').some((word) => DRAWERS.has(word));
    });
    expect(wrong).toEqual([]);
  });

  test('are imported by name: no folder has an index that collects it', () => {
    const indexes = modules.map((module) => module.path).filter((path) => /\/index\.tsx?$/.test(path));
    expect(indexes).toEqual([]);
  });
});

describe('the folders', () => {
  test.each(ROOMS)('of %s import only those below them', (room, graph) => {
    const wrong = innerImports(room).filter(({ from, to }) => !(graph[from] ?? []).includes(to));
    expect(wrong.map(({ file, target }) => `${file}: ${target}`)).toEqual([]);
  });

  test.each(ROOMS)('of %s all have their place in the plan, which has no circle', (room, graph) => {
    expect(Object.keys(graph).toSorted()).toEqual(foldersIn(`src/${room}`).toSorted());
    // A folder is named after all that it may import, so no chain of imports can lead back.
    const order = Object.keys(graph);
    for (const [folder, below] of Object.entries(graph))
      expect(
        below.filter((one) => order.indexOf(one) >= order.indexOf(folder)),
        folder,
      ).toEqual([]);
  });

  test('do not import each other in a circle', () => {
    expect(findFolderCycles(modules)).toEqual([]);
  });

  test('of unit tests lie in folders that mirror src', () => {
    const folders = readModules(root, 'test').map(({ path }) => path.split('/').slice(1, -1));
    const mirrored = folders.filter((path) => !path.some((name) => TEST_ONLY.has(name)));
    const missing = mirrored
      .map((path) => join('src', ...path))
      .filter((path) => !existsSync(join(root, path)));
    expect([...new Set(missing)]).toEqual([]);
  });

  test.each(ROOMS.flatMap(([room, graph]) => Object.keys(graph).map((folder) => join(room, folder))))(
    'of src/%s have a README of at most five lines',
    (folder) => {
      const readme = readFileSync(join(root, 'src', folder, 'README.md'), 'utf8');
      expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(5);
    },
  );
});

describe('the connectors', () => {
  test('each is a folder with exactly two files', () => {
    const ids = foldersIn('src/connectors').filter((id) => id !== 'platform');
    expect(ids.length).toBeGreaterThan(0);
    const filesOf = (id: string) => namesIn(`src/connectors/${id}`, '').toSorted().join(' ');
    expect(ids.filter((id) => filesOf(id) !== 'cases.json definition.json')).toEqual([]);
  });
});

describe('the texts', () => {
  const languages = foldersIn('public/_locales');
  const english = messagesOf('en');

  test.each(languages.map((language) => [language] as const))(
    '%s has every text, with the same values in it',
    (language) => {
      const messages = messagesOf(language);
      expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted());
      for (const [key, { message }] of Object.entries(messages)) {
        expect(message.trim(), key).not.toBe('');
        expect(valuesIn(message), key).toEqual(valuesIn(english[key]?.message ?? ''));
      }
    },
  );

  test('every text that the code names exists', () => {
    const used = modules.flatMap(({ path, textKeys }) => textKeys.map((key) => ({ path, key })));
    expect(
      used
        .filter(({ key }) => !(key in english) && !key.startsWith('@@'))
        .map(({ path, key }) => `${path}: ${key}`),
    ).toEqual([]);
  });

  test('no two texts say the same in every language', () => {
    const all = languages.map(messagesOf);
    const keyOf = new Map<string, string>();
    for (const key of Object.keys(english)) {
      const words = JSON.stringify(all.map((messages) => messages[key]?.message));
      expect(keyOf.get(words), `${key} repeats another text`).toBeUndefined();
      keyOf.set(words, key);
    }
  });

  test('every text that the manifest names exists', () => {
    const keys = [...JSON.stringify(manifest).matchAll(/__MSG_(\w+)__/g)].map(([, key = '']) => key);
    expect(keys.filter((key) => !(key in english))).toEqual([]);
  });
});

describe('what is committed', () => {
  const tracked = trackedTexts();

  test('names no path of the machine it was made on', () => {
    const paths = [
      root.replace(/\/$/, ''),
      `${homedir()}/`,
      ['', 'work', 'main'].join('/'),
      ['', 'work', 'shared'].join('/'),
    ];
    // Short paths, such as `/` as the home of a container, occur everywhere.
    const specific = paths.filter((path) => path.length > 5);
    const found = tracked
      .filter(({ text }) => specific.some((path) => isSeparate(text, path)))
      .map(({ path }) => path);
    expect(found).toEqual([]);
  });

  test('names no package registry and no address to download from', () => {
    const hosts = /registry\.(?:npmjs|yarnpkg|npmmirror)\.\w+|deb\.debian\.\w+/;
    expect(tracked.filter(({ text }) => hosts.test(text)).map(({ path }) => path)).toEqual([]);
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    expect(lock).not.toContain('"resolved"');
  });

  test('has its version in package.json alone', () => {
    expect(manifest).not.toHaveProperty('version');
    const literal = new RegExp(`['"\`]${packageJson.version.replaceAll('.', '\\.')}['"\`]`);
    const copies = tracked.filter(({ path, text }) => path.startsWith('src/') && literal.test(text));
    expect(copies.map(({ path }) => path)).toEqual([]);
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { version: string };
    expect(lock.version).toBe(packageJson.version);
  });

  test('dates what is left to do', () => {
    const undated = /\bT[O]DO\b(?! \[\d{4}-\d{2}-\d{2}\])/;
    const code = tracked.filter(({ path }) => /^(?:src|test)\/.*\.(?:tsx?|mjs)$/.test(path));
    expect(code.filter(({ text }) => undated.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('the packages', () => {
  test('each has its reason in docs/dependencies.md', () => {
    const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
    const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
    expect(names.filter((name) => !text.includes(name) && !text.includes(familyOf(name)))).toEqual([]);
  });

  test('are pinned to one version each', () => {
    const versions = Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

function isAllowed(path: string, { target, typeOnly }: Import): boolean {
  const from = folderOf(path);
  // What is decided in core runs anywhere, so it brings nothing along.
  if (!target.startsWith('src/')) return from !== 'core' && !target.startsWith('test/');
  const to = folderOf(target);
  if (from === to) return true;
  const allowance = ALLOWED[from]?.[to];
  return allowance === 'all' || (allowance === 'types' && typeOnly);
}

/** Imports from one folder of a room to another folder, or to a file directly in the room. */
function innerImports(room: string) {
  return modules
    .filter(({ path }) => path.split('/').length > 3 && folderOf(path) === room)
    .flatMap(({ path, imports }) => imports.map(({ target }) => ({ file: path, target })))
    .filter(({ target }) => target.startsWith(`src/${room}/`))
    .map(({ file, target }) => ({ file, target, from: innerFolderOf(file), to: innerFolderOf(target) }))
    .filter(({ from, to }) => from !== to);
}

/** `media` of `src/core/media/item.ts`; a file directly in a room has none. */
function innerFolderOf(path: string): string {
  const [, , folder = '', file] = path.split('/');
  return file === undefined ? '' : folder;
}

/** `core` of `src/core/media/item.ts`; a file directly in src has none. */
function folderOf(path: string): string {
  if (path.startsWith(SHARED_ROOM)) return 'catalogue';
  const [, folder = '', file] = path.split('/');
  return file === undefined ? '' : folder;
}

function namesIn(folder: string, ending: string): string[] {
  const path = join(root, folder);
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(ending)) : [];
}

function foldersIn(folder: string): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function messagesOf(language: string): Record<string, { readonly message: string }> {
  const path = join(root, 'public/_locales', language, 'messages.json');
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, { message: string }>)
    : {};
}

/** `$1` and `$NAME$`: what is put into a text, in any order. */
function valuesIn(message: string): string[] {
  return [...new Set(message.match(/\$(?:\d|\w+\$)/g))].toSorted();
}

/** Every text file that git knows or would add; none outside of a checkout. */
function trackedTexts(): { readonly path: string; readonly text: string }[] {
  if (!existsSync(join(root, '.git'))) return [];
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = list
    .split('\0')
    .filter(
      (path) =>
        path !== '' && !/\.(?:png|webm|mp4|m4s|woff2?|zip)$/.test(path) && existsSync(join(root, path)),
    );
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function isSeparate(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    if (!/[\w.:/-]/.test(text[at - 1] ?? ' ')) return true;
  }
  return false;
}

/** `@codemirror/lang-json` is explained where `@codemirror/*` is; `@types/ws` where its package is. */
function familyOf(name: string): string {
  if (name.startsWith('@types/')) return name.slice('@types/'.length);
  return name.includes('/') ? `${name.split('/')[0] ?? name}/*` : name;
}
