import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { manifestFor } from '../scripts/build/manifest';
import { readPrivacyTable, unexplained } from './e2e/journeys/privacy-table';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, '.store'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `.store/${name}`),
];

describe('the documents', () => {
  // The cinema of the demonstration is no site that anybody watches.
  const sites = readdirSync(join(root, 'src/connectors')).filter(
    (name) => name.endsWith('.json') && name !== 'definition.schema.json' && name !== 'matinee-cinema.json',
  );

  test.each(['README.md', '.store/listing.md'])('%s tells the true number of sites', (path) => {
    const told = [...textOf(path).matchAll(/\b(\d+) (?:streaming )?sites\b/g)].map(([, count]) =>
      Number(count),
    );
    expect(told.length).toBeGreaterThan(0);
    expect([...new Set(told)]).toEqual([sites.length]);
  });

  test('no site that has a connector is told to be left out', () => {
    const table = textOf('CONTRIBUTING.md').split('## Sites left out')[1] ?? '';
    const named = [...table.matchAll(/^\| ([a-z0-9_, ]+) \|/gm)]
      .flatMap(([, names = '']) => names.split(', '))
      .filter((name) => name !== 'site');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => sites.includes(`${name}.json`))).toEqual([]);
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

  test('every source file that CONTRIBUTING names exists', () => {
    const text = textOf('CONTRIBUTING.md');
    const named = [
      ...text.matchAll(
        /`((?:core|protocol|content|background|platform|tracker|popup|options)\/[\w./-]+\.tsx?)`/g,
      ),
    ].map(([, path = '']) => `src/${path}`);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every command has its line in README', () => {
    const readme = textOf('README.md');
    const missing = Object.keys(packageJson.scripts).filter(
      (name) => !readme.includes(`npm run ${name}`) && !readme.includes(`npm ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('the changelog has a section for the version in package.json, on top', () => {
    expect(/^## (\S+)/m.exec(textOf('.store/changelog.md'))?.[1]).toBe(packageJson.version);
  });
});

describe('the permissions', () => {
  const section = (textOf('CONTRIBUTING.md').split('## Permissions')[1] ?? '').split('\n## ')[0] ?? '';
  const rows = section.split('\n').flatMap((line) => {
    const [, names = '', asked = '', why = ''] = line.split('|').map((cell) => cell.trim());
    return names.startsWith('`')
      ? [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, asked, why }))
      : [];
  });

  test.each(['chrome', 'firefox'] as const)(
    'those of %s are those of the table in CONTRIBUTING, each with its reason',
    (engine) => {
      const manifest = manifestFor(engine, 'https://tracker.example/api/v1') as unknown as Record<
        string,
        readonly string[] | undefined
      >;
      const atInstall = rows.filter(({ asked }) => asked === 'at install').map(({ name }) => name);
      const later = rows.filter(({ asked }) => asked !== 'at install').map(({ name }) => name);
      expect(atInstall).toEqual(manifest['permissions']);
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
      'anything in a query',
      { ...request, path: '/api/v1/scrobble?key=x' },
      ['POST /api/v1/scrobble?key=x: a query'],
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
