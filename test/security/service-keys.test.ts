import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/service/store/store';
import { startTest, type ServiceUnderTest } from '../service/service-under-test';

// Whoever finds a key, and whoever shares the machine of the service.

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const film = { type: 'movie', progress: 60, duration: 600, tmdbId: 10378 };
const operations = {
  scrobble: ['POST', '/scrobble', film],
  resolve: ['POST', '/media/resolve', { type: 'movie', tmdbId: 10378 }],
  history: ['GET', '/matinee/history', undefined],
  dashboard: ['GET', '/dashboard', undefined],
  submit: ['POST', '/connectors/submit', { name: 'x', domains: ['www.example.test'], definition: {} }],
  export: ['GET', '/matinee/export', undefined],
} as const;

describe('a key of the scope', () => {
  test.each([
    ['read', ['resolve', 'history', 'dashboard', 'export']],
    ['scrobble', ['scrobble', 'resolve']],
    ['extension', ['scrobble', 'resolve', 'history', 'dashboard', 'submit']],
    ['all', ['scrobble', 'resolve', 'history', 'dashboard', 'submit', 'export']],
  ] as const)('%s may %j and nothing else', async (scope, allowed) => {
    const key = await service.store.keys.create(service.owner.id, 'sk', scope, { scope });
    const open: string[] = [];
    for (const [name, [method, path, body]] of Object.entries(operations)) {
      const { status, body: answer } = await service.call(method, path, { key, body });
      if (status === 403) expect(answer.error).toBe('FORBIDDEN');
      else open.push(name);
    }
    expect(open).toEqual(allowed);
  });

  test('all does not let a public key write', async () => {
    const key = await service.store.keys.create(service.owner.id, 'pk', 'x', { scope: 'all' });
    expect((await service.call('POST', '/scrobble', { key, body: film })).status).toBe(403);
  });
});

test('a key ends at its time, and its last use is shown', async () => {
  const key = await service.store.keys.create(service.owner.id, 'sk', 'short', { lifetimeMs: 60_000 });
  const listed = async () =>
    (await service.store.keys.list(service.owner.id)).find(({ label }) => label === 'short');
  expect((await listed())?.usedAt).toBeNull();
  service.wait(30);
  expect((await service.call('GET', '/dashboard', { key })).status).toBe(200);
  expect((await listed())?.usedAt).toBe(service.clock.now);
  service.wait(30);
  expect((await service.call('GET', '/dashboard', { key })).status).toBe(401);
});

describe('POST /auth/revoke', () => {
  const revoke = (key: string | undefined, body: unknown = {}) =>
    service.call('POST', '/auth/revoke', {
      key: undefined,
      body,
      headers: key ? { authorization: `Bearer ${key}` } : {},
    });

  test.each(['mt', 'sk', 'pk'] as const)('ends the %s key that it carries, and no other', async (kind) => {
    const key = await service.store.keys.create(service.owner.id, kind, 'lost');
    expect((await revoke(key)).status).toBe(200);
    expect((await service.call('GET', '/dashboard', { key })).status).toBe(401);
    expect((await service.call('GET', '/dashboard')).status).toBe(200);
  });

  test('ends the key in `token`, and may be repeated', async () => {
    const key = await service.store.keys.create(service.owner.id, 'mt', 'lost');
    for (let count = 0; count < 2; count += 1)
      expect((await revoke(undefined, { token: key })).body).toEqual({ success: true });
    expect((await service.call('GET', '/dashboard', { key })).status).toBe(401);
  });

  test('without any key: 401', async () => {
    expect((await revoke(undefined)).status).toBe(401);
  });
});

describe('a body', () => {
  test.each([
    [
      'deep in a definition',
      `{"name":"x","domains":["a.test"],"definition":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
    ],
    ['a deep list', '['.repeat(100_000)],
  ])('%s: 400 as an error record', async (_, body) => {
    const answer = await service.call('POST', '/connectors/submit', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('VALIDATION_ERROR');
    expect(service.faults).toEqual([]);
  });

  test('with brackets in its texts is not deep', async () => {
    const body = { type: 'movie', title: '[{'.repeat(100) };
    expect((await service.call('POST', '/media/resolve', { body })).status).toBe(404);
  });
});

test('device codes carry what is left of their limit', async () => {
  const { headers } = await service.call('POST', '/auth/device/code', { key: undefined, body: {} });
  expect(headers.get('ratelimit-limit')).toBe('60');
  expect(headers.get('ratelimit-remaining')).toBe('59');
  expect(Number(headers.get('ratelimit-reset'))).toBe(600);
});

describe('the files of the service', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'matinee-private-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['new ones', () => undefined],
    ['one that everybody could read', () => writeFileSync(join(folder, 'matinee.db'), '', { mode: 0o644 })],
  ])('are readable by their owner alone: %s', async (_, prepare) => {
    prepare();
    const store = await openStore({ dataDir: folder });
    await store.users.ensureOwner();
    const rights = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    await store.close();
    expect(rights.length).toBeGreaterThan(1);
    expect(rights.filter(([, mode]) => mode !== 0o600)).toEqual([]);
  });

  test('hold the limits, so that two processes count together', async () => {
    const [one, two] = [await openStore({ dataDir: folder }), await openStore({ dataDir: folder })];
    const allowance = [{ key: 'sign-in 192.0.2.1', limit: 2, windowMs: 60_000 }];
    const refused: boolean[] = [];
    for (const store of [one, two, one, two]) refused.push((await store.limits.take(allowance)) > 0);
    expect(refused).toEqual([false, false, true, true]);
    await one.close();
    await two.close();
  });
});
