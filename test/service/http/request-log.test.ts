import { expect, test } from 'vitest';
import { createService } from '../../../src/service/create-service';
import { createCatalogue } from '../../../src/service/library/create-catalogue';
import { startTest } from '../service-under-test';

interface Line {
  readonly [field: string]: unknown;
  readonly event: string;
  readonly id: string;
}

/** Whether a line of JSON is one; everything that a run has logged. */
const parse = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Line);

test('as JSON: a line for each request, with the pattern of its route, and the id that the response has', async () => {
  const service = await startTest({ logFormat: 'json' });
  const film = { type: 'movie', tmdbId: 10_378, progress: 95, duration: 100 };
  const { headers } = await service.scrobble(film);
  await service.call('DELETE', '/matinee/history/some-viewing');
  await service.call('GET', '/nothing/here', { key: undefined });
  await service.call('PUT', '/scrobble');
  await service.app.request('/media/movie/10378');
  await service.app.request('/healthz');
  const lines = parse(service.faults);
  expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/api/v1/scrobble', 200],
    ['DELETE', '/api/v1/matinee/history/:id', 404],
    ['GET', '*', 404],
    ['PUT', '/api/v1/scrobble', 405],
    ['GET', '/media/movie/:tmdbId{[0-9]+}', 303],
    ['GET', '/healthz', 200],
  ]);
  expect(lines[0]).toEqual({
    time: '2026-01-15T20:00:00.000Z',
    level: 'info',
    event: 'request',
    id: headers.get('x-request-id'),
    method: 'POST',
    route: '/api/v1/scrobble',
    status: 200,
    ms: expect.any(Number) as unknown,
  });
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  await service.close();
});

test('a fault has the id of its request, and nothing of what it was given', async () => {
  const catalogue = createCatalogue({ store: {} as never });
  const fail = () => Promise.reject(new TypeError('no title "planted title" with \'planted key\''));
  const service = await startTest({ logFormat: 'json', catalogue: { ...catalogue, resolve: fail } });
  const body = { type: 'movie', title: 'planted title' };
  const answer = await service.call('POST', '/matinee/resolve', { body });
  expect(answer.status).toBe(500);
  const [fault, request] = parse(service.faults);
  expect(fault).toMatchObject({
    level: 'error',
    event: 'fault',
    id: answer.headers.get('x-request-id'),
    route: '/api/v1/matinee/resolve',
    error: { name: 'TypeError', message: 'no title "…" with "…"' },
  });
  expect(request).toMatchObject({ event: 'request', id: fault?.id, status: 500 });
  expect(service.faults.join('\n')).not.toContain('planted');
  await service.close();
});

test.each(['json', 'text'] as const)(
  'as %s: nothing of a run is in it that was planted',
  async (logFormat) => {
    const service = await startTest({ logFormat });
    const user = await service.store.users.add('planted-name', 'planted password', 'member');
    const key = await service.store.keys.create(user?.id ?? '', 'sk', 'planted-label');
    const cookie = await service.signedIn(user?.id);
    await service.call('POST', '/matinee/resolve', { key, body: { type: 'movie', title: 'planted-title' } });
    await service.call('PUT', '/matinee/history/planted-viewing-id', {
      key,
      body: { type: 'movie', tmdbId: 987_654, duration: 60, watchedAt: '2020-01-01T00:00:00Z' },
    });
    await service.call('GET', '/matinee/history?type=movie&tmdbId=987654', { key });
    await service.call('GET', '/matinee/history', { key: 'sk_planted-key' });
    await service.call('POST', '/scrobble', { key, body: '{"planted-body' });
    await service.call('POST', `/matinee/webhooks/plex/planted-key?user=planted-account`, { body: {} });
    await service.post('/sign-in', { name: 'planted-name', password: 'planted password' });
    await service.app.request('/media/movie/987654', { headers: { cookie } });
    await service.app.request('/planted-path/x?q=planted-query', {
      headers: {
        'x-request-id': 'planted-id',
        'user-agent': 'planted-agent',
        'x-forwarded-for': '192.0.2.77',
      },
    });
    if (logFormat === 'json') expect(parse(service.faults)).toHaveLength(9);
    const secrets = ['planted', '987654', key, cookie, service.sk, '192.0.2.77', user?.id ?? '?'];
    const text = service.faults.join('\n');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    await service.close();
  },
);

test('an id that a proxy states is taken only where it is trusted, and has the right form', async () => {
  const { store, close } = await startTest();
  const idOf = async (trustProxy: boolean, id: string) => {
    const app = createService({ store, trustProxy });
    return (await app.request('/healthz', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
  };
  expect(await idOf(true, 'of-a-proxy.1')).toBe('of-a-proxy.1');
  expect(await idOf(false, 'of-a-client')).toMatch(/^[0-9a-f]{12}-1$/);
  expect(await idOf(true, 'with space')).toMatch(/^[0-9a-f]{12}-1$/);
  expect(await idOf(true, 'x'.repeat(65))).toMatch(/^[0-9a-f]{12}-1$/);
  await close();
});
