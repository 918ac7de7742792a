import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { webhookLimit } from '../../src/service/api/webhooks';
import { importLimit } from '../../src/service/library/imports/import-jobs';
import { createRandom } from '../core/definition/worst-input';
import { startTest, type ServiceUnderTest } from '../service/service-under-test';
import { threadTime } from '../support/thread-time';
import { grow, LARGEST } from './growth/grow';
import { units } from './growth/units';

// Every route, with and without a key, is asked with texts that grow by repetition up to the allowed size. A
// request may be refused, but it may not keep a neighbour waiting. Every route is asked once with its largest
// body, then routes and sizes are drawn. MATINEE_GROWN_REQUESTS: how many requests in all, each night 100,000.

const REQUESTS = Number(process.env['MATINEE_GROWN_REQUESTS'] || 400);
const LONGEST_WAIT_MS = 200;
const seed = Number(process.env['MATINEE_SEED'] ?? Date.now() % 1e9);

interface Asked {
  readonly path: string;
  readonly init: RequestInit;
  readonly about: string;
}

test(
  `no grown request keeps a neighbour waiting (seed ${String(seed)})`,
  { timeout: Math.max(600_000, REQUESTS * 150) },
  async () => {
    const service = await startTest();
    const create = await createRequests(service);
    const slow: string[] = [];
    const { routes } = service.app;
    let count = 0;
    let longest = 0;
    while (count < routes.length || count < REQUESTS) {
      const asked = create(routes[count]);
      const wait = await leastWait(service, asked);
      longest = Math.max(longest, wait);
      if (wait > LONGEST_WAIT_MS) slow.push(`${asked.about}: ${wait.toFixed(0)} ms`);
      count += 1;
    }
    console.info(`${String(count)} grown requests, longest wait ${longest.toFixed(0)} ms`);
    expect(slow).toEqual([]);
    expect(service.faults).toEqual([]);
    await service.close();
  },
);

const part = '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n';

test.each([
  ['/import', 'application/x-www-form-urlencoded', grow('a=1&', importLimit)],
  ['/import', 'multipart/form-data; boundary=a', grow(part, importLimit)],
  ['/webhooks/plex', 'application/x-www-form-urlencoded', grow('a=1&', webhookLimit)],
  ['/webhooks/plex', 'multipart/form-data; boundary=a', grow(part, webhookLimit)],
])('a form of nothing but fields is no work: %s, %s', { timeout: 300_000 }, async (path, type, body) => {
  const service = await startTest();
  const cookie = await service.signedIn();
  const headers = { 'content-type': type, 'x-api-key': service.sk, cookie, origin: 'http://localhost' };
  const init = { method: 'POST', headers, body: Buffer.from(body) };
  const asked = { path: path === '/import' ? path : `/api/v1/matinee${path}`, init, about: path };
  expect((await service.app.request(asked.path, init)).status).toBe(400);
  expect(await leastWait(service, asked)).toBeLessThan(LONGEST_WAIT_MS);
  await service.close();
});

/** Once can be the garbage collector: what waits is asked again. */
async function leastWait(service: ServiceUnderTest, asked: Asked): Promise<number> {
  let wait = await waitOf(service, asked);
  for (let again = 0; again < 4 && wait > LONGEST_WAIT_MS; again += 1)
    wait = Math.min(wait, await waitOf(service, asked));
  return wait;
}

/** The longest time of this thread in which nothing else had its turn. */
async function waitOf(service: ServiceUnderTest, { path, init }: Asked): Promise<number> {
  let last = threadTime();
  let most = 0;
  const answered = new AbortController();
  const neighbour = (async () => {
    while (!answered.signal.aborted) {
      await setImmediate();
      const now = threadTime();
      most = Math.max(most, now - last);
      last = now;
    }
  })();
  const response = await service.app.request(path, init);
  await response.arrayBuffer();
  answered.abort();
  await neighbour;
  return most;
}

type Route = ServiceUnderTest['app']['routes'][number];

/** Makes requests: to the route that is named, with its largest body, or to any one. */
async function createRequests(service: ServiceUnderTest): Promise<(route?: Route) => Asked> {
  const { store, owner, app } = service;
  const cookie = await service.signedIn();
  const recordOnly = await store.keys.create(owner.id, 'sk', 'server', { scope: 'scrobble' });
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const values: Readonly<Record<string, readonly string[]>> = {
    ':key': [recordOnly],
    ':product': ['jellyfin', 'plex', 'emby', 'kodi'],
  };
  const pathOf = (path: string, short: string) =>
    path.replaceAll(/(:\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?\??|\*/g, (_, name: string) =>
      pick(values[name] ?? [short, '1', 'movie']),
    );
  return (route) => {
    const { method, path } = route ?? pick(app.routes);
    const unit = pick(units);
    const most = mostOf(path);
    const size = route === undefined ? pick([1_000, 16_000, LARGEST, most / 8, most]) : most;
    const short = encodeURIComponent(grow(unit, pick([1, 60, 2_000])).replaceAll(/\p{Cs}/gu, 'x'));
    const query = pick(['', `?q=${short}`, `?search=${short}&next=${short}`]);
    const [type, body] = pick(BODIES)(grow(unit, size), pick);
    const key = { authorization: `Bearer ${service.sk}` };
    const signedIn = { cookie, origin: 'http://localhost' };
    const caller = pick(size > LARGEST ? [key, signedIn] : [{}, key, signedIn]);
    const headers = { 'content-type': type, 'accept-language': headerText(grow(unit, 400)), ...caller };
    const hasBody = method !== 'GET' && method !== 'HEAD';
    return {
      path: pathOf(path, short) + query,
      about: `${method} ${path} ${JSON.stringify(unit)} ${String(size)} ${type}`,
      init: { method, headers, ...(hasBody && { body: cut(body, most) }) },
    };
  };
}

/** Bytes of the largest body that the route takes. */
function mostOf(path: string): number {
  if (/\/imports?$/.test(path)) return importLimit;
  return path.includes('/webhooks/') ? webhookLimit : LARGEST;
}

type Pick = <T>(values: readonly T[]) => T;
type Body = (text: string, pick: Pick) => [type: string, body: string];

const BOUNDARY = 'a';
const partOf = (name: string, text: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${text}` +
  `\r\n--${BOUNDARY}--\r\n`;
const FIELDS = 'title name password next search note credential user_code payload data list id'.split(' ');

/** The text as it is, begun as something else, or as the value of what a route reads. */
const BODIES: readonly Body[] = [
  (text, pick) => [
    'application/json',
    pick(['', '"', '[', '{"a":"']) + text + pick(['', '"', '"}', '\u0001']),
  ],
  (text, pick) => ['application/json', JSON.stringify({ type: 'movie', [pick(FIELDS)]: text, progress: 1 })],
  (text, pick) => ['application/x-www-form-urlencoded', `${pick(FIELDS)}=${text}`],
  (text) => ['text/csv', text],
  (text) => ['text/csv', `Date,Name,Year,Letterboxd URI\n2020-01-01,${text}`],
  (text) => [`multipart/form-data; boundary=${BOUNDARY}`, text],
  (text, pick) => [`multipart/form-data; boundary=${BOUNDARY}`, partOf(pick(['file', ...FIELDS]), text)],
];

/** Without what makes the body larger than the route takes. */
function cut(body: string, most: number) {
  return Buffer.from(body).subarray(0, most);
}

/** What a header may contain. */
const headerText = (text: string) => text.replaceAll(/[^\t -~]/g, 'x').trim();
