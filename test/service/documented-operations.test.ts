import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedPath, isOurs } from '../../src/service/api/route';
import { OPERATIONS } from '../../src/service/create-api';
import { createLiveService } from '../support/live-service/create-live-service';
import { SESSION } from '../support/live-service/device-routes';
import { startTest } from './service-under-test';

/*
 * The 39 operations of the public description of API v1, once with the stand-in for the live service and once
 * with our tracker: what the extension and Kodi's client rely on is answered by both in the same form.
 */

interface Partner {
  readonly fetch: (request: Request) => Promise<Response> | Response;
  readonly key: () => Promise<string>;
  /** The session of a browser in which the person is signed in. */
  readonly cookie: () => Promise<string>;
  readonly close: () => Promise<void>;
}

const ORIGIN = 'http://localhost';

async function theLiveService(): Promise<Partner> {
  const { app, sessions } = createLiveService();
  const key = async () => {
    const { device_code: code, user_code: userCode } = await json(app.fetch(post('/auth/device/code', {})));
    sessions.decide(String(userCode), 'approved');
    const { access_token: token } = await json(
      app.fetch(post('/auth/device/token', { device_code: code, grant_type: GRANT })),
    );
    return String(token);
  };
  return { fetch: app.fetch, key, cookie: async () => SESSION, close: async () => undefined };
}

async function ourTracker(): Promise<Partner> {
  const { app, sk, signedIn, close } = await startTest();
  return { fetch: app.fetch, key: async () => sk, cookie: () => signedIn(), close: async () => close() };
}

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const json = async (response: Response | Promise<Response>) =>
  (await (await response).json()) as Record<string, unknown>;
const post = (path: string, body: object) =>
  new Request(`${ORIGIN}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const episode = { tvShowId: 1396, seasonNumber: 1, episodeNumber: 2 };
const EPISODE = 'type=episode&tvShowId=1396&seasonNumber=1&episodeNumber=2';
const series = { type: 'tv', id: 1396 };
const submission = {
  name: 'Example',
  domains: ['www.example.test'],
  definition: { version: 1, extractors: { title: [{ type: 'text', selector: 'h1' }] } },
};
const kodi = {
  source: 'kodi',
  importSessionId: 's',
  chunk: 1,
  totalChunks: 1,
  options: { importWatched: true },
  episodes: [{ title: 'x', showTmdbId: 1396, season: 1, episode: 3, playCount: 1 }],
};
const text = expect.any(String) as string;
const number = expect.any(Number) as number;
const list = (entry: object) => ({
  success: true,
  data: expect.arrayContaining([expect.objectContaining(entry)]) as unknown,
  pagination: { page: 1, totalPages: 1 },
});
const done = { success: true };

/** `{…}` in a path or body is a value of an answer before. */
const CALLS: readonly (readonly [
  method: string,
  path: string,
  status: number,
  answer: object,
  body?: object,
])[] = [
  ['POST', '/auth/device/code', 200, { device_code: text, user_code: text, interval: number }, {}],
  ['GET', '/auth/device/verify?user_code={user_code}', 200, { success: true, data: { id: text } }],
  ['GET', '/auth/device/qr?user_code={user_code}', 200, { png: true }],
  ['POST', '/auth/device/approve', 200, done, { user_code: '{user_code}' }],
  [
    'POST',
    '/auth/device/token',
    200,
    { access_token: text, token_type: 'Bearer', expires_in: 7_776_000 },
    { device_code: '{device_code}', grant_type: GRANT },
  ],
  ['GET', '/me', 200, { success: true, user: { name: text }, stats: {} }],
  [
    'POST',
    '/media/resolve',
    200,
    { data: { type: 'tv', tmdbId: 1396, title: text } },
    { type: 'tv', tmdbId: 1396 },
  ],
  [
    'POST',
    '/media/resolve',
    200,
    { data: { type: 'episode', tvShowId: 1396 } },
    { type: 'episode', ...episode },
  ],
  ['POST', '/media/resolve', 400, { error: 'VALIDATION_ERROR', message: text }, { type: 'movie' }],
  [
    'POST',
    '/media/resolve',
    404,
    { error: 'NOT_FOUND', message: text },
    { type: 'tv', title: 'Nobody made this' },
  ],
  [
    'POST',
    '/media/resolve/batch',
    200,
    { data: { 0: { tmdbId: 1396 } } },
    { items: [{ type: 'tv', tmdbId: 1396 }] },
  ],
  ['POST', '/scrobble', 200, done, { type: 'episode', ...episode, progress: 600, duration: 3000 }],
  [
    'GET',
    '/scrobble?type=episode',
    200,
    list({ type: 'episode', progress: 600, duration: 3000, title: text }),
  ],
  ['DELETE', `/scrobble?${EPISODE}`, 200, done],
  ['POST', '/history', 200, done, { type: 'episode', ...episode, watchedAt: '2025-01-01T20:00:00Z' }],
  [
    'GET',
    '/history?type=episode',
    200,
    list({ count: 1, seasonNumber: 1, episodeNumber: 2, watchedAt: text }),
  ],
  ['GET', '/upnext', 200, list({ showId: 1396, showTitle: text })],
  [
    'POST',
    '/media/status',
    200,
    {
      data: {
        'episode:1396:1:2': { watched: true },
        'tv:1396': { watchedEpisodes: 1, airedEpisodes: number },
      },
    },
    { items: [{ type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 2 }, series] },
  ],
  [
    'POST',
    '/media/show-progress',
    200,
    { data: { 1396: { watchedEpisodes: 1, seasons: expect.arrayContaining([]) as unknown } } },
    { ids: [1396] },
  ],
  ['DELETE', `/history?${EPISODE}`, 200, done],
  ['POST', '/ratings', 200, done, { ...series, rating: 8 }],
  ['GET', '/ratings?type=tv', 200, list({ type: 'tv', id: 1396, rating: 8, ratedAt: text })],
  ['DELETE', '/ratings?type=tv&id=1396', 200, done],
  ...(['watchlist', 'favorites', 'collection'] as const).flatMap(
    (shelf) =>
      [
        ['POST', `/${shelf}`, 200, done, series],
        ['GET', `/${shelf}`, 200, list({ type: 'tv', tmdbId: 1396, title: text })],
        ['DELETE', `/${shelf}?type=tv&id=1396`, 200, done],
        ['DELETE', `/${shelf}?type=tv&id=1396`, 404, { error: 'NOT_FOUND', message: text }],
      ] as const,
  ),
  ['POST', '/lists', 201, { id: text, name: 'Sundays', visibility: 'PRIVATE' }, { name: 'Sundays' }],
  ['POST', '/lists/{id}/items', 200, done, series],
  ['GET', '/lists', 200, list({ name: 'Sundays', itemCount: 1 })],
  ['GET', '/lists/{id}/items', 200, list({ type: 'tv', tmdbId: 1396 })],
  ['DELETE', '/lists/{id}/items?type=tv&id=1396', 200, done],
  ['GET', '/dashboard', 200, { data: { widgets: expect.arrayContaining([]) as unknown } }],
  ['GET', '/dashboard/widget?type=up_next', 200, { success: true, pagination: { page: 1 } }],
  ['GET', '/dashboard/widget?type=nothing', 400, { error: 'VALIDATION_ERROR' }],
  ['GET', '/channels', 200, list({ id: text, type: 'channel' })],
  ['GET', '/channels/{channel}', 200, { success: true, data: { id: text } }],
  ['GET', '/connectors', 200, { success: true }],
  ['POST', '/connectors/submit', 201, done, submission],
  ['POST', '/kodi/import', 200, { data: { imported: { episodes: 1 }, skipped: { unresolved: 0 } } }, kodi],
];

// Each call uses values of the answers before it.
describe('in turn', { shuffle: false }, () => {
  describe.each([
    ['the stand-in for the live service', theLiveService],
    ['our tracker', ourTracker],
  ] as const)('%s', (_name, start) => {
    let partner: Partner;
    let key: string;
    const values: Record<string, string> = {};
    const fill = (given: string) => given.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
    beforeAll(async () => {
      partner = await start();
      key = await partner.key();
    });
    afterAll(() => partner.close());

    async function ask(method: string, path: string, body?: object) {
      const response = await partner.fetch(
        new Request(`${ORIGIN}/api/v1${fill(path)}`, {
          method,
          headers: {
            ...(path.startsWith('/auth/device') ? {} : { 'x-api-key': key }),
            ...(path === '/auth/device/approve' && { cookie: await partner.cookie(), origin: ORIGIN }),
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: fill(JSON.stringify(body)) }),
        }),
      );
      const isPicture = response.headers.get('content-type') === 'image/png';
      return { status: response.status, answer: isPicture ? { png: true } : await json(response) };
    }

    for (const [method, path, status, expected, body] of CALLS)
      test(`${method} ${path}: ${status}`, async () => {
        const { status: actual, answer } = await ask(method, path, body);
        expect(answer).toMatchObject(expected);
        expect(actual).toBe(status);
        for (const [name, value] of Object.entries(answer))
          if (typeof value === 'string') values[name] = value;
        const [channel] = path === '/channels' ? (answer['data'] as { id: string }[]) : [];
        if (channel !== undefined) values['channel'] = channel.id;
      });
  });
});

test('no operation of API v1 is left out', () => {
  const called = CALLS.map(
    ([method, path]) => `${method} ${path.split('?')[0]?.replace(/\{\w+\}/, '*') ?? ''}`,
  );
  const documented = OPERATIONS.filter((one) => !isOurs(one)).map(
    (one) => `${one.method} ${describedPath(one).replace(/\{\w+\}/, '*')}`,
  );
  expect(new Set(called)).toEqual(
    new Set(documented.filter((one) => !one.endsWith('/sync/last_activities'))),
  );
  expect(documented).toHaveLength(42);
});
