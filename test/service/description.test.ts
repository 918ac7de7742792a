import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/service/api/description/operations';
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

  test('marks the six documented operations, and the fields in them that are ours', async () => {
    const { paths } = await load();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { tags }]) =>
        tags.includes('API v1') ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
    expect(documented.sort()).toEqual([
      'GET /channels/{id}',
      'GET /dashboard',
      'POST /auth/device/token',
      'POST /connectors/submit',
      'POST /media/resolve',
      'POST /scrobble',
    ]);
    const body = paths['/media/resolve']?.['post']?.requestBody?.content['application/json'];
    expect(body?.schema.properties['type']).not.toHaveProperty('x-ours');
    expect(body?.schema.properties['seriesTitle']).toHaveProperty('x-ours', true);
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
        .replace(/:sha256\{[^}]*\}/, '0'.repeat(64))
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
    ['a body where none is described', 'DELETE', '/history/1', 204, {}],
    ['an operation that is not described', 'GET', '/nothing', 200, record],
  ])('finds %s', (_, method, path, status, body) => {
    expect(findDifference(method, path, { status, body })).toBeDefined();
  });

  test('accepts what is described', () => {
    expect(findDifference('POST', '/scrobble', { status: 200, body: { success: true } })).toBeUndefined();
    expect(findDifference('DELETE', '/history/1', { status: 204, body: undefined })).toBeUndefined();
    expect(findDifference('GET', '/nothing', { status: 404, body: record })).toBeUndefined();
  });
});
