import { afterEach, describe, expect, test } from 'vitest';
import { currentAccount, storeAccount } from '../../../src/background/account/account';
import { outcomeOf } from '../../../src/background/delivery/apply-outcome';
import { codeOf, TrackerError } from '../../../src/tracker/tracker-error';
import { openPage, startWorker, type Fault, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
// Two of the tests start none.
afterEach(() => (worker as WorkerUnderTest | undefined)?.close());

const page = { private: false };
const answer =
  (
    status: number,
    body: unknown = { error: 'CODE', message: 'Because.' },
    headers: Record<string, string> = {},
  ): Fault =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });

/** Plays 20 s of a film. The title is resolved, so the next request is the first position. */
async function watchALittle(): Promise<void> {
  const view = await openPage(worker);
  await view.begin();
}

/** Replaces the answer to the first position; the resolve request before it is not changed. */
async function answered(fault: Fault): Promise<void> {
  worker.faults.push((pass) => pass(), fault);
  await watchALittle();
  await worker.deliver();
}

describe('an answer to an update', () => {
  test.each<
    readonly [
      string,
      Fault,
      { readonly parked?: boolean; readonly status: object; readonly least?: number; readonly most?: number },
    ]
  >([
    [
      '400 is shown with the message of the tracker, and waits for the user',
      answer(400, { error: 'VALIDATION_ERROR', message: 'duration is wrong' }),
      { parked: true, status: { kind: 'rejected', code: 'validation', message: 'duration is wrong' } },
    ],
    [
      '403 is shown, and waits for the user',
      answer(403),
      { parked: true, status: { kind: 'rejected', code: 'forbidden' } },
    ],
    [
      '402 or any other refusal is shown, and waits for the user',
      answer(402),
      { parked: true, status: { kind: 'rejected', code: 'validation' } },
    ],
    [
      '422 is shown, and waits for the user',
      answer(422),
      { parked: true, status: { kind: 'rejected', code: 'validation' } },
    ],
    ...[400, 401, 402, 403, 405, 407, 409, 413, 422, 451].map(
      (status) =>
        [
          `${status} with a page of a firewall says nothing about the update`,
          answer(status, '<h1>Blocked</h1>'),
          { status: { kind: 'queued', reason: 'server' }, least: 1, most: 11 },
        ] as const,
    ),
    [
      '409 with an error record is no answer that API v1 knows',
      answer(409),
      { status: { kind: 'queued', reason: 'server' }, least: 1, most: 11 },
    ],
    [
      '401 with the record of another service keeps the token',
      answer(401, { error: 'proxy_auth', message: 'Sign in to the proxy.' }),
      { status: { kind: 'queued', reason: 'server' }, least: 1, most: 11 },
    ],
    [
      '200 with an error record is no acceptance',
      answer(200, { error: 'MAINTENANCE', message: 'Back soon.' }),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    [
      '200 with success and an error is no acceptance',
      answer(200, { success: true, error: 'MAINTENANCE' }),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    [
      '202 is not the documented 200',
      answer(202, {}),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    ...['', 'null', '[]', '"ok"', 'true', '{"success":'].map(
      (body) =>
        [
          `200 with the body ${JSON.stringify(body)} is no acceptance`,
          answer(200, body),
          { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
        ] as const,
    ),
    ...[
      ['a huge number of seconds', '99999999999999', 86_400],
      ['seconds that were sent twice', '90, 90', 90],
      ['seconds with a word', '90 seconds', 90],
      ['a negative number', '-5', 0],
      ['a fraction', '1.5', 2],
      ['a date in the past', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
      ['words', 'in a while', 0],
    ].map(
      ([name, value, least]) =>
        [
          `429 with ${name} waits for at least ${least} s, and for a day at most`,
          answer(429, undefined, { 'retry-after': String(value) }),
          { status: { kind: 'queued', reason: 'busy' }, least: Number(least), most: Number(least) + 11 },
        ] as const,
    ),
    [
      '413 is shown, and waits for the user',
      answer(413),
      { parked: true, status: { kind: 'rejected', code: 'too-large' } },
    ],
    [
      '404 of the operation asks about the title anew, half an hour later',
      answer(404),
      { status: { kind: 'unmatched' }, least: 1_800, most: 1_801 },
    ],
    ['410 is as good as 404', answer(410), { status: { kind: 'unmatched' }, least: 1_800, most: 1_801 }],
    [
      '404 of something else is a tracker in trouble',
      answer(404, '<h1>no such page</h1>'),
      { status: { kind: 'queued', reason: 'server' }, least: 1, most: 11 },
    ],
    [
      '429 with seconds is obeyed',
      answer(429, undefined, { 'retry-after': '90' }),
      { status: { kind: 'queued', reason: 'busy' }, least: 90, most: 96 },
    ],
    [
      '429 with a date is obeyed',
      answer(429, undefined, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() }),
      { status: { kind: 'queued', reason: 'busy' }, least: 500, most: 606 },
    ],
    ['425 is tried again', answer(425), { status: { kind: 'queued', reason: 'busy' }, least: 1, most: 11 }],
    [
      '429 without a time is tried again',
      answer(429),
      { status: { kind: 'queued', reason: 'busy' }, least: 1, most: 11 },
    ],
    [
      '429 with a time in the past, or nonsense, is tried again',
      answer(429, undefined, { 'retry-after': 'soon' }),
      { status: { kind: 'queued', reason: 'busy' }, least: 1, most: 11 },
    ],
    ['500 is tried again', answer(500), { status: { kind: 'queued', reason: 'server' }, least: 1, most: 11 }],
    [
      '502 with a page of a proxy is tried again',
      answer(502, '<html>Bad gateway'),
      { status: { kind: 'queued', reason: 'server' }, least: 1, most: 11 },
    ],
    [
      '503 with Retry-After is obeyed',
      answer(503, undefined, { 'retry-after': '600' }),
      { status: { kind: 'queued', reason: 'server' }, least: 600, most: 606 },
    ],
    [
      'no network is tried again',
      () => Promise.reject(new TypeError('fetch failed')),
      { status: { kind: 'queued', reason: 'offline' }, least: 1, most: 11 },
    ],
    [
      'a redirect is not followed',
      () => Promise.reject(new TypeError('redirect mode is set to error')),
      { status: { kind: 'queued', reason: 'offline' }, least: 1, most: 11 },
    ],
    [
      '408 is a tracker that did not get it in time',
      answer(408),
      { status: { kind: 'queued', reason: 'offline' }, least: 1, most: 11 },
    ],
    [
      '304 is no answer',
      () => new Response(null, { status: 304 }),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    [
      '204 is no answer',
      () => new Response(null, { status: 204 }),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    [
      '504 is a tracker that did not answer in time',
      answer(504),
      { status: { kind: 'queued', reason: 'offline' }, least: 1, most: 11 },
    ],
    [
      'a sign-in page of a network instead of JSON is tried again',
      answer(200, '<html>Welcome to our Wi-Fi'),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    [
      'JSON of another shape is tried again',
      answer(200, '{"success":"perhaps"}'),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    [
      'a 200 that reports no success is tried again',
      answer(200, { success: false }),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
    [
      'three megabytes are not read',
      answer(200, ' '.repeat(3_000_000)),
      { status: { kind: 'queued', reason: 'malformed' }, least: 1, most: 11 },
    ],
  ])('%s', async (_name, fault, { parked = false, status, least, most }) => {
    worker = await startWorker();
    await answered(fault);
    expect((await worker.view(1)).status).toMatchObject(status);
    const [entry] = await worker.entries();
    expect(entry).toMatchObject({ parked, confirmed: false, start: { position: 14 } });
    const alarm = worker.memory.alarms.get('outbox');
    if (least === undefined) expect(alarm).toBeUndefined();
    else {
      const seconds = ((alarm?.scheduledTime ?? 0) - worker.service.clock.now) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(least);
      expect(seconds).toBeLessThanOrEqual(most ?? Infinity);
    }
    const before = worker.requests.length;
    await worker.deliver();
    expect(worker.requests.length).toBe(before);
    // The update is not lost: after a retry by hand it is delivered.
    await worker.handlers['outbox.retry']({}, page);
    await worker.deliver();
    expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([14]);
    expect((await worker.view(1)).status).toEqual({ kind: 'scrobbling' });
  });

  test.each([
    ['a page of a firewall', answer(403, '<h1>Blocked</h1>')],
    ['nonsense', answer(200, 'nonsense')],
    ['success: false', answer(200, { success: false })],
    ['an empty 204', () => new Response(null, { status: 204 })],
  ])('after hours of %s the update is sent without a person', async (_name, fault) => {
    worker = await startWorker();
    await answered(fault);
    for (let attempt = 0; attempt < 20; attempt++) {
      worker.wait(1_800);
      worker.faults.push(fault);
      await worker.deliver();
    }
    worker.wait(3_600);
    worker.faults.length = 0;
    await worker.deliver();
    expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([14]);
  });

  test.each([
    ['200 with an error record', answer(200, { error: 'MAINTENANCE', message: 'Back soon.' })],
    ['409 with a page', answer(409, '<h1>Conflict</h1>')],
    ['409 with a record', answer(409)],
  ])('a crossing that is answered by %s stays until it is accepted', async (_name, fault) => {
    worker = await startWorker();
    const view = await openPage(worker);
    await view.play(0, 790);
    worker.wait(50);
    await view.report({ position: 840 });
    worker.faults.push(fault);
    await worker.deliver();
    expect(await worker.service.history()).toEqual([]);
    const [entry] = await worker.entries();
    expect(entry).toMatchObject({ confirmed: false, crossing: { position: 840 } });
    worker.wait(60);
    await worker.deliver();
    expect((await worker.service.history()).map(({ progress }) => progress)).toEqual([840]);
  });

  test('a parked update keeps the crossing that follows it, and is not retried automatically', async () => {
    worker = await startWorker();
    await answered(answer(400));
    const view = await openPage(worker);
    await view.play(20, 880);
    const before = worker.requests.length;
    await worker.deliver();
    expect(worker.requests.length).toBe(before);
    await worker.handlers['outbox.retry']({}, page);
    await worker.deliver();
    expect((await worker.service.history()).length).toBe(1);
  });

  test('a refusal of one title does not hold up another', async () => {
    worker = await startWorker();
    worker.faults.push(answer(403));
    await watchALittle();
    const other = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/2' });
    await other.play(0, 20, { item: { type: 'movie', title: 'Tears of Steel' }, duration: 720 }, 10);
    expect((await worker.service.progress()).map(({ media }) => media.title)).toEqual(['Tears of Steel']);
  });

  test.each([
    ['is busy', 503, 'CATALOGUE_BUSY'],
    ['is away', 502, 'CATALOGUE_UNREACHABLE'],
  ])('a film database that %s holds up only the title that was asked for', async (_name, status, error) => {
    worker = await startWorker();
    worker.faults.push(answer(status, { error, message: 'Later.' }, { 'retry-after': '600' }));
    await watchALittle();
    const known = async () => (await worker.service.progress()).map(({ media }) => media.title);
    const other = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/2' });
    await other.play(0, 20, { item: { type: 'movie', title: 'Tears of Steel' }, duration: 720 }, 10);
    expect(await known()).toEqual(['Tears of Steel']);
    worker.wait(610);
    await worker.deliver();
    expect(new Set(await known())).toEqual(new Set(['Sintel', 'Tears of Steel']));
  });

  test('a crossing that is stored while a position is under way is sent after it', async () => {
    worker = await startWorker();
    const view = await openPage(worker);
    await view.play(0, 780);
    await view.report({ position: 790, state: 'paused', cause: 'pause' });
    worker.faults.push(async (pass) => {
      await view.report({ position: 790 });
      worker.wait(60);
      await view.report({ position: 850 });
      return pass();
    });
    await worker.deliver();
    expect((await worker.service.history()).map(({ progress }) => progress)).toEqual([850]);
    expect(await worker.entries()).toMatchObject([{ confirmed: true }]);
  });

  test('a clock that was years ahead and is corrected does not block the outbox', async () => {
    worker = await startWorker();
    await answered(answer(500));
    worker.service.clock.now += 5 * 365 * 86_400_000;
    worker.faults.push(answer(503, undefined, { 'retry-after': '3600' }));
    await worker.deliver();
    worker.service.clock.now -= 5 * 365 * 86_400_000;
    worker.wait(600);
    await worker.deliver();
    expect((await worker.service.progress()).length).toBe(1);
  });
});

const outcomes = (reason: string | undefined) => {
  const found = new Map<string, number[]>();
  for (let status = 300; status < 600; status++) {
    const { kind } = outcomeOf(new TrackerError(codeOf(status), '', { status, reason }));
    found.set(kind, [...(found.get(kind) ?? []), status]);
  }
  return Object.fromEntries(found);
};

test('without the error record of the API no status refuses or accepts an update', () => {
  expect(outcomes(undefined)).toEqual({ later: Array.from({ length: 300 }, (_, index) => 300 + index) });
});

test('with an error record, a 4xx refuses the update unless it says to come back', () => {
  const { later = [], ...others } = outcomes('UNAUTHORIZED');
  expect(others).toEqual({
    'signed-out': [401],
    gone: [404, 410],
    refused: Array.from({ length: 100 }, (_, index) => 400 + index).filter(
      (status) => ![401, 404, 408, 409, 410, 425, 429].includes(status),
    ),
  });
  expect(later.filter((status) => status >= 400 && status < 500)).toEqual([408, 409, 425, 429]);
});

describe('the account', () => {
  const refuse = answer(401, { error: 'UNAUTHORIZED', message: 'Token expired.' });

  test('401 signs out and keeps the queue, which is sent after the same person signs in again', async () => {
    worker = await startWorker();
    await answered(refuse);
    expect((await worker.view(1)).status).toEqual({ kind: 'signed-out' });
    const before = worker.requests.length;
    worker.wait(3_600);
    await worker.deliver();
    expect(worker.requests.length).toBe(before);
    expect(worker.memory.alarms.has('outbox')).toBe(false);
    await approve('owner');
    await worker.deliver();
    expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([14]);
  });

  test('another person who signs in is asked about the queue of the first, and can delete it', async () => {
    worker = await startWorker();
    await worker.signIn('somebody else');
    await answered(refuse);
    await approve('owner');
    await worker.deliver();
    expect(await worker.service.progress()).toEqual([]);
    expect((await worker.counts()).foreign).toBe(1);
    expect(await worker.handlers['outbox.list']({}, page)).toMatchObject([{ state: 'foreign' }]);
    await worker.handlers['account.adopt-queue']({ send: false }, page);
    await worker.deliver();
    expect(await worker.entries()).toEqual([]);
    expect(await worker.service.progress()).toEqual([]);
  });

  test('another person can send the queue of the first as their own', async () => {
    worker = await startWorker();
    await worker.signIn('somebody else');
    await answered(refuse);
    await approve('owner');
    await worker.handlers['account.adopt-queue']({ send: true }, page);
    await worker.deliver();
    expect((await worker.service.progress()).length).toBe(1);
  });

  test('what was watched before any sign-in belongs to the first person who signs in', async () => {
    worker = await startWorker({ signedIn: false });
    await watchALittle();
    await worker.deliver();
    expect(worker.requests).toEqual([]);
    await approve('owner');
    await worker.deliver();
    expect((await worker.service.progress()).length).toBe(1);
  });

  test('a late 401 for the old token does not delete the new one', async () => {
    worker = await startWorker();
    await watchALittle();
    worker.faults.push(
      (pass) => pass(),
      async () => {
        await worker.signIn(
          'owner',
          await worker.service.store.keys.create(worker.service.owner.id, 'sk', 'new'),
        );
        return new Response('{"error":"UNAUTHORIZED","message":"old"}', { status: 401 });
      },
    );
    await worker.deliver();
    await worker.deliver();
    expect((await worker.service.progress()).length).toBe(1);
  });

  test('an expired token is still tried, since only the tracker can refuse it', async () => {
    worker = await startWorker();
    const account = await currentAccount(worker.context);
    if (account !== undefined) await storeAccount(worker.context, { ...account, expiresAt: 1 });
    await watchALittle();
    await worker.deliver();
    expect((await worker.service.progress()).length).toBe(1);
  });

  test('a token is not sent to another address than the one that gave it', async () => {
    worker = await startWorker();
    await watchALittle();
    await worker.handlers['settings.set']({ baseUrl: 'https://elsewhere.example' }, page);
    await worker.deliver();
    expect(worker.requests).toEqual([]);
  });

  test('one poll for the code of a sign-in runs at a time', async () => {
    worker = await startWorker({ signedIn: false });
    await worker.handlers['account.sign-in']({}, page);
    worker.wait(10);
    const before = worker.requests.length;
    await Promise.all([worker.handlers['account.poll']({}, page), worker.handlers['account.poll']({}, page)]);
    expect(worker.requests.length - before).toBe(1);
  });

  /** Signs in by the device flow. The queue of the account `name` belongs to the account that signs in. */
  async function approve(name: string): Promise<void> {
    const view = await worker.handlers['account.sign-in']({}, page);
    if (view.state !== 'pending') throw new Error('no code');
    const code = worker.service.store.devices;
    worker.wait(10);
    await code.decide(view.userCode, worker.service.owner.id, 'approved');
    const account = await worker.database.get('account', 'current');
    // The account that the test signed in gets the id of the account at the service.
    if (account?.kind === 'account' && account.key.endsWith(`#${name}`)) await rename(account.key);
    await worker.handlers['account.poll']({}, page);
  }

  async function rename(key: string): Promise<void> {
    const to = `https://localhost/api/v1#${worker.service.owner.id}`;
    for (const entry of await worker.entries())
      if (entry.account === key) await worker.put({ ...entry, account: to });
    const account = await worker.database.get('account', 'current');
    if (account?.kind === 'account') await storeAccount(worker.context, { ...account, key: to });
  }
});
