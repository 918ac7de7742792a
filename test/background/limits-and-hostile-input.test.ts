import { makeBackup } from '../../src/options/data/backup';
import { afterEach, expect, test } from 'vitest';
import { routeMessages } from '../../src/platform/messaging/message-router';
import { describeError } from '../../src/background/context/handler-error';
import { OUTBOX_CAPACITY } from '../../src/background/state/tidy-outbox';
import type { OutboxEntry } from '../../src/core/outbox/outbox-entry';
import { withPlace } from '../../src/core/outbox/queued-entries';
import { resolve } from '../../src/background/delivery/resolver';
import { openPage, sintel, startWorker, type WorkerUnderTest } from './support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const page = { private: false };
const unknown = { type: 'movie', title: 'A Film that Nobody Ever Made' } as const;
const asked = () => worker.requests.filter(({ path }) => path.endsWith('/matinee/resolve')).length;

test('an unknown title costs at most six requests an hour, however often it is reported', async () => {
  worker = await startWorker();
  const hours = 3;
  for (let minute = 0; minute < hours * 60; minute += 2) {
    const view = await openPage(worker, {
      url: `https://www.netflix.com/watch/1?${Math.floor(minute / 10)}`,
    });
    await view.report({ item: unknown, position: minute * 10, duration: 20_000 });
    worker.wait(2);
    await view.report({ item: unknown, position: minute * 10 + 2, duration: 20_000 });
    worker.wait(118);
    await view.report({ item: unknown, position: minute * 10 + 120, duration: 20_000 });
    await worker.deliver();
  }
  expect(asked()).toBeGreaterThan(0);
  expect(asked()).toBeLessThanOrEqual(hours * 6);
  expect((await worker.view(1)).status).toEqual({ kind: 'unmatched' });
});

test('simultaneous resolutions of one title share a request, and another year has its own', async () => {
  worker = await startWorker();
  const ask = (item: typeof sintel) => resolve(worker.context, { item, readConfidence: 1, duration: 900 });
  const answers = await Promise.all([ask(sintel), ask(sintel), ask(sintel)]);
  expect(asked()).toBe(1);
  expect(answers.map((match) => match?.state)).toEqual(['matched', 'matched', 'matched']);
  await ask({ ...sintel, year: 1994 });
  expect(asked()).toBe(2);
});

test('a correction sends held updates, and removing it resolves the title again', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 60, { item: unknown, duration: 900 }, 10);
  expect((await worker.view(1)).status).toEqual({ kind: 'unmatched' });
  const media = { type: 'movie', tmdbId: 45_745, title: 'Sintel' } as const;
  const { id } = await worker.handlers['corrections.set']({ of: { tabId: 1 }, scope: 'item', media }, page);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ media: { title } }) => title)).toEqual(['Sintel']);
  await worker.handlers['corrections.remove']({ id }, page);
  await worker.deliver();
  // The next position of the open session is not sent with the removed correction.
  worker.wait(130);
  await view.report({ item: unknown, position: 190, duration: 900 });
  await worker.deliver();
  expect((await worker.view(1)).status).toEqual({ kind: 'unmatched' });
});

test('a rewatch that began under the wrong title is recorded under the corrected one', async () => {
  worker = await startWorker();
  const [sintelMedia, steelMedia] = [
    { type: 'movie', tmdbId: 45_745, title: 'Sintel' },
    { type: 'movie', tmdbId: 133_701, title: 'Tears of Steel' },
  ] as const;
  await worker.service.scrobble({ type: 'movie', tmdbId: 45_745, progress: 880, duration: 900 });
  worker.wait(86_400);
  const view = await openPage(worker);
  await view.report({ item: unknown, position: 300 });
  await worker.handlers['corrections.set']({ of: { tabId: 1 }, scope: 'item', media: steelMedia }, page);
  await view.play(300, 320, { item: unknown }, 5);
  expect((await worker.entries()).map(({ accepted }) => accepted === undefined)).toEqual([false]);
  // No position is sent between the correction and the crossing.
  await worker.handlers['corrections.set']({ of: { tabId: 1 }, scope: 'item', media: sintelMedia }, page);
  worker.wait(500);
  await view.report({ item: unknown, position: 820 });
  await worker.deliver();
  expect((await worker.service.history()).map(({ media: { title } }) => title)).toEqual(['Sintel', 'Sintel']);
});

test('a reading of low confidence is held until the user accepts its match', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 850, { confidence: 0.5 });
  expect(await worker.service.progress()).toEqual([]);
  expect((await worker.view(1)).status).toEqual({ kind: 'needs-review' });
  const [held] = await worker.handlers['outbox.list']({}, page);
  expect(held).toMatchObject({ state: 'review', watched: true, media: { title: 'Sintel' } });
  await worker.handlers['outbox.accept']({ id: held?.id ?? '' }, page);
  await worker.deliver();
  expect((await worker.service.history()).length).toBe(1);
});

test('a full outbox drops the oldest entries without a crossing first, and records each', async () => {
  worker = await startWorker({ signedIn: false });
  const transaction = worker.database.transaction('outbox', 'readwrite');
  const position = { position: 10, duration: 900, cause: 'start', at: 1 } as const;
  for (let index = 0; index < OUTBOX_CAPACITY + 3; index++) {
    const crossing =
      index < 2 ? { crossing: { ...position, position: 850, cause: 'crossing' as const } } : {};
    const entry: OutboxEntry = {
      id: `old-${index}`,
      account: '',
      siteId: 'netflix',
      item: { type: 'movie', title: `Film ${index}` },
      readConfidence: 1,
      private: false,
      start: position,
      ...crossing,
      confirmed: false,
      match: { state: 'open' },
      attempts: 0,
      notBefore: 0,
      parked: false,
      createdAt: index,
      updatedAt: index,
    };
    void transaction.store.put(withPlace(entry));
  }
  await transaction.done;
  await worker.deliver();
  expect(await worker.database.count('outbox')).toBe(OUTBOX_CAPACITY);
  const gone = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(
      async (index) => (await worker.database.get('outbox', `old-${index}`)) === undefined,
    ),
  );
  expect(gone).toEqual([false, false, true, true, true, false]);
  expect((await worker.handlers['activity.list']({ limit: 10 }, page)).map(({ code }) => code)).toEqual([
    'outbox-full',
    'outbox-full',
    'outbox-full',
  ]);
});

test('a backup holds no token and can be imported, and a broken one changes nothing', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 20, {}, 10);
  await worker.handlers['settings.set']({ interval: 600 }, page);
  await worker.handlers['corrections.set'](
    { of: { tabId: 1 }, scope: 'item', media: { type: 'movie', tmdbId: 45_745 } },
    page,
  );
  const backup = await makeBackup();
  const text = JSON.stringify(backup);
  expect(text).not.toContain(worker.service.sk);
  await worker.handlers['settings.set']({ interval: 60 }, page);
  const broken = { ...(backup as object), corrections: [{ id: 1 }] };
  await expect(worker.handlers['data.import']({ backup: broken, parts: [] }, page)).rejects.toMatchObject({
    code: 'broken-backup',
  });
  expect(JSON.parse(worker.memory.local.values.get('settings') ?? '')).toMatchObject({ interval: 60 });
  await worker.handlers['data.import'](
    { backup: JSON.parse(text) as unknown, parts: ['settings', 'corrections'] },
    page,
  );
  expect(JSON.parse(worker.memory.local.values.get('settings') ?? '')).toMatchObject({ interval: 600 });
});

test('nothing of a private window is stored unless that is turned on', async () => {
  worker = await startWorker();
  const view = await openPage(worker, { private: true });
  expect(view.hello).toEqual({ kind: 'none' });
  await view.report({ position: 0 });
  worker.wait(30);
  await view.report({ position: 30 });
  await worker.closeTab(1);
  const kept = JSON.stringify([
    await worker.entries(),
    await worker.database.getAll('activity'),
    [...worker.memory.local.values],
    [...worker.memory.session.values],
  ]);
  expect(kept).not.toContain('Sintel');
  await worker.handlers['settings.set']({ privateWindows: true }, page);
  const again = await openPage(worker, { private: true });
  await again.play(0, 60, {}, 10);
  expect((await worker.service.progress()).length).toBe(1);
  // The setting is turned off during playback: nothing more is stored, not even the last position.
  await worker.handlers['settings.set']({ privateWindows: false }, page);
  worker.wait(20);
  await again.leave({ position: 80 });
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([20]);
  expect((await worker.view(1)).status).toEqual({ kind: 'skipped', reason: 'private-window' });
});

test('revoked access ends the session where it has played on to, and is the status', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 100, {}, 10);
  worker.memory.granted.length = 0;
  worker.wait(5);
  expect(await view.report({ position: 105 })).toEqual({ end: true });
  await worker.deliver();
  expect((await worker.view(1)).status).toMatchObject({ kind: 'no-access' });
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([105]);
  expect((await openPage(worker)).hello).toEqual({ kind: 'none' });
});

test('a frame that sends hello before its page is recorded', async () => {
  worker = await startWorker();
  const url = 'https://www.netflix.com/watch/1';
  const frame = { tabId: 1, frameId: 7, tabUrl: url, private: false };
  await worker.handlers.hello({ url: 'https://www.netflix.com/player', run: 'frame' }, frame);
  await openPage(worker, { url });
  const playback = {
    state: 'playing',
    position: 1,
    duration: 900,
    rate: 1,
    at: worker.service.clock.now,
  } as const;
  expect(
    await worker.handlers.report(
      { run: 'frame', seq: 0, cause: 'play', url: 'https://www.netflix.com/player', visible: true, playback },
      frame,
    ),
  ).toEqual({});
});

test('invalid stored values are left out, and the rest is used', async () => {
  worker = await startWorker();
  const nonsense = {
    sites: { netflix: { enabled: 'yes' }, zdf: { enabled: false } },
    corrections: [null, 7, { id: 'x' }],
    'own-connectors': { a: null, b: { id: 'b' } },
    health: [],
    account: { state: 'king' },
    gate: { until: 'never', attempts: -1 },
    'recently-watched': { 'movie|sintel|2010': 'x' },
    settings: { interval: 'often', evidence: 3 },
  };
  for (const [key, value] of Object.entries(nonsense))
    worker.memory.local.values.set(key, JSON.stringify(value));
  const view = await openPage(worker);
  await view.play(0, 880);
  expect((await worker.service.history()).length).toBe(1);
  const sites = await worker.handlers['sites.list']({}, page);
  expect(sites.find(({ id }) => id === 'zdf')?.state.enabled).toBe(false);
});

test('forged, foreign and invalid messages are refused, and nothing is stored', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  routeMessages(worker.handlers, describeError);
  const send = (message: unknown, sender: object): Promise<unknown> =>
    new Promise((respond) => worker.memory.message.emit(message, sender, respond));
  const report = reportFrom(view.run, worker.service.clock.now);
  const stored = () => JSON.stringify([[...worker.memory.local.values], [...worker.memory.session.values]]);
  const before = stored();
  for (const [message, sender, code] of refusedMessages(report))
    expect(await send(message, sender)).toMatchObject({ error: { code } });
  // From another script than the one that sent the hello message.
  expect(await send(report({}, { run: 'forged' }), frame)).toEqual({ value: { end: true } });
  expect(stored()).toBe(before);
});

test('a page with a wrong clock is measured by the clock of the worker', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 300, {}, 10);
  const real = worker.service.clock.now;
  const report = (seq: number, position: number, at: number) =>
    worker.handlers.report(
      {
        run: view.run,
        seq,
        cause: 'tick',
        url: view.sender.tabUrl ?? '',
        visible: true,
        playback: { state: 'playing', position, duration: 900, rate: 1, at },
        reading: {
          item: sintel,
          identity: JSON.stringify(sintel),
          confidence: 1,
          degraded: false,
          missing: [],
        },
      },
      view.sender,
    );
  await report(100, 890, real + 1e12);
  await report(101, 891, 5);
  await worker.deliver();
  // A jump that the clock does not explain changes the position and adds no evidence; the earlier is enough.
  const seen = JSON.parse(worker.memory.session.values.get('tab:1') ?? '') as {
    watch: { session: { played: [number, number][] } };
  };
  expect(seen.watch.session.played.every(([, to]) => to <= 300 || to > 888)).toBe(true);
});

const frame = {
  id: 'matinee',
  url: 'https://www.netflix.com/watch/1',
  frameId: 0,
  tab: { id: 1, url: 'https://www.netflix.com/watch/1', incognito: false },
};

const huge = 'x'.repeat(10_000_000);

type MakeReport = (playback: object, more?: object) => object;

/** A function that makes valid reports of `frame`, in which a test replaces values. */
function reportFrom(run: string, at: number): MakeReport {
  return (playback, more = {}) => ({
    name: 'report',
    input: {
      run,
      seq: 1,
      cause: 'tick',
      url: frame.url,
      visible: true,
      playback: {
        state: 'playing',
        position: 1,
        duration: 900,
        rate: 1,
        at,
        ...playback,
      },
      ...more,
    },
  });
}

/** Message, sender and code of the error, for messages that the worker refuses. */
function refusedMessages(report: MakeReport): readonly (readonly [unknown, object, string])[] {
  const reading = { identity: 'x', confidence: 1, degraded: false, missing: [] };
  return [
    [report({ position: Number.NaN }), frame, 'invalid-input'],
    [report({ position: -1 }), frame, 'invalid-input'],
    [report({ position: Infinity }), frame, 'invalid-input'],
    [report({ duration: Number.NaN }), frame, 'invalid-input'],
    [report({ duration: Infinity }), frame, 'invalid-input'],
    [report({ rate: -2 }), frame, 'invalid-input'],
    [report({ rate: 1e9 }), frame, 'invalid-input'],
    [report({ at: -5 }), frame, 'invalid-input'],
    [report({ at: 1e300 }), frame, 'invalid-input'],
    [report({ position: '5' }), frame, 'invalid-input'],
    [report({ source: huge }), frame, 'invalid-input'],
    [report({}, { url: huge }), frame, 'invalid-input'],
    [report({}, { extra: 1 }), frame, 'invalid-input'],
    [report({}, { reading: { ...reading, item: { type: 'movie', title: huge } } }), frame, 'invalid-input'],
    [
      report({}, { reading: { ...reading, item: { type: 'movie', title: 'x', episodeNumber: -3 } } }),
      frame,
      'invalid-input',
    ],
    [report({}), { ...frame, id: 'another-extension' }, 'foreign-sender'],
    [{ name: 'data.erase', input: {} }, frame, 'forbidden-sender'],
    [{ name: 'settings.set', input: { baseUrl: 'https://evil.example' } }, frame, 'forbidden-sender'],
    [{ name: 'account.sign-out', input: {} }, frame, 'forbidden-sender'],
    [
      report({}),
      { id: 'matinee', url: 'chrome-extension://matinee/src/popup/index.html' },
      'forbidden-sender',
    ],
    [{ name: '__proto__', input: {} }, frame, 'unknown-message'],
    [{ name: 'fetch', input: { url: 'https://tracker.example' } }, frame, 'unknown-message'],
    ['report', frame, 'unknown-message'],
    [undefined, frame, 'unknown-message'],
    [{ name: 'report', input: {}, more: huge }, frame, 'unknown-message'],
  ];
}
