import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService } from '../../src/service/start-service';
import { askOffers, readOffers } from '../../src/tracker/offers';
import { startFaultServer, type FaultServer } from './fault-server';

let fault: FaultServer;
beforeEach(async () => {
  fault = await startFaultServer();
});
afterEach(() => fault.close());
const ask = (baseUrl = fault.baseUrl) => askOffers({ baseUrl, fetch, timeoutMs: 2_000, now: Date.now });

test('our tracker offers what its description says', async () => {
  const service = await startService({ dataDir: ':memory:', log: () => undefined });
  const offers = await ask(service.baseUrl);
  expect(offers).toEqual(
    expect.arrayContaining([
      'POST /matinee/resolve seriesTitle',
      'POST /matinee/resolve language',
      'POST /connectors/submit cases',
      'PUT /matinee/history/{id}',
    ]),
  );
  await service.close();
});

test.each([
  ['a description without operations', 200, '{"openapi":"3.1.0","paths":{}}'],
  ['nothing', 404, '{"error":"NOT_FOUND","message":"Not found"}'],
  ['a question for a key', 401, '{"error":"UNAUTHORIZED","message":"API key is missing"}'],
])('a tracker that answers with %s offers nothing', async (_about, status, body) => {
  fault.answer = (_, response) => response.writeHead(status).end(body);
  expect(await ask()).toEqual([]);
});

test.each([
  ['a page', 200, '<html>Not here</html>'],
  ['a page of a firewall', 403, '<html>Not here</html>'],
  ['another document', 200, '{"success":true,"data":[]}'],
])('%s says nothing of the tracker', async (_about, status, body) => {
  fault.answer = (_, response) => response.writeHead(status).end(body);
  await expect(ask()).rejects.toMatchObject({ code: 'malformed' });
});

test('a wait that is asked for is stated', async () => {
  fault.answer = (_, response) => response.writeHead(429, { 'retry-after': '90' }).end('{}');
  await expect(ask()).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 90 });
});

test('nobody follows a tracker that sends unknown paths elsewhere', async () => {
  fault.answer = (_, response) => response.writeHead(307, { location: '/sign-in' }).end();
  await expect(ask()).rejects.toMatchObject({ code: 'malformed' });
  expect(fault.requests.map(({ url }) => url)).toEqual(['/api/v1/openapi.json']);
});

test('a failure of the tracker or of the network says nothing', async () => {
  fault.answer = (_, response) => response.writeHead(503).end('{}');
  await expect(ask()).rejects.toMatchObject({ code: 'server' });
  fault.answer = (request) => request.socket.destroy();
  await expect(ask()).rejects.toMatchObject({ code: 'network' });
});

test('a field is found in the alternatives of a body and behind references', () => {
  const schema = { anyOf: [{ $ref: '#/components/schemas/Film' }, { properties: { seriesTitle: {} } }] };
  const post = { requestBody: { content: { 'application/json': { schema } } } };
  const components = {
    schemas: { Film: { allOf: [{ properties: { title: {} } }, { $ref: '#/components/schemas/Film' }] } },
  };
  expect(readOffers({ paths: { '/matinee/resolve': { post } }, components }).toSorted()).toEqual([
    'POST /matinee/resolve',
    'POST /matinee/resolve seriesTitle',
    'POST /matinee/resolve title',
  ]);
});
