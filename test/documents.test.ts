import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { manifestFor } from '../scripts/build/manifest';
import { builtInSites } from '../scripts/connector/files';
import { readPrivacyTable, unexplained } from './e2e/journeys/privacy-table';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...documentsIn('docs'),
  ...documentsIn('.store'),
];

describe('the documents', () => {
  test.each(documents.map((path) => [path] as const))('%s states no number of sites', (path) => {
    expect(textOf(path)).not.toMatch(/\b\d+ (?:streaming )?sites\b/);
  });

  test('buttons and tabs that a document names are called so on the screen', () => {
    const messages = JSON.parse(textOf('public/_locales/en/messages.json')) as Record<
      string,
      { message: string }
    >;
    const texts = new Set(Object.values(messages).map(({ message }) => message));
    const named = ['README.md', '.store/privacy.md', '.store/listing.md'].flatMap((path) =>
      [...textOf(path).matchAll(/(?:choose|click|press|open) \*\*([^*]+)\*\*|"([A-Z][a-z\s]+)"/gi)].map(
        ([, bold, quoted = '']) => bold ?? quoted.replaceAll(/\s+/g, ' '),
      ),
    );
    expect(named).toContain('Teach Matinee this site');
    expect(named).toContain('Erase everything');
    expect(named.filter((name) => !texts.has(name))).toEqual([]);
  });

  test('README is short enough to be read', () => {
    // The list of sites grows with each new site.
    const text = textOf('README.md').replace(/<!-- sites -->[\s\S]*<!-- \/sites -->/, '');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(105);
  });

  test('no site that has a connector is listed as one without', () => {
    const named = [...textOf('docs/excluded-sites.md').matchAll(/^\| ([a-z0-9_, ]+) \|/gm)]
      .flatMap(([, names = '']) => names.split(', '))
      .filter((name) => name !== 'site');
    expect(named.length).toBeGreaterThan(5);
    const supported = builtInSites().map(({ id }) => id);
    expect(named.filter((name) => supported.includes(name))).toEqual([]);
  });

  test.each(documents.map((path) => [path] as const))(
    'every file that %s links to exists, and every command is one',
    (path) => {
      const text = textOf(path);
      const links = [...text.matchAll(/\]\(([^)#:]+)\)|src="([^":]+)"/g)].map(
        ([, link, image]) => link ?? image ?? '',
      );
      expect(links.filter((link) => !existsSync(join(root, path, '..', link)))).toEqual([]);
      const commands = [...text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)].map(
        ([, name = '']) => name,
      );
      expect(commands.filter((name) => !(name in packageJson.scripts))).toEqual([]);
    },
  );

  test.each(documents.map((path) => [path] as const))('every source file that %s names exists', (path) => {
    const named = [...textOf(path).matchAll(/`([a-z]+\/[\w./-]+\.(?:tsx?|mjs))`/g)].map(
      ([, name = '']) => name,
    );
    expect(
      named.filter((name) => !existsSync(join(root, name)) && !existsSync(join(root, 'src', name))),
    ).toEqual([]);
  });

  test('every command has its line in README', () => {
    const readme = textOf('README.md');
    const missing = Object.keys(packageJson.scripts).filter(
      (name) => !readme.includes(`npm run ${name}`) && !readme.includes(`npm ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('the changelog has a section for the version in package.json, on top', () => {
    expect(/^## (\S+)/m.exec(textOf('CHANGELOG.md'))?.[1]).toBe(packageJson.version);
  });
});

describe('the permissions', () => {
  const rows = textOf('docs/permissions.md')
    .split('\n')
    .flatMap((line) => {
      const [, names = '', asked = '', why = ''] = line.split('|').map((cell) => cell.trim());
      return names.startsWith('`')
        ? [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, asked, why }))
        : [];
    });

  test.each(['chrome', 'firefox'] as const)(
    'those of %s are those of docs/permissions.md, each with its reason',
    (engine) => {
      const manifest = manifestFor(engine, 'https://tracker.example/api/v1') as unknown as Record<
        string,
        readonly string[] | undefined
      >;
      const isOfEngine = (asked: string) => engine === 'chrome' || !asked.endsWith('Chrome only');
      const atInstall = rows.filter(({ asked }) => asked.startsWith('at install') && isOfEngine(asked));
      const later = rows.filter(({ asked }) => !asked.startsWith('at install')).map(({ name }) => name);
      expect(atInstall.map(({ name }) => name)).toEqual(manifest['permissions']);
      expect(later).toEqual([
        ...(manifest['optional_permissions'] ?? []),
        ...(manifest['optional_host_permissions'] ?? []),
      ]);
      expect(rows.filter(({ why }) => why.length < 20)).toEqual([]);
    },
  );
});

describe('the comparison with the privacy policy', () => {
  const request = {
    method: 'POST',
    path: '/api/v1/scrobble',
    headers: { accept: 'application/json', authorization: 'Bearer x', 'sec-fetch-mode': 'cors' },
    body: { type: 'movie', progress: 1, duration: 2, tmdbId: 3 },
  };

  test.each([
    ['what it says', request, []],
    ['a path that it does not name', { ...request, path: '/api/v1/telemetry' }, ['POST /api/v1/telemetry']],
    [
      'a field that it does not name',
      { ...request, body: { ...request.body, pageUrl: 'x' } },
      ['POST /api/v1/scrobble: the field pageUrl'],
    ],
    [
      'a header that it does not name',
      { ...request, headers: { ...request.headers, cookie: 'a=b' } },
      ['POST /api/v1/scrobble: the header cookie'],
    ],
    [
      'anything in a query that it does not name',
      { ...request, path: '/api/v1/scrobble?key=x' },
      ['POST /api/v1/scrobble?key=x: key in the query'],
    ],
    [
      'the key with a poster',
      { method: 'GET', path: '/poster/movie/1.svg', headers: { authorization: 'Bearer x' } },
      ['GET /poster/movie/1.svg: the key'],
    ],
  ])('lets through or names: %s', async (_what, seen, faults) => {
    expect(unexplained([seen], await readPrivacyTable())).toEqual(faults);
  });
});

function documentsIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}
