import { expect, test } from 'vitest';
import { OPERATIONS } from '../../src/service/create-api';
import { findDifference } from './described-answers';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

// No request, however broken, is answered with a fault of the service (5xx), and every answer of the API is one
// that its description contains.

const REQUESTS = 10_000;
const PAGES =
  '/history /keys /account /account/password /account/sign-out /connectors /device /catalogue /sign-in /welcome'
    .concat(
      ' /history/add /history/entry/x /statistics /series/1396 /history?view=calendar /account/preferences',
    )
    .concat(' /invitations /invitations/withdraw /invitation/x')
    .concat(' /history/remove /history/restore /series/1396/mark')
    .concat(' /channels/open-films /media/movie/1 /poster/movie/1 /api /style.css /readyz /nothing')
    .split(' ');

/** Pseudo-random numbers that are the same in each run (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const random = createRandom(20_261_122);
const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
const times = <T>(most: number, make: () => T): T[] => Array.from({ length: random(most + 1) }, make);

const FIELDS = 'type progress duration id tmdbId tvShowId seasonNumber episodeNumber title seriesTitle year'
  .concat(' imdbId language watchedAt startedAt rating name domains definition device_code grant_type token')
  .concat(' client_name client_id scope __proto__ constructor')
  .split(' ');
const TEXTS = [
  'movie',
  'episode',
  '',
  'x'.repeat(600),
  '\0',
  '\uD800',
  '💥',
  '../..',
  'tt0903747',
  '%00',
  'null',
];
const TIMES = [
  '2026-01-01T00:00:00Z',
  '2020-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '1969-12-31T00:00:00Z',
];
const NUMBERS = [0, 1, -1, 0.5, 1396, 10_378, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e300, -0];

function anyValue(depth: number): unknown {
  const kinds = [
    () => pick(TEXTS),
    () => pick(TIMES),
    () => pick(NUMBERS),
    () => pick([null, true, false]),
    () => times(3, () => (depth > 0 ? anyValue(depth - 1) : 0)),
    () => (depth > 0 ? anyRecord(depth - 1) : {}),
  ];
  return pick(kinds)();
}

function anyRecord(depth: number): Record<string, unknown> {
  return Object.fromEntries(times(8, () => [pick(FIELDS), anyValue(depth)]));
}

/** A body that is nearly right more often than chance would have it. */
function plausible(): unknown {
  const media = {
    type: pick(['movie', 'episode']),
    tmdbId: pick(NUMBERS),
    seasonNumber: 1,
    episodeNumber: 1,
  };
  return pick([
    { ...media, progress: pick(NUMBERS), duration: pick(NUMBERS) },
    { ...media, watchedAt: pick(TIMES), duration: pick(NUMBERS), startedAt: pick(TIMES) },
    { ...media, rating: pick(NUMBERS) },
    { type: 'episode', seriesTitle: pick(TEXTS), episodeNumber: pick(NUMBERS) },
    { watchedAt: pick(TIMES) },
    { name: 'x', domains: ['a.example'], definition: anyRecord(3) },
    {},
  ]);
}

const BOUNDARY = 'b';
const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** A content type and a body: right, broken, of the wrong kind, or deep. */
function anyBody(): [type: string, body: string | Uint8Array<ArrayBuffer>] {
  const json = () => JSON.stringify(pick([plausible, () => anyRecord(3), () => anyValue(3)])());
  const form = () => new URLSearchParams(times(4, () => [pick(FIELDS), pick(TEXTS)])).toString();
  const multipart = `multipart/form-data; boundary=${BOUNDARY}`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="\r\n\r\n`;
  const bytes = () => Uint8Array.from(times(200, () => random(256)));
  return pick<() => [string, string | Uint8Array<ArrayBuffer>]>([
    () => ['application/json', json()],
    () => ['application/json', json()],
    () => ['application/json; charset=utf-8', json().slice(0, random(60))],
    () => ['application/json', '['.repeat(random(100_000))],
    () => ['application/json', bytes()],
    () => ['application/x-www-form-urlencoded', form()],
    () => ['application/x-www-form-urlencoded', '%E0%A4%A&=&&%'],
    () => [multipart, `${part(pick(FIELDS), pick(TEXTS))}--${BOUNDARY}--\r\n`],
    () => [multipart, part('name', 'cut off').slice(0, random(70))],
    () => [multipart, file],
    () => [multipart, bytes()],
    () => ['multipart/form-data', part('name', 'no boundary')],
    () => [pick(['', 'text/plain', 'multipart/form-data; boundary="', ';;']), json()],
  ])();
}

function anyPath(): string {
  const parameter = () =>
    encodeURIComponent(pick(['0a', '1', 'open-films', 'x'.repeat(100), '%', ' ', '../../etc', '💥', '0']));
  const operation = pick(OPERATIONS).path;
  const address = operation
    .replace(/:widget\{([^}]*)\}/, () => pick(['up-next', 'recently-watched', 'this-week', 'channels', 'x']))
    .replaceAll(/:\w+(?:\{[^}]*\})?/g, parameter);
  const names = ['limit', 'offset', 'after', 'type', 'tmdbId', 'id', 'seasonNumber', 'status', 'next'];
  const value = () =>
    encodeURIComponent(pick([...TEXTS.slice(0, 3), '1', '-1', '1e9', '0~', '1~z', '99999999']));
  const query = times(3, () => `${pick(names)}=${value()}`).join('&');
  return `${address}${query === '' ? '' : `?${query}`}`;
}

const KEYS = ['', 'sk_', `sk_${'0'.repeat(24)}_${'x'.repeat(43)}`, 'x'.repeat(5000), '\u00ff'];

async function send(service: ServiceUnderTest, cookie: string) {
  const isPage = random(4) === 0;
  const path = isPage ? pick(PAGES) + pick(['', '', '?after=1~z', '?next=//x', '?%']) : anyPath();
  const method = pick([
    'GET',
    'POST',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'POST',
    'HEAD',
    'OPTIONS',
    'PROPFIND',
  ]);
  const [type, body] = anyBody();
  const hasBody = !['GET', 'HEAD'].includes(method);
  const key = random(3) > 0 ? service.sk : pick([service.pk, ...KEYS]);
  const headers = {
    'x-api-key': key,
    ...(hasBody && type !== '' ? { 'content-type': type } : {}),
    ...(isPage ? { cookie: pick([cookie, cookie, 'matinee_login=%', 'x']), origin: 'http://localhost' } : {}),
  };
  const address = isPage ? path : `/api/v1${path}`;
  const response = await service.app.request(address, { method, headers, ...(hasBody ? { body } : {}) });
  return { isPage, method, path, response, what: `${method} ${path} ${type} ${String(body).slice(0, 200)}` };
}

test(`${REQUESTS} broken requests: no fault, and every answer is described`, async () => {
  const service = await startTest();
  const account = { name: 'ada', password: 'correct horse' };
  const cookie = cookieOf(await service.post('/welcome', account));
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  for (let count = 0; count < REQUESTS; count += 1) {
    const { isPage, method, path, response, what } = await send(service, cookie);
    const { status } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) wrong.push(`${status}: ${what}`);
    if (isPage || ['HEAD', 'OPTIONS'].includes(method)) continue;
    const text = await response.text();
    const answer: unknown = text === '' ? undefined : JSON.parse(text);
    const difference = findDifference(method, path, { status, body: answer });
    if (difference !== undefined) wrong.push(`${difference}: ${what}`);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(service.faults).toEqual([]);
  // The requests reach what is behind the checks.
  for (const status of [200, 303, 400, 401, 403, 404, 405, 415])
    expect(statuses.get(status) ?? 0, `answers with ${status}`).toBeGreaterThan(5);
  await service.close();
});
