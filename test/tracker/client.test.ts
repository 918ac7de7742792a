import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service';
import { readChannel, readDashboard } from '../../src/protocol/tracker/read-dashboard';
import { readPage } from '../../src/protocol/tracker/read-list-items';
import { createTracker, type Tracker } from '../../src/tracker/client';
import { askOffers } from '../../src/tracker/offers';
import { responseLimit } from '../../src/tracker/request';
import { TrackerError } from '../../src/tracker/tracker-error';
import { startFaultServer, type FaultServer } from './fault-server';

const update = { type: 'movie', progress: 60, duration: 600, tmdbId: 10378 } as const;
const now = () => Date.UTC(2026, 0, 15, 20);
const ours: readonly string[] = ['POST /matinee/resolve', 'POST /matinee/resolve seriesTitle'];
const trackerOf = (baseUrl: string, token: string | undefined, timeoutMs = 10_000, offers = ours) =>
  createTracker({
    baseUrl,
    fetch,
    token: () => Promise.resolve(token),
    offers: () => Promise.resolve(new Set(offers)),
    timeoutMs,
    now,
  });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(TrackerError);
      return error as TrackerError;
    },
  );

describe('with the real service', () => {
  let service: RunningService;
  let tracker: Tracker;
  beforeAll(async () => {
    service = await startService({ dataDir: ':memory:', log: () => undefined });
    const offers = await askOffers({ baseUrl: service.baseUrl, fetch, timeoutMs: 10_000, now: Date.now });
    tracker = trackerOf(service.baseUrl, await service.createDeviceToken(), 10_000, offers);
  });
  afterAll(() => service.close());

  test('scrobbles', async () => {
    await tracker.scrobble(update);
    const { users, sessions } = service.store;
    expect(await sessions.countLatest((await users.ensureOwner()).id)).toBe(1);
  });

  test('resolves a film and an episode; an unknown title is undefined', async () => {
    expect(await tracker.resolve({ type: 'movie', title: 'Sintel', year: 2010 })).toMatchObject({
      tmdbId: 45745,
      title: 'Sintel',
    });
    expect(
      await tracker.resolve({ type: 'episode', seriesTitle: 'Sherlock', seasonNumber: 2, episodeNumber: 1 }),
    ).toMatchObject({
      tvShowId: 19885,
      seasonNumber: 2,
      episodeNumber: 1,
      seriesTitle: 'Sherlock',
      episodeTitle: 'A Scandal in Belgravia',
    });
    expect(await tracker.resolve({ type: 'movie', title: 'Nobody made this' })).toBeUndefined();
  });

  test('reads the dashboard, its widgets and a channel', async () => {
    await tracker.scrobble(update);
    const widgets = readDashboard(await tracker.dashboard())?.widgets ?? [];
    const kinds = ['up_next', 'continue_watching', 'recent_watchlist', 'upcoming_schedule'];
    expect(widgets.map(({ id }) => id)).toEqual(
      [...kinds, 'upcoming_releases', 'recently_watched', 'channels'].map((kind) => `${kind}-1`),
    );
    const lists = await Promise.all(
      widgets.map(async ({ apiUrl }) => readPage(await tracker.getWidget(apiUrl))?.items),
    );
    expect(lists[1]).toMatchObject([{ title: 'Big Buck Bunny' }]);
    expect(lists[6]).toMatchObject([
      { type: 'channel', channelId: 'open-films' },
      { type: 'channel', channelId: 'my-series' },
    ]);
    expect(readChannel(await tracker.channel('open-films'), '')?.lists).toHaveLength(2);
    expect((await failure(tracker.channel('unknown/../x'))).code).toBe('not-found');
  });

  test('submits and lists connectors; the sixth is rate-limited with Retry-After', async () => {
    const submission = {
      name: 'Example',
      domains: ['www.example.test'],
      definition: {
        version: 1,
        id: 'example',
        name: 'Example',
        hosts: ['www.example.test'],
        pages: [{ kind: 'watch', match: { path: '^/' }, item: { title: [{ title: true }] } }],
        verified: { date: null, how: 'never' },
      },
    };
    for (let count = 0; count < 5; count += 1)
      expect(await tracker.submitConnector(submission)).toHaveProperty('id');
    const error = await failure(tracker.submitConnector(submission));
    expect(error).toMatchObject({ code: 'rate-limited', status: 429, reason: 'RATE_LIMITED' });
    expect(error.retryAfter).toBeGreaterThan(3500);
    expect(await tracker.list('/matinee/connectors')).toHaveLength(5);
  });

  test('rejects with a code for each kind of error', async () => {
    expect(await failure(tracker.scrobble({ ...update, progress: -1 }))).toMatchObject({
      code: 'validation',
      status: 400,
      message: '`progress` must be at least 0',
    });
    expect(await failure(trackerOf(service.baseUrl, 'mt_wrong').scrobble(update))).toMatchObject({
      code: 'unauthorized',
      status: 401,
    });
    expect(await failure(trackerOf(service.baseUrl, undefined).scrobble(update))).toMatchObject({
      code: 'unauthorized',
      status: undefined,
    });
    expect(
      await failure(trackerOf(service.baseUrl, await service.createKey('pk')).scrobble(update)),
    ).toMatchObject({ code: 'forbidden', status: 403 });
  });

  test('at a wrong address 404 is an error, not "nothing found"', async () => {
    expect(
      await failure(trackerOf(`${service.url}/elsewhere`, 'mt_x').resolve({ type: 'movie', tmdbId: 1 })),
    ).toBeInstanceOf(TrackerError);
  });
});

describe('with a tracker that misbehaves', () => {
  let fault: FaultServer;
  let tracker: Tracker;
  beforeEach(async () => {
    fault = await startFaultServer();
    tracker = trackerOf(fault.baseUrl, 'mt_token');
  });
  afterEach(() => fault.close());
  const answerWith = (status: number, body: string, headers: Record<string, string> = {}) => {
    fault.answer = (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
  const record = (message: string, error = 'X') => JSON.stringify({ error, message });

  test.each([
    [400, 'validation'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'validation'],
    [408, 'timeout'],
    [409, 'conflict'],
    [410, 'not-found'],
    [413, 'too-large'],
    [415, 'validation'],
    [422, 'validation'],
    [429, 'rate-limited'],
    [500, 'server'],
    [502, 'server'],
    [503, 'server'],
    [504, 'timeout'],
  ] as const)('%i is %s, with the message of the tracker and its Retry-After', async (status, code) => {
    // By the clock of the tracker: that of this computer is 13 h ahead.
    const date = 'Thu, 15 Jan 2026 07:00:00 GMT';
    answerWith(status, record('because'), { date, 'retry-after': 'Thu, 15 Jan 2026 07:01:00 GMT' });
    expect(await failure(tracker.scrobble(update))).toMatchObject({
      code,
      status,
      message: 'because',
      reason: 'X',
      retryAfter: 60,
    });
    answerWith(status, '<html>oh no</html>');
    expect(await failure(tracker.scrobble(update))).toMatchObject({
      code,
      status,
      reason: undefined,
      retryAfter: undefined,
    });
  });

  test.each([
    ['no JSON', '<html>Welcome to our hotel</html>'],
    ['nothing', ''],
    ['half of it', '{"success":tr'],
    ['null', 'null'],
    ['a list', '[]'],
    ['text', '"ok"'],
    ['success that is no boolean', '{"success":"yes"}'],
    ['success: false', '{"success":false,"data":{}}'],
  ])('a success that is %s is malformed for every operation', async (_, body) => {
    answerWith(200, body);
    const calls = [
      () => tracker.scrobble(update),
      () => tracker.resolve({ type: 'movie', tmdbId: 1 }),
      () => tracker.submitConnector({ name: 'x', domains: ['a.test'], definition: {} }),
      () => tracker.dashboard(),
      () => tracker.channel('x'),
      () => tracker.getWidget(`${fault.baseUrl}/x`),
      () => tracker.list('/matinee/connectors'),
    ];
    for (const call of calls) expect((await failure(call())).code).toBe('malformed');
  });

  test('an empty object is a success of /scrobble: success is true when absent', async () => {
    answerWith(200, '{}');
    await expect(tracker.scrobble(update)).resolves.toBeUndefined();
  });

  test('data without an id to scrobble with is malformed', async () => {
    answerWith(200, '{"success":true,"data":{"title":"Something"}}');
    expect((await failure(tracker.resolve({ type: 'movie', title: 'x' }))).code).toBe('malformed');
  });

  test('a response of more than 2 MiB is not read to its end', async () => {
    answerWith(200, `{"success":true,"data":"${'x'.repeat(responseLimit)}"}`);
    expect(await failure(tracker.scrobble(update))).toMatchObject({ code: 'malformed' });
    let sent = 0;
    fault.answer = (_, response) => {
      const more = (): void => {
        if (response.destroyed) return;
        sent += 65_536;
        response.write('x'.repeat(65_536), more);
      };
      more();
    };
    expect(await failure(tracker.scrobble(update))).toMatchObject({ code: 'malformed' });
    expect(sent).toBeLessThan(8 * responseLimit);
  });

  test('a missing or unfinished response is a timeout', async () => {
    const impatient = trackerOf(fault.baseUrl, 'mt_token', 300);
    fault.answer = () => undefined;
    expect((await failure(impatient.scrobble(update))).code).toBe('timeout');
    fault.answer = (_, response) => {
      response.writeHead(200).write('{"succ');
    };
    expect((await failure(impatient.scrobble(update))).code).toBe('timeout');
  });

  test('a broken or refused connection is a network error', async () => {
    fault.answer = (request) => request.socket.destroy();
    expect((await failure(tracker.scrobble(update))).code).toBe('network');
    const { baseUrl } = fault;
    await fault.close();
    expect((await failure(trackerOf(baseUrl, 'mt_token').scrobble(update))).code).toBe('network');
  });

  test('an aborted request is a network error', async () => {
    fault.answer = () => undefined;
    expect((await failure(tracker.scrobble(update, AbortSignal.timeout(20)))).code).toBe('network');
  });

  test('a redirect is not followed, so the token is not sent elsewhere', async () => {
    const other = await startFaultServer();
    fault.answer = (_, response) => response.writeHead(307, { location: `${other.baseUrl}/scrobble` }).end();
    expect((await failure(tracker.scrobble(update))).code).toBe('network');
    expect(other.requests).toEqual([]);
    await other.close();
  });

  test.each([
    'https://evil.example/api/v1/x',
    '//evil.example/x',
    'http://127.0.0.1:1/x',
    'http://u:p@127.0.0.1/x',
    'javascript:alert(1)',
    'http://',
  ])('a widget of another origin is not requested: %s', async (apiUrl) => {
    expect((await failure(tracker.getWidget(apiUrl))).code).toBe('malformed');
    expect(fault.requests).toEqual([]);
  });

  test('a widget given as a path is requested from the own origin', async () => {
    answerWith(200, '{"success":true,"data":[{"title":"A"}]}');
    expect(await tracker.getWidget('/api/v1/dashboard/a')).toMatchObject({ data: [{ title: 'A' }] });
    expect(fault.requests[0]?.url).toBe('/api/v1/dashboard/a');
  });

  test('the token is in the Authorization header and nowhere else', async () => {
    answerWith(200, '{"success":true,"data":{"id":1,"title":"x"}}');
    await tracker.resolve({ type: 'movie', tmdbId: 1 });
    const [request] = fault.requests;
    expect(request?.headers.authorization).toBe('Bearer mt_token');
    expect(request?.url).not.toContain('mt_token');
    expect(
      Object.entries(request?.headers ?? {}).filter(
        ([name, value]) => name !== 'authorization' && String(value).includes('mt_token'),
      ),
    ).toEqual([]);
  });

  test('a message of a megabyte with control characters is cut to one line of 300', async () => {
    answerWith(400, record(`bad\u0000\n${'x'.repeat(1_000_000)}`));
    const { message } = await failure(tracker.scrobble(update));
    expect(message.length).toBeLessThanOrEqual(300);
    expect(message.startsWith('bad x')).toBe(true);
  });
});
