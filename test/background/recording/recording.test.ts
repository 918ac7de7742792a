import { afterEach, expect, test, vi } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import {
  openPage,
  sintel,
  sintelSeconds,
  startWorker,
  type WorkerUnderTest,
} from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const pilot = { type: 'episode', seriesTitle: 'Breaking Bad', seasonNumber: 1, episodeNumber: 1 } as const;
const second = { ...pilot, episodeNumber: 2 } as const;
const titles = async () =>
  (await worker.service.history()).map(({ media: { title, seasonNumber, episodeNumber } }) =>
    episodeNumber === undefined
      ? String(title)
      : `${String(title)} ${Number(seasonNumber)} ${Number(episodeNumber)}`,
  );

test('a film that is watched to its end is recorded once, and nothing is sent afterwards', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 880);
  await page.report({ position: sintelSeconds, state: 'ended', cause: 'end' });
  await page.leave({ position: sintelSeconds });
  await worker.deliver();
  expect(await titles()).toEqual(['Sintel']);
  expect(await worker.entries()).toEqual([]);
  const sent = worker.requests.length;
  await worker.deliver();
  expect(worker.requests.length).toBe(sent);
  // One resolve request, the start, a position every two minutes, and the crossing.
  expect(sent).toBeLessThanOrEqual(11);
});

test('a film that is left before 90 % is not recorded, and its position is kept to the second', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 500);
  worker.wait(7);
  await page.leave({ position: 507 });
  await worker.deliver();
  expect(await worker.service.history()).toEqual([]);
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([507]);
});

test('episodes in the same player are separate entries with separate positions', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 2_800, { item: pilot, duration: 2_820 });
  // The next episode starts in the same element at once, and its first report has its own title and position.
  await page.play(0, 300, { item: second, duration: 2_700 }, 10);
  await page.leave({ item: second, position: 310, duration: 2_700 });
  await worker.deliver();
  expect(await titles()).toEqual(['Breaking Bad 1 1']);
  const places = new Map(
    (await worker.service.progress()).map(({ media, progress }) => [media.episodeNumber, progress]),
  );
  expect(places.get(2)).toBe(310);
});

test('the worker may be stopped between any two reports', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  for (let position = 0; position <= 880; position += 20) {
    await page.report({ position });
    worker.restart();
    await worker.deliver();
    worker.wait(20);
  }
  expect(await titles()).toEqual(['Sintel']);
});

test('what was watched offline is sent in order by the alarm, once the network is back', async () => {
  worker = await startWorker();
  const offline = () => Promise.reject(new TypeError('fetch failed'));
  const page = await openPage(worker);
  worker.faults.push(...Array.from({ length: 200 }, () => offline));
  await page.play(0, 880);
  expect(await worker.service.history()).toEqual([]);
  expect((await worker.view(1)).status).toMatchObject({ kind: 'queued', reason: 'offline' });
  const failed = worker.requests.length;
  // Retries are far fewer than the updates that were stored.
  expect(failed).toBeLessThan(20);
  const alarm = worker.memory.alarms.get('outbox');
  expect(alarm?.scheduledTime).toBeGreaterThan(worker.service.clock.now);
  worker.faults.length = 0;
  worker.wait(300);
  await worker.deliver();
  expect(await titles()).toEqual(['Sintel']);
  const sent = worker.requests.slice(failed).map(({ path, body }) => ({
    operation: path.split('/').at(-1),
    progress: (body as { progress?: number }).progress ?? 0,
  }));
  expect(sent.map(({ operation }) => operation)).toEqual(['resolve', 'scrobble', 'scrobble']);
  // The position before the crossing comes first: it makes a rewatch a new session.
  expect(sent[1]?.progress).toBeLessThan(810);
  expect(sent[2]?.progress).toBeGreaterThan(810);
  expect(worker.memory.alarms.has('outbox')).toBe(false);
});

test('an update whose worker ends before it is sent has an alarm that sends it', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.begin();
  expect(await worker.entries()).toHaveLength(1);
  expect(worker.requests).toEqual([]);
  const { scheduledTime = 0 } = worker.memory.alarms.get('outbox') ?? {};
  expect(scheduledTime).toBeGreaterThan(worker.service.clock.now);
  expect(scheduledTime).toBeLessThanOrEqual(worker.service.clock.now + 30_000);
  await worker.deliver();
  expect(worker.memory.alarms.has('outbox')).toBe(false);
});

test('a lost answer does not record the title twice', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 780);
  worker.faults.push(async (pass) => {
    await pass();
    throw new TypeError('connection reset');
  });
  await page.play(790, 880);
  worker.wait(300);
  await worker.deliver();
  expect(await titles()).toEqual(['Sintel']);
  expect(await worker.entries()).toMatchObject([{ confirmed: true }]);
});

test('a film that is watched again is in the history twice', async () => {
  worker = await startWorker();
  const first = await openPage(worker);
  await first.play(0, 880);
  await first.leave({ position: 890 });
  worker.wait(3_600);
  const again = await openPage(worker, { url: 'https://www.netflix.com/watch/1?again' });
  await again.play(0, 880);
  expect(await titles()).toEqual(['Sintel', 'Sintel']);
});

test('a rewatch that is interrupted and resumed hours later is recorded', async () => {
  worker = await startWorker();
  const first = await openPage(worker);
  await first.play(0, 880);
  await first.leave({ position: 890 });
  const again = await openPage(worker, { url: 'https://www.netflix.com/watch/1?again' });
  await again.play(0, 600);
  await again.leave({ position: 600 });
  worker.wait(7_200);
  const rest = await openPage(worker, { url: 'https://www.netflix.com/watch/1?rest' });
  await rest.play(600, 880);
  expect(await titles()).toEqual(['Sintel', 'Sintel']);
});

test('a page that is reloaded during the credits does not record the film again', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 850);
  await page.leave({ position: 850 });
  worker.wait(5);
  const reloaded = await openPage(worker);
  await reloaded.play(845, 899, {}, 6);
  expect(await titles()).toEqual(['Sintel']);
});

test('a film that was started yesterday and finished today is one session', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 500);
  await page.leave({ position: 500 });
  await worker.deliver();
  worker.memory.session.values.clear();
  worker.wait(86_400);
  const next = await openPage(worker);
  await next.play(495, 880);
  expect(await titles()).toEqual(['Sintel']);
  expect((await worker.service.progress()).length).toBe(1);
});

test('two tabs with the same film are one session, which continues when the first tab closes', async () => {
  worker = await startWorker();
  const one = await openPage(worker, { tabId: 1 });
  const two = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/1?tab=2' });
  await one.play(0, 300, {}, 10);
  const answer = await two.report({ position: 20, visible: false });
  expect((await worker.view(2)).status).toEqual({ kind: 'skipped', reason: 'other-tab' });
  // Nothing on its own page shows that the other tab was closed.
  expect(answer.again).toBeGreaterThan(0);
  await worker.closeTab(1);
  expect(worker.memory.notes).toContainEqual({ tabId: 2, note: 'report' });
  await two.play(30, 900, {}, 10);
  await two.leave({ position: 900 });
  await worker.deliver();
  expect(await titles()).toEqual(['Sintel']);
  const sessions = new Set((await worker.database.getAll('activity')).map(({ sessionId }) => sessionId));
  expect(sessions.size).toBe(1);
});

test('a tab does not wait for one with the same film whose page has crashed', async () => {
  worker = await startWorker();
  const one = await openPage(worker, { tabId: 1 });
  const two = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/1?tab=2' });
  await one.play(0, 300, {}, 10);
  await two.report({ position: 20, visible: false });
  worker.memory.crashedTabs.add(1);
  worker.wait(10);
  await two.play(300, 400, {}, 10);
  expect((await worker.view(2)).status).toEqual({ kind: 'scrobbling' });
  await two.leave({ position: 400 });
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([400]);
});

// About as long as the film, so that its place can be mistaken for one in the film; or too short to be recorded.
test.each([
  ['an advertisement', { gate: 'ad', duration: sintelSeconds - 80 }],
  ['an advertisement of two seconds without a mark', { duration: 2 }],
] as const)(
  'a rewatch that another tab has left is not seen to its end by a tab that stands there, after %s',
  async (_name, ad) => {
    worker = await startWorker();
    const one = await openPage(worker, { tabId: 1 });
    await one.play(0, 880);
    await one.report({ position: sintelSeconds, state: 'ended', cause: 'end', visible: false });
    const two = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/1?tab=2' });
    await two.play(0, 80);
    await one.report({ position: sintelSeconds, state: 'ended', visible: false });
    await worker.closeTab(2);
    await one.report({ ...ad, position: 0, source: 'ad' });
    worker.wait(ad.duration);
    await one.report({ position: sintelSeconds });
    await one.report({ position: sintelSeconds, state: 'ended', cause: 'end' });
    await one.leave({ position: sintelSeconds, state: 'ended' });
    await worker.deliver();
    expect(await titles()).toEqual(['Sintel']);
  },
);

test('a tab that is taken over by one at the end of the same film keeps its place', async () => {
  worker = await startWorker();
  const one = await openPage(worker, { tabId: 1 });
  const two = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/1?tab=2' });
  await one.play(0, 90, { visible: false });
  worker.wait(10);
  await one.report({ position: 100, visible: false });
  await two.report({ position: sintelSeconds - 1 });
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([100]);
});

test('a tab that takes over another title stores the last position of its own', async () => {
  worker = await startWorker();
  const steel = { type: 'movie', title: 'Tears of Steel', year: 2012 } as const;
  const one = await openPage(worker, { tabId: 1 });
  const two = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/2' });
  await two.play(0, 200, { item: steel, duration: 720 }, 10);
  await two.report({ item: steel, duration: 720, position: 200, state: 'paused', cause: 'pause' });
  await one.play(0, 95, {}, 10);
  worker.wait(5);
  await one.report({ position: 100 });
  await one.report({ item: steel, duration: 720, position: 3 });
  worker.wait(2);
  await one.report({ item: steel, duration: 720, position: 5 });
  await worker.deliver();
  const places = new Map(
    (await worker.service.progress()).map(({ media, progress }) => [media.title, progress]),
  );
  expect(places.get('Sintel')).toBe(100);
});

test('a short title counts where the next one is named late, and stands at its end in another tab', async () => {
  const one = { item: { ...sintel, ids: { tmdb: 1 }, runtime: 77 }, duration: 77, source: 'one' } as const;
  const next = {
    item: { ...sintel, title: 'Next', ids: { tmdb: 2 }, runtime: 77 },
    duration: 76,
    source: 'next',
  } as const;
  worker = await startWorker();
  const other = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/2' });
  await other.play(0, 76, next, 4);
  await other.report({ ...next, position: 76, state: 'ended', cause: 'end' });
  worker.wait(6);
  await other.report({ ...next, position: 76, state: 'ended', visible: false });
  const page = await openPage(worker, { tabId: 1 });
  await page.play(0, 77, one, 7);
  await page.report({ ...one, position: 77, state: 'ended', cause: 'end' });
  worker.wait(3);
  await page.report({ ...next, item: one.item, position: 0 });
  worker.wait(7);
  await page.report({ ...next, position: 7 });
  worker.wait(1);
  await page.report({ ...next, position: 8 });
  await page.leave({ ...next, position: 15 });
  await worker.deliver();
  expect((await worker.service.history()).length).toBe(2);
});

test('an advertisement before the second half of a film of which no length is known does not end it', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  const item: Item = { type: 'movie', title: 'A film that nobody knows' };
  const film = { item, source: 'film' };
  await page.play(0, 480, film);
  // Reloaded, it begins with an advertisement before the film has been looked at twice.
  await page.leave({ ...film, position: 480 });
  const next = await openPage(worker);
  await next.report({ ...film, position: 480 });
  worker.wait(1);
  await next.play(0, 66, { item, source: 'ad', duration: 66 }, 6);
  await next.report({ item, source: 'ad', duration: 66, position: 66, state: 'ended', cause: 'end' });
  worker.wait(6);
  await next.report({ item, source: 'ad', duration: 66, position: 66, state: 'ended' });
  worker.wait(2);
  await next.play(480, 700, film, 10);
  await next.leave({ ...film, position: 700 });
  expect((await worker.entries()).map(({ latest }) => latest?.position)).toContain(700);
});

test('a short advertisement under the title of the film stores nothing', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 44, { duration: 45, source: 'ad' }, 5);
  await page.play(0, 880, { source: 'film' }, 10);
  expect(await titles()).toEqual(['Sintel']);
  expect((await worker.handlers['outbox.list']({}, { private: false })).length).toBe(0);
});

test.each(['is left', 'is taken over'])(
  'an advertisement as long as its short title is not handed to a tab with that title when its tab %s',
  async (how) => {
    // The tracker knows no length of it, and the page does.
    const short = { item: { ...sintel, ids: { tmdb: 999_999_999 }, runtime: 82 }, duration: 82 };
    worker = await startWorker();
    const one = await openPage(worker, { tabId: 1 });
    await one.play(0, 82, { ...short, source: 'ad' }, 5);
    await one.play(1, 6, { ...short, source: 'film' });
    const two = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/1?tab=2' });
    await two.report({ ...short, position: 8 });
    if (how === 'is left') await one.leave({ ...short, source: 'film', position: 7 });
    else await one.report({ ...short, source: 'film', position: 7, visible: false });
    await two.play(9, 27, short, 3);
    await two.leave({ ...short, position: 27 });
    await worker.deliver();
    expect(await worker.service.history()).toEqual([]);
    expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([27]);
  },
);

test('"record now" records the film also when it was watched before', async () => {
  worker = await startWorker();
  await worker.service.scrobble({ type: 'movie', tmdbId: 45_745, progress: 890, duration: 900 });
  worker.wait(86_400);
  const page = await openPage(worker);
  await page.report({ position: 100 });
  worker.wait(2);
  await page.report({ position: 102 });
  await worker.handlers['tab.scrobble-now']({ tabId: 1 }, { private: false });
  await worker.deliver();
  expect(await titles()).toEqual(['Sintel', 'Sintel']);
  expect((await worker.view(1)).status).toEqual({ kind: 'watched' });
});

test('"not watched by me" drops what was not sent, and undoing it records the title after all', async () => {
  worker = await startWorker({ signedIn: false });
  const page = await openPage(worker);
  await page.play(0, 850);
  await worker.handlers['tab.not-me']({ tabId: 1 }, { private: false });
  expect(await worker.entries()).toEqual([]);
  const { again } = await page.report({ position: 851 });
  expect(again).toBeGreaterThan(0);
  expect((await worker.view(1)).status).toEqual({ kind: 'skipped', reason: 'not-me' });
  await worker.handlers['tab.not-me']({ tabId: 1, undo: true }, { private: false });
  await page.play(700, 880, {}, 10);
  for (const entry of await worker.entries())
    await worker.put({ ...entry, account: 'https://localhost/api/v1#owner' });
  await worker.signIn();
  await worker.deliver();
  expect(await titles()).toEqual(['Sintel']);
});

test('a session keeps its evidence when a changed setting restarts the scripts', async () => {
  worker = await startWorker();
  await worker.handlers['settings.set']({ evidence: 0.8 }, { private: false });
  const page = await openPage(worker);
  await page.play(0, 600, { source: 'blob:1' });
  const again = await openPage(worker);
  await again.play(600, 880, { source: 'blob:1' });
  expect(await titles()).toEqual(['Sintel']);
});

test('an update belongs to the account that signs in while its report is handled', async () => {
  worker = await startWorker({ signedIn: false });
  const page = await openPage(worker);
  await page.report({ position: 0 });
  worker.wait(30);
  await page.report({ position: 30 });
  worker.wait(120);
  const readLocal = worker.memory.local.get.bind(worker.memory.local);
  vi.spyOn(worker.memory.local, 'get').mockImplementation(async (keys) => {
    if (Array.isArray(keys) && keys.includes('seen-earlier')) await worker.signIn();
    return readLocal(keys);
  });
  await page.report({ position: 150 });
  const { account } = (await worker.entries())[0] ?? {};
  expect(account).toBe(`${worker.context.defaultBaseUrl}#owner`);
});
