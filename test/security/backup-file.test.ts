import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backupParts, type BackupPart } from '../../src/core/settings/backup';
import { defaultSettings, type Settings } from '../../src/core/settings/settings';
import type { Definition } from '../../src/protocol/definition/definition';
import { checkChanges } from '../../src/options/data/backup-changes';
import { builtInSite } from '../../scripts/connector/files';
import { openPage, startWorker, type WorkerUnderTest } from '../background/support/worker-under-test';

// A file that somebody sends: a backup that would send what is watched elsewhere, record private windows and
// replace a connector.

const page = { private: false };
let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

const builtIn = (id: string) => JSON.parse(readFileSync(builtInSite(id).definition, 'utf8')) as Definition;
const netflix = builtIn('netflix');
/** One that a person may bring: it requests nothing. */
const dropout = builtIn('dropout');
const hostile = (more: object = {}) => ({
  format: 'matinee-backup' as const,
  version: 1 as const,
  createdAt: '2026-11-21T00:00:00.000Z',
  settings: {
    ...defaultSettings,
    baseUrl: 'http://192.168.1.66/api/v1',
    allowHttp: true,
    devicePath: '/elsewhere',
    privateWindows: true,
    interval: 600,
  },
  sites: { netflix: { enabled: true } },
  corrections: [],
  connectors: { netflix: { ...netflix, name: 'Not Netflix' } },
  ...more,
});
const stored = (key: string) => JSON.parse(worker.memory.local.values.get(key) ?? 'null') as unknown;
const restore = (parts: readonly BackupPart[], backup: unknown = hostile()) =>
  worker.handlers['data.import']({ backup, parts: [...parts] }, page);
/** An expression whose time doubles with each character. */
const slow = {
  ...netflix,
  pages: netflix.pages.map((one) => ({ ...one, match: { ...one.match, path: '^(a+)+$' } })),
};

describe('a restore changes only the kinds that were chosen', () => {
  test('settings: neither the tracker nor private windows', async () => {
    await restore(['settings', 'sites', 'corrections']);
    expect(stored('settings')).toMatchObject({
      interval: 600,
      baseUrl: '',
      allowHttp: false,
      devicePath: '/auth/device/code',
      privateWindows: false,
    } satisfies Partial<Settings>);
    expect(stored('own-connectors') ?? {}).toEqual({});
    expect(await worker.view(1)).toBeDefined();
  });

  test.each([
    ['tracker', { baseUrl: 'http://192.168.1.66/api/v1', privateWindows: false, interval: 300 }],
    ['private-windows', { baseUrl: '', privateWindows: true, interval: 300 }],
  ] as const)('%s alone', async (part, expected) => {
    await restore([part]);
    expect(stored('settings')).toMatchObject(expected);
  });

  test('a connector arrives turned off, whatever the backup says about its site', async () => {
    await restore(['connectors', 'sites']);
    expect(stored('own-connectors')).toMatchObject({
      netflix: { definition: { name: 'Not Netflix' }, proof: '' },
    });
    expect(stored('sites')).toMatchObject({ netflix: { enabled: false } });
  });

  test('the same connector as before stays as it was', async () => {
    await restore(['connectors']);
    await worker.handlers['sites.set']({ siteId: 'netflix', enabled: true }, page);
    await restore(['connectors']);
    expect(stored('sites')).toMatchObject({ netflix: { enabled: true } });
  });

  test('nothing chosen changes nothing', async () => {
    const before = [...worker.memory.local.values];
    await restore([]);
    const after = new Map(worker.memory.local.values);
    for (const [key, value] of before) expect(after.get(key), key).toBe(value);
    expect(stored('settings') ?? defaultSettings).toEqual(defaultSettings);
  });
});

test('a definition that no page has checked reaches no page', async () => {
  await restore(['connectors'], hostile({ connectors: { netflix: slow } }));
  await worker.handlers['sites.set']({ siteId: 'netflix', enabled: true }, page);
  const { hello } = await openPage(worker);
  expect(JSON.stringify(hello)).not.toContain('(a+)+');
});

describe('a backup with one invalid part is refused as a whole', () => {
  test.each([
    ['a connector under the id of another', { connectors: { hulu: netflix } }],
    ['a host that is no host', { sites: { jellyfin: { enabled: true, hosts: ['<all_urls>'] } } }],
    ['an address of a script', { settings: { ...defaultSettings, baseUrl: 'javascript:alert(1)' } }],
    [
      'a poster that is no text',
      {
        corrections: [
          {
            id: 'c',
            scope: 'item',
            key: 'k',
            label: 'l',
            media: { type: 'movie', tmdbId: 1, posterUrl: {} },
          },
        ],
      },
    ],
  ])('%s', async (_, more) => {
    await expect(restore(backupParts, hostile(more))).rejects.toMatchObject({ code: 'broken-backup' });
    expect(stored('settings') ?? defaultSettings).toEqual(defaultSettings);
    expect(stored('own-connectors') ?? {}).toEqual({});
  });
});

describe('the question before a restore', () => {
  const current = { ...hostile(), settings: defaultSettings, sites: {}, connectors: {} };

  test('names each kind that differs', () => {
    const checked = checkChanges(
      hostile({ connectors: { dropout: { ...dropout, name: 'Not Dropout' } } }),
      current,
    );
    if (!checked.ok) throw new Error(checked.reason);
    expect(checked.changes.parts).toEqual(['settings', 'tracker', 'private-windows', 'sites', 'connectors']);
    expect(checked.changes.connectors.map(({ name }) => name)).toEqual(['Not Dropout']);
    expect(checked.changes.settings.baseUrl).toBe('http://192.168.1.66/api/v1');
  });

  test('of the backup of this very browser names nothing', () => {
    expect(checkChanges(current, current)).toMatchObject({ ok: true, changes: { parts: [] } });
    const jellyfin = (...hosts: string[]) => ({ jellyfin: { enabled: true, hosts } });
    const adding = hostile({
      connectors: {},
      sites: jellyfin('https://films.example.org/*', 'https://other.example.org/*'),
    });
    const before = { ...current, sites: jellyfin('https://films.example.org/*') };
    expect(checkChanges(adding, before)).toMatchObject({
      changes: { hosts: ['https://other.example.org/*'] },
    });
  });

  test('refuses a definition that an author would have to repair', () => {
    expect(checkChanges(hostile({ connectors: { netflix: slow } }), current)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^connectors\.netflix: pages\S* the expression /) as string,
    });
  });
});
