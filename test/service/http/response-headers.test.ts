import { afterEach, beforeEach, expect, test } from 'vitest';
import { createService } from '../../../src/service/create-service';
import { startService, type RunningService } from '../../../src/service/start-service';
import { openStore, type Store } from '../../../src/service/store/store';

let running: RunningService;
let store: Store;
beforeEach(async () => {
  running = await startService({ dataDir: ':memory:' });
  store = await openStore({ dataDir: ':memory:' });
});
afterEach(async () => {
  await running.close();
  await store.close();
});

/** Different in each response, with each database, or of the connection. */
const OWN = new Set([
  'x-request-id',
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

const headersOf = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => !OWN.has(name)));

const origin = 'chrome-extension://abcdefghijklmnop';

test.each([
  ['a refusal', '/api/v1/scrobble', { method: 'POST', headers: { origin } }],
  ['nothing', '/api/v1/nothing', {}],
  ['a question of a browser', '/api/v1/history', { method: 'OPTIONS', headers: { origin } }],
  ['a method that is not possible', '/api/v1/scrobble', { method: 'PUT' }],
  ['what may be kept', '/api/v1/connectors/catalogue', {}],
  ['a page', '/welcome', {}],
  ['a style sheet', '/style.css', {}],
  ['health', '/healthz', {}],
] as const)('%s has the same headers through a socket as in process', async (_, path, init) => {
  const socket = await fetch(new URL(path, running.url), init);
  const inProcess = await createService({ store }).request(path, init);
  expect(socket.status).toBe(inProcess.status);
  expect(headersOf(socket)).toEqual(headersOf(inProcess));
  expect(socket.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\d+$/);
  expect(socket.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(socket.headers.get('x-frame-options')).toBe('DENY');
});
