import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const update = { type: 'movie', progress: 60, duration: 600, tmdbId: 10378 };
const writes = [
  ['POST', '/scrobble', update],
  ['POST', '/connectors/submit', { name: 'x', domains: ['www.example.test'], definition: {} }],
  ['DELETE', '/matinee/history/1', undefined],
  ['PATCH', '/matinee/history/1', { watchedAt: '2026-01-15T20:00:00Z' }],
  [
    'PUT',
    '/matinee/history/1',
    { type: 'movie', tmdbId: 1, watchedAt: '2026-01-15T20:00:00Z', duration: 60 },
  ],
  ['PUT', '/matinee/ratings', { type: 'movie', tmdbId: 10378, rating: 8 }],
] as const;
const reads = [
  ['GET', '/dashboard', undefined],
  ['GET', '/upnext', undefined],
  ['GET', '/dashboard/widget?type=recently_watched', undefined],
  ['GET', '/history', undefined],
  ['GET', '/dashboard/widget?type=channels', undefined],
  ['GET', '/channels', undefined],
  ['GET', '/channels/open-films', undefined],
  ['GET', '/matinee/history', undefined],
  ['GET', '/matinee/progress', undefined],
  ['GET', '/matinee/ratings', undefined],
  ['GET', '/matinee/connectors', undefined],
  ['POST', '/media/resolve', { type: 'movie', tmdbId: 10378 }],
] as const;

describe.each([...writes, ...reads])('%s %s', (method, path, body) => {
  const call = (headers: Record<string, string>, query = '') =>
    service.call(method, path + query, { key: undefined, body, headers });

  test.each([
    ['no key', () => ({})],
    ['an unknown key', () => ({ 'x-api-key': 'sk_unknown' })],
    ['an empty key', () => ({ 'x-api-key': '' })],
    ['another scheme', () => ({ authorization: `Basic ${service.sk}` })],
    ['a bare authorization', () => ({ authorization: service.sk })],
    ['half a key', () => ({ 'x-api-key': service.sk.slice(0, -1) })],
  ])('with %s: 401', async (_, headers) => {
    const answer = await call(headers());
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe('UNAUTHORIZED');
    expect(typeof answer.body.message).toBe('string');
  });

  test('with a key in the query string: 401', async () => {
    expect((await call({}, `?api_key=${service.sk}`)).status).toBe(401);
    expect((await call({}, `?x-api-key=${service.sk}&access_token=${service.sk}`)).status).toBe(401);
  });
});

describe.each(writes)('%s %s writes', (method, path, body) => {
  test('a public key gets 403 with either header, and nothing is stored', async () => {
    for (const headers of [{ 'x-api-key': service.pk }, { authorization: `Bearer ${service.pk}` }]) {
      const answer = await service.call(method, path, { key: undefined, body, headers });
      expect(answer.status).toBe(403);
      expect(answer.body.error).toBe('FORBIDDEN');
    }
    expect(await service.progress()).toEqual([]);
    expect((await service.call('GET', '/matinee/connectors')).body.data).toEqual({ items: [] });
  });

  test('a public key gets 403 before its body is read', async () => {
    expect((await service.call(method, path, { key: service.pk, body: '{' })).status).toBe(403);
  });
});

describe.each(reads)('%s %s reads', (method, path, body) => {
  test('every kind of key may read, with either header', async () => {
    const device = await service.store.keys.create(service.owner.id, 'mt', 'device');
    for (const key of [service.sk, service.pk, device]) {
      for (const headers of [
        { 'x-api-key': key },
        { authorization: `Bearer ${key}` },
        { authorization: `bearer ${key}` },
      ]) {
        const answer = await service.call(method, path, { key: undefined, body, headers });
        expect(answer.status).toBe(200);
        expect(answer.body.success).toBe(true);
      }
    }
  });
});

describe('a write', () => {
  test('is accepted with a secret key and with a device token, with either header', async () => {
    const device = await service.store.keys.create(service.owner.id, 'mt', 'device');
    for (const key of [service.sk, device]) {
      for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
        expect(
          (await service.call('POST', '/scrobble', { key: undefined, body: update, headers })).status,
        ).toBe(200);
      }
    }
  });

  test('is refused after its key was revoked', async () => {
    const key = await service.store.keys.create(service.owner.id, 'sk', 'lost');
    const keys = await service.store.keys.list(service.owner.id);
    const id = keys.find(({ label }) => label === 'lost')?.id ?? '';
    expect((await service.scrobble(update, key)).status).toBe(200);
    await service.store.keys.revoke(service.owner.id, id);
    expect((await service.scrobble(update, key)).status).toBe(401);
  });
});

describe('the origins', () => {
  test.each([
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://0a1b2c3d-0000-4000-8000-000000000000',
  ])('of extensions may ask: %s', async (origin) => {
    const preflight = await service.app.request('/api/v1/scrobble', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    const refused = await service.call('GET', '/dashboard', { key: 'sk_wrong', headers: { origin } });
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  });

  test.each([
    'https://evil.example',
    'null',
    'http://localhost',
    'https://chrome-extension.example',
    'chrome-extension://a/b',
  ])('of pages may not: %s', async (origin) => {
    const answer = await service.call('GET', '/dashboard', { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('a foreign host name gets 403 unless the service is exposed', async () => {
    const answer = await service.app.request('http://rebound.example/api/v1/dashboard', {
      headers: { 'x-api-key': service.sk },
    });
    expect(answer.status).toBe(403);
    const exposed = await startTest({ exposed: true });
    expect(
      (
        await exposed.app.request('http://tracker.lan/api/v1/dashboard', {
          headers: { 'x-api-key': exposed.sk },
        })
      ).status,
    ).toBe(200);
    await exposed.close();
  });
});

describe('paths and methods', () => {
  test.each([
    ['PUT', '/scrobble', 405],
    ['DELETE', '/matinee/history', 405],
    ['POST', '/dashboard', 405],
    ['GET', '/media/resolve', 405],
    ['GET', '/auth/device/token', 405],
    ['GET', '/connectors/submit', 405],
    ['POST', '/channels/open-films', 405],
    ['GET', '/nothing', 404],
    ['GET', '/', 404],
    ['POST', '/scrobble/extra', 404],
    ['GET', '/channels/unknown', 404],
    ['GET', '/matinee/connectors/99', 404],
  ])('%s %s: %i as an error record', async (method, path, status) => {
    const answer = await service.call(method, path, method === 'GET' ? {} : { body: {} });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: status === 405 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND',
      message: expect.any(String) as string,
    });
    if (status === 405) expect(answer.headers.get('allow')).toMatch(/^(?:DELETE, GET, POST|GET|POST)$/);
  });
});

describe('secrets', () => {
  test('are not listed and not logged', async () => {
    const body = { type: 'movie', progress: 1, duration: 2, tmdbId: 3, secret: service.sk };
    await service.scrobble(body);
    await service.call('GET', `/dashboard?api_key=${service.sk}`, { key: 'sk_wrong' });
    expect(service.faults.join('\n')).not.toContain(service.sk);
    expect(JSON.stringify(await service.store.keys.list(service.owner.id))).not.toContain(
      service.sk.slice(3),
    );
  });
});
