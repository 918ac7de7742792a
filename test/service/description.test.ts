import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/service/create-api';
import { findDifference } from './described-answers';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

interface Described {
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly requestBody?: { content: Record<string, { schema: { properties: Record<string, object> } }> };
}

const load = async () =>
  (await (await service.app.request('/api/v1/openapi.json')).json()) as {
    openapi: string;
    servers: { url: string }[];
    paths: Record<string, Record<string, Described>>;
  };

describe('GET /openapi.json', () => {
  test('is OpenAPI 3.1 of this service, without a key', async () => {
    const { openapi, servers, paths } = await load();
    expect(openapi).toBe('3.1.0');
    expect(servers).toEqual([{ url: 'http://localhost/api/v1' }]);
    expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(OPERATIONS.length);
  });

  test('marks what is ours: the 39 operations of API v1, three of its Kodi client, and our own', async () => {
    const { paths } = await load();
    const tagged = (tag: string) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { tags }]) =>
          tags.includes(tag) ? [`${method.toUpperCase()} ${path}`] : [],
        ),
      );
    const several = (path: string, ...methods: string[]) => methods.map((method) => `${method} ${path}`);
    const documented = [
      ...['watchlist', 'favorites', 'collection', 'history', 'ratings', 'scrobble'].flatMap((name) =>
        several(`/${name}`, 'GET', 'POST', 'DELETE'),
      ),
      ...several('/lists', 'GET', 'POST'),
      ...several('/lists/{id}/items', 'GET', 'POST', 'DELETE'),
      ...several('/connectors', 'GET'),
      ...several('/connectors/submit', 'POST'),
      ...['channels', 'channels/{id}', 'dashboard', 'dashboard/widget', 'me', 'upnext'].map(
        (name) => `GET /${name}`,
      ),
      ...['code', 'token', 'approve'].map((name) => `POST /auth/device/${name}`),
      ...['verify', 'qr'].map((name) => `GET /auth/device/${name}`),
      ...several('/kodi/import', 'POST'),
      ...['resolve', 'status'].map((name) => `POST /media/${name}`),
    ];
    expect(documented).toHaveLength(39);
    const ofKodi = ['POST /media/resolve/batch', 'POST /media/show-progress', 'GET /sync/last_activities'];
    expect(tagged('API v1').sort()).toEqual([...documented, ...ofKodi].sort());
    const outside = tagged('Ours').filter((operation) => !/ \/matinee(?:\/|$)/.test(operation));
    expect(outside).toEqual([
      'POST /auth/revoke',
      'GET /connectors/catalogue',
      'GET /connectors/catalogue/{sha256}',
      'POST /connectors/reports',
      'GET /connectors/lists',
      'GET /connectors/lists/{list}/{name}',
      'GET /connectors/lists/{list}/targets/{name}',
    ]);
    const body = paths['/connectors/submit']?.['post']?.requestBody?.content['application/json'];
    expect(body?.schema.properties['name']).not.toHaveProperty('x-ours');
    expect(body?.schema.properties['cases']).toHaveProperty('x-ours', true);
  });

  test('says which operations need no key', async () => {
    const { paths } = await load();
    expect(paths['/auth/device/token']?.['post']?.security).toEqual([]);
    expect(paths['/scrobble']?.['post']?.security).toEqual([{ apiKey: [] }, { bearer: [] }]);
  });
});

describe('every described operation', () => {
  test.each(OPERATIONS.map((operation) => [operation.method, operation.path, operation] as const))(
    '%s %s is mounted, and refuses a request without a key as described',
    async (method, path, { access }) => {
      const address = path
        .replace(/:id(?:\{[^}]*\})?/, '0a')
        .replace(/:product\{\(\?:(\w+)[^}]*\}/, '$1')
        .replace(/:(?:sha256|list|name)\{[^}]*\}/g, '0'.repeat(64))
        .replace(/:widget\{([\w-]+)[^}]*\}/, '$1');
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const { status, body: answer } = await service.call(method, address, { key: undefined, body });
      expect([status, access === 'public']).toEqual([
        access === 'public' ? expect.any(Number) : 401,
        access === 'public',
      ]);
      expect(answer?.message).not.toBe('There is nothing at this path');
    },
  );
});

describe('the check of the tests', () => {
  const record = { error: 'X', message: 'y' };

  test.each([
    ['an unknown field', 'POST', '/scrobble', 200, { success: true, more: 1 }],
    ['a wrong type', 'POST', '/scrobble', 200, { success: 'yes' }],
    ['a status that is not described', 'POST', '/scrobble', 201, { success: true }],
    ['an error without a message', 'POST', '/scrobble', 400, { error: 'X' }],
    ['a body where none is described', 'DELETE', '/matinee/history/1', 204, {}],
    ['an operation that is not described', 'GET', '/nothing', 200, record],
  ])('finds %s', (_, method, path, status, body) => {
    expect(findDifference(method, path, { status, body })).toBeDefined();
  });

  test('accepts what is described', () => {
    expect(findDifference('POST', '/scrobble', { status: 200, body: { success: true } })).toBeUndefined();
    expect(findDifference('DELETE', '/matinee/history/1', { status: 204, body: undefined })).toBeUndefined();
    expect(findDifference('GET', '/nothing', { status: 404, body: record })).toBeUndefined();
  });
});
