import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startService } from '../../../src/service/start-service';
import { createCatalogue } from '../../../src/service/library/create-catalogue';
import { webhookLimit } from '../../../src/service/api/webhooks';
import { waitFor } from '../../support/wait-for';
import { startTest } from '../service-under-test';

test.each(['content-length: 100', 'transfer-encoding: chunked'])(
  'a client that ends its connection within the body (%s) is no fault',
  async (length) => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const service = await startService({ dataDir: ':memory:', log, logFormat: 'json', metrics: true });
    const key = await service.createKey('sk');
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const headers = ['host: 127.0.0.1', `x-api-key: ${key}`, 'content-type: application/json', length];
    const begin = length.startsWith('transfer') ? '1\r\n{\r\n' : '{';
    socket.write(`POST /api/v1/scrobble HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${begin}`);
    await service.store.ping();
    // The request waits for the rest of its body: another one has been answered meanwhile.
    await (await fetch(`${service.baseUrl}/history`, { headers: { 'x-api-key': key } })).text();
    socket.destroy();
    const logged = await waitFor('the request to be logged', () =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find(({ method }) => method === 'POST'),
    );
    expect(logged).toMatchObject({ level: 'info', event: 'request', status: 400 });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('matinee_requests_total{method="POST",status="400"} 1');
    expect(metrics).not.toContain('status="500"');
    await service.close();
  },
);

test.each([
  ['/matinee/webhooks/plex', webhookLimit],
  ['/matinee/imports', 32 * 1024 * 1024],
  ['/scrobble', 256 * 1024],
])('too large a body for %s is told the limit of that', async (path, limit) => {
  const service = await startTest();
  const answer = await service.call('POST', path, {
    body: '{}',
    headers: { 'content-length': String(limit + 1) },
  });
  expect([answer.status, answer.body.message]).toEqual([
    413,
    `The body must not be larger than ${String(limit)} bytes`,
  ]);
  await service.close();
});

test('the end of the service waits for a request under way, longer than for a connection without one', async () => {
  let release: (() => void) | undefined;
  const catalogue = createCatalogue({ store: {} as never });
  const resolve = () =>
    new Promise<never>((_, reject) => {
      release = () => reject(new Error('released'));
    });
  const service = await startService({
    dataDir: ':memory:',
    log: () => undefined,
    catalogue: { ...catalogue, resolve },
  });
  const headers = { 'x-api-key': await service.createKey('sk'), 'content-type': 'application/json' };
  const body = JSON.stringify({ type: 'movie', title: 'Sintel' });
  const answer = fetch(`${service.baseUrl}/media/resolve`, { method: 'POST', headers, body });
  await waitFor('the request to be under way', () => release !== undefined);
  const other = await startService({ dataDir: ':memory:', log: () => undefined });
  const idle = connect(Number(new URL(other.url).port), '127.0.0.1');
  await once(idle, 'connect');
  const closed = service.close();
  // It ends when its connection has been open without a request for as long as it may.
  await other.close();
  release?.();
  expect((await answer).status).toBe(500);
  await closed;
});
