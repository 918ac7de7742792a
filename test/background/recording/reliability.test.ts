import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMutex } from '../../../src/background/context/context';
import { closeMissedTabs, closeTab } from '../../../src/background/jobs/tab-jobs';
import { jitteredInterval } from '../../../src/core/session/tab-watch';
import { emptyTab, tabStore } from '../../../src/background/state/tab-state';
import { listenToPageChanges } from '../../../src/platform/browser/worker-events';
import type { Report } from '../../../src/protocol/report';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const titles = async () => (await worker.service.history()).map(({ media }) => media.title);
const places = async () => (await worker.service.progress()).map(({ progress }) => progress);
/** A title of 60 s, as its page states: the tracker knows no length. */
const short = { ...sintel, ids: { tmdb: 999_999_999 }, runtime: 60 } as const;
const ids = async () => (await worker.service.history()).map(({ media }) => media.tmdbId);
const url = 'https://www.netflix.com/watch/1';
/** A film of 153 minutes, by the tracker too. */
const metropolis = { item: { type: 'movie', title: 'Metropolis', year: 1927 }, duration: 9_180 } as const;

/** The browser ends and starts again: what belongs to its session is gone. */
async function restartBrowser(): Promise<void> {
  worker.memory.session.values.clear();
  worker.memory.tabs.clear();
  worker.restart();
  await closeMissedTabs(worker.context, createMutex(), new Set());
  await worker.deliver();
}

describe('the computer’s clock', () => {
  test.each([-26 * 3_600, -3_600, -600, 3_600])(
    'is set by %d s in the middle of a film: all that is played counts',
    async (seconds) => {
      worker = await startWorker();
      await worker.handlers['settings.set']({ evidence: 0.8 }, { private: false });
      const page = await openPage(worker);
      let at = worker.service.clock.now;
      for (let position = 90; position <= 830; position += 20) {
        await page.report({ position, at });
        if (position === 410) worker.service.clock.now += seconds * 1_000;
        worker.wait(20);
        at += 20_000;
      }
      await worker.closeTab(1);
      await worker.deliver();
      expect(await titles()).toEqual(['Sintel']);
    },
  );
});

describe('a short title whose crossing is held back', () => {
  const playMost = async (more: Parameters<typeof openPage>[1] = {}) => {
    worker = await startWorker();
    const page = await openPage(worker, more);
    await page.play(0, 59, { item: short, duration: 60 }, 3);
    expect(await ids()).toEqual([]);
    return page;
  };

  test('counts when the browser is killed, or the extension replaced', async () => {
    await playMost();
    await restartBrowser();
    expect(await ids()).toEqual([short.ids.tmdb]);
    await restartBrowser();
    expect(await ids()).toEqual([short.ids.tmdb]);
    expect(worker.memory.local.values.get('undecided')).toBe('{}');
  });

  test('is not given to the person who signs in before it is decided', async () => {
    const page = await playMost();
    await worker.handlers['account.sign-out']({ remove: false }, { private: false });
    await worker.signIn('another person');
    await page.play(0, 6, { item: sintel, source: 'film' }, 3);
    await page.leave({ item: sintel, position: 6 });
    await worker.deliver();
    expect(await ids()).toEqual([]);
    await worker.signIn();
    await worker.deliver();
    expect(await ids()).toEqual([short.ids.tmdb]);
  });

  test.each([
    { answers: 'at once', left: 0 },
    { answers: 'only after somebody has signed in', left: 1 },
  ])(
    'counts once where the disk is full when it is decided, and the tracker answers $answers',
    async (one) => {
      const page = await playMost();
      const full = new DOMException('Broken by the test.', 'QuotaExceededError');
      const set = vi.spyOn(worker.memory.local, 'set').mockRejectedValue(full);
      await page.report({ item: short, position: 60, duration: 60, state: 'ended', cause: 'end' });
      worker.wait(6);
      await page.report({ item: short, position: 60, duration: 60, state: 'ended' });
      set.mockRestore();
      // That it is decided could not be noted.
      expect(worker.memory.local.values.get('undecided')).toContain('deferredCrossing');
      const wait = { status: 503, headers: { 'retry-after': '600' } };
      if (one.left > 0) worker.faults.push(() => new Response(null, wait));
      await worker.deliver();
      expect(await ids()).toHaveLength(1 - one.left);
      await page.play(0, 20, { item: short, duration: 60 }, 2);
      // The same person, at a tracker that does not name people.
      await worker.signIn('owner again');
      await worker.handlers['account.adopt-queue']({ send: true }, { private: false });
      await page.play(22, 30, { item: short, duration: 60 }, 2);
      worker.restart();
      await closeMissedTabs(worker.context, createMutex(), new Set());
      await worker.handlers['account.adopt-queue']({ send: true }, { private: false });
      worker.wait(900);
      await worker.deliver();
      expect(await ids()).toEqual([short.ids.tmdb]);
    },
  );

  test('does not where the film had begun after it', async () => {
    const page = await playMost();
    await page.play(0, 6, { item: short, source: 'film' }, 3);
    await restartBrowser();
    expect(await ids()).toEqual([]);
  });

  test('does not where it was not watched by the user', async () => {
    await playMost();
    await worker.handlers['tab.not-me']({ tabId: 1 }, { private: false });
    await restartBrowser();
    expect(await ids()).toEqual([]);
  });

  test('stays undecided while its tab is there', async () => {
    await playMost();
    worker.restart();
    await closeMissedTabs(worker.context, createMutex(), new Set());
    await worker.deliver();
    expect(await ids()).toEqual([]);
  });
});

describe('a tab that shows another page', () => {
  const playFor = async (seconds: number) => {
    worker = await startWorker();
    const page = await openPage(worker);
    await page.play(300, 311, {}, 5);
    worker.wait(seconds);
    return page;
  };

  test('without access to it: the session ends where it has played on to', async () => {
    await playFor(45);
    expect(await worker.leaveTab(1)).toBe(true);
    await worker.deliver();
    expect(await places()).toEqual([356]);
    // Closing the tab later adds nothing.
    worker.wait(30);
    await closeTab(worker.context, createMutex(), 1);
    await worker.deliver();
    expect(await places()).toEqual([356]);
  });

  test('without access to it, ten minutes after its last report: the session ends where it was left', async () => {
    worker = await startWorker();
    await worker.handlers['settings.set']({ interval: 600 }, { private: false });
    const page = await openPage(worker);
    await page.play(300, 320, metropolis, 5);
    // Five seconds before the next report is due.
    worker.wait(595);
    expect(await worker.leaveTab(1)).toBe(true);
    await worker.deliver();
    const [place = 0, ...others] = await places();
    expect(others).toEqual([]);
    expect(Math.abs(place - (320 + 595))).toBeLessThan(15);
  });

  // As Chromium 156 states the sender of a page that gives way to one of another process.
  const leaving = { frameId: 6, tabUrl: 'https://elsewhere.test/', isLeaving: true };

  test('is heard at its end: the computer has slept, and the page knows where it is', async () => {
    const page = await playFor(5);
    await page.play(316, 336, {}, 5);
    worker.wait(100);
    Object.assign(page.sender, leaving);
    await page.leave({ position: 338 });
    worker.memory.goneFrames.add(0);
    expect(await worker.leaveTab(1)).toBe(false);
    await worker.deliver();
    expect(await places()).toEqual([338]);
    // Nothing of it is shown for the next page.
    expect(worker.memory.session.values.has('view:1')).toBe(false);
    expect((await tabStore(1).get()).url).toBeUndefined();
  });

  test('is not heard where another script has taken the place of its own', async () => {
    const page = await playFor(45);
    const next = await openPage(worker, { url: 'https://www.netflix.com/watch/2' });
    Object.assign(page.sender, leaving);
    expect(await page.leave({ position: 800 })).toEqual({ end: true });
    await worker.deliver();
    expect(await places()).toEqual([356]);
    expect((await tabStore(1).get()).scripts[0]?.run).toBe(next.run);
  });

  test('of a site that is on: its own script reports', async () => {
    await playFor(45);
    expect(await worker.leaveTab(1, 'https://www.netflix.com/browse')).toBe(false);
  });

  test.each([
    ['where it has played on to, when its script answers: access was taken away', [], 360],
    ['at its last report, when nobody knows since when', [0], 340],
  ])('is found by the next worker too: the session ends %s', async (_name, gone, place) => {
    worker = await startWorker();
    for (const frameId of gone) worker.memory.goneFrames.add(frameId);
    const page = await openPage(worker);
    await page.play(300, 340, {}, 5);
    await page.report({ position: 340, cause: 'pause', state: 'paused' });
    await page.report({ position: 340 });
    worker.wait(20);
    worker.showPage(1);
    // What the browser tells now is left to its event.
    expect(await closeMissedTabs(worker.context, createMutex(), new Set([1]))).toBe(0);
    expect(await closeMissedTabs(worker.context, createMutex(), new Set())).toBe(1);
    await worker.deliver();
    expect(await places()).toEqual([place]);
  });

  test('starts the worker only while something plays', async () => {
    worker = await startWorker();
    listenToPageChanges(() => undefined);
    await closeMissedTabs(worker.context, createMutex(), new Set());
    const listens = () => worker.memory.pageChanges.size();
    expect(listens()).toBe(0);
    const page = await openPage(worker);
    await page.play(0, 20, {}, 5);
    expect(listens()).toBe(1);
    await page.report({ position: 20, state: 'paused', cause: 'pause' });
    expect(listens()).toBe(0);
  });
});

test.each([
  ['counts the sleep', 0],
  ['does not count the sleep', 100_000],
])(
  'a tab closed as the computer wakes after 100 s ends where its page says, by a clock that %s',
  async (_counts, behind) => {
    worker = await startWorker();
    const page = await openPage(worker);
    await page.play(960, 1_000, metropolis, 10);
    worker.wait(100);
    const at = worker.service.clock.now - behind;
    await page.leave({ ...metropolis, position: 1_000, state: 'playing', at });
    await worker.deliver();
    expect(await places()).toEqual([1_000]);
    // Where storage refuses it, the removal of the tab is handled some seconds later.
    worker.wait(20);
    await closeTab(worker.context, createMutex(), 1);
    await worker.deliver();
    expect(await places()).toEqual([1_000]);
  },
);

test('a player that waits for data stays where it is, however late its tab is closed', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 43.9, {}, 6);
  await page.report({ position: 43.9, rate: 0 });
  worker.wait(82);
  await worker.closeTab(1);
  await worker.deliver();
  expect(await places()).toEqual([43]);
});

test('a page that could not say its end has played on for all of the interval of its session', async () => {
  worker = await startWorker();
  // What spreads the reports of many clients over time makes this one nearly a fifth longer.
  await worker.handlers['settings.set']({ interval: 600 }, { private: false });
  const page = await openPage(worker);
  await page.play(0, 20, {}, 5);
  const { session } = (await tabStore(1).get()).watch;
  const interval = jitteredInterval(600, session?.id ?? '');
  expect(interval).toBeGreaterThan(620);
  worker.wait(interval - 1);
  const next = await openPage(worker);
  await next.play(0, 2, { item: { type: 'movie', title: 'Big Buck Bunny' }, duration: 600 }, 1);
  await worker.deliver();
  expect(await places()).toEqual([Math.floor(20 + interval - 1)]);
});

describe('a player in a frame of another host', () => {
  const frame = (frameId: number) => ({ tabId: 1, frameId, tabUrl: url, private: false });
  const play = async (frameId: number, seq: number, position: number, more: object = {}) =>
    worker.handlers.report(
      {
        run: `frame-${frameId}`,
        seq,
        cause: 'tick',
        url: 'https://www.netflix.com/player',
        visible: true,
        playback: {
          state: 'playing',
          position,
          duration: 2_400,
          rate: 1,
          at: worker.service.clock.now,
          ...more,
        },
      },
      frame(frameId),
    );
  const open = async (frameId: number) =>
    worker.handlers.hello({ url: 'https://www.netflix.com/player', run: `frame-${frameId}` }, frame(frameId));
  const first = { type: 'episode', seriesTitle: 'Breaking Bad', seasonNumber: 1, episodeNumber: 1 } as const;
  const page = (item: object, seq: number, cause: Report['cause'] = 'item') =>
    worker.handlers.report(
      {
        run: 'page',
        seq,
        cause,
        url,
        visible: true,
        reading: { item, identity: JSON.stringify(item), confidence: 1, degraded: false, missing: [] },
      },
      frame(0),
    );

  test.each([
    { from: 500, watched: [] },
    { from: 2_000, watched: [1] },
  ])(
    'that was replaced without a word: the next episode does not get its place',
    async ({ from, watched }) => {
      worker = await startWorker();
      await worker.handlers.hello({ url, run: 'page' }, frame(0));
      await open(7);
      await page(first, 1);
      for (let seq = 1; seq <= 12; seq++) {
        await play(7, seq, from + seq * 20);
        worker.wait(20);
      }
      worker.memory.goneFrames.add(7);
      const second = { ...first, episodeNumber: 2 };
      await open(9);
      // The page names the next episode for a while before the new player has a medium.
      for (let seq = 2; seq < 20; seq++) {
        await page(second, seq);
        worker.wait(5);
      }
      await worker.deliver();
      const places = async () => {
        const all = (await worker.service.progress()).map(({ media, progress }) => [
          media.episodeNumber,
          progress,
        ]);
        return new Map(all as [number, number][]);
      };
      expect((await places()).get(2)).toBeUndefined();
      await play(9, 1, 2, { state: 'paused' });
      for (let seq = 2; seq <= 20; seq++) {
        await play(9, seq, 2 + seq * 5);
        worker.wait(5);
      }
      // Of two players the one that plays counts, and the old one was never heard to stop.
      await play(9, 21, 107, { state: 'paused' });
      expect((await worker.view(1)).playback).toMatchObject({ position: 107, state: 'paused' });
      await worker.deliver();
      expect((await places()).get(2)).toBe(107);
      const history = await worker.service.history();
      expect(history.map(({ media }) => media.episodeNumber)).toEqual(watched);
    },
  );

  test.each([
    { name: 'whose page is closed first', isGone: false },
    { name: 'that is gone when its page tells of its end', isGone: true },
  ])('$name: the session ends where the player has come to', async ({ isGone }) => {
    worker = await startWorker();
    await worker.handlers.hello({ url, run: 'page' }, frame(0));
    await open(7);
    await page(first, 1);
    for (let seq = 1; seq <= 6; seq++) {
      await play(7, seq, seq * 3);
      worker.wait(3);
    }
    worker.wait(60);
    if (isGone) worker.memory.goneFrames.add(7);
    await page(first, 2, 'leave');
    await worker.deliver();
    expect(await places()).toEqual([81]);
  });

  test.each([
    ['no page yet', undefined],
    ['a page that is not recorded', 'https://elsewhere.example/'],
    ['a page of another site', 'https://www.crunchyroll.com/watch/G1/x'],
  ])('that reports before its page has said hello, in a tab that held %s', async (_name, former) => {
    worker = await startWorker({ granted: ['https://www.netflix.com/*', 'https://www.crunchyroll.com/*'] });
    if (former !== undefined) {
      const sender = { ...frame(0), tabUrl: former };
      await worker.handlers.hello({ url: former, run: 'former' }, sender);
    }
    await open(7);
    expect(await play(7, 1, 1)).toEqual({});
    expect((await tabStore(1).get()).playbacks).toEqual({});
    worker.memory.notes.length = 0;
    await worker.handlers.hello({ url, run: 'page' }, frame(0));
    expect(worker.memory.notes).toContainEqual({ tabId: 1, note: 'report' });
    await page(first, 1);
    for (let seq = 2; seq <= 8; seq++) {
      await play(7, seq, seq * 3);
      worker.wait(3);
    }
    await page(first, 2, 'leave');
    await worker.deliver();
    expect(await places()).toEqual([27]);
  });

  test('whose page is no longer recorded stops', async () => {
    worker = await startWorker({ granted: [] });
    await tabStore(1).set({ ...emptyTab(1), url, scripts: { 7: { run: 'frame-7', seq: 0 } } });
    expect(await play(7, 1, 1)).toEqual({ end: true });
  });
});

test('a film that is opened again the next day, to see its end, is one viewing', async () => {
  worker = await startWorker();
  const evening = await openPage(worker);
  await evening.play(0, 880);
  await evening.leave({ position: 890 });
  await worker.deliver();
  worker.wait(14 * 3_600);
  const morning = await openPage(worker, { url: `${url}?again` });
  await morning.play(630, 899);
  await morning.leave({ position: 899 });
  await worker.deliver();
  expect(await titles()).toEqual(['Sintel']);
  // Nor does the tracker have to find out.
  const crossings = worker.requests.filter(
    ({ body }) => Number((body as { progress?: number })?.progress) > 810,
  );
  expect(crossings).toHaveLength(1);
});

test('a short film that is watched again, and loaded anew in its second half, is recorded twice', async () => {
  worker = await startWorker();
  const once = await openPage(worker);
  await once.play(0, 300, { item: short, duration: 300 }, 5);
  await once.leave({ item: short, position: 300, duration: 300 });
  await worker.deliver();
  worker.wait(3_600);
  const again = await openPage(worker, { url: `${url}?again` });
  await again.play(0, 200, { item: short, duration: 300 }, 5);
  await again.leave({ item: short, position: 200, duration: 300 });
  await worker.deliver();
  const rest = await openPage(worker, { url: `${url}?rest` });
  await rest.play(200, 300, { item: short, duration: 300 }, 5);
  await rest.leave({ item: short, position: 300, duration: 300 });
  await worker.deliver();
  expect(await ids()).toEqual([short.ids.tmdb, short.ids.tmdb]);
});

describe('a page that is shown again and begins its film again, which has just been seen to its end', () => {
  const returnTo = async () => {
    worker = await startWorker();
    const before = await openPage(worker);
    await before.play(0, 900, { source: 'film' });
    await before.report({ position: 900, state: 'ended', cause: 'end', source: 'film' });
    const page = await openPage(worker);
    await page.play(2, 4, { source: 'film' }, 1);
    return page;
  };

  test('and names the next title two seconds before that begins: a short one is recorded too', async () => {
    const page = await returnTo();
    await page.play(4, 6, { item: short, source: 'film' }, 1);
    const next = { item: short, source: 'short', duration: 130 };
    await page.play(0, 130, next, 5);
    await page.report({ ...next, position: 130, state: 'ended', cause: 'end' });
    worker.wait(6);
    await page.leave({ ...next, position: 130, state: 'ended' });
    await worker.deliver();
    expect(await ids()).toEqual([short.ids.tmdb, 45_745]);
  });

  test('and names another title for it: it is that title after 20 s', async () => {
    const page = await returnTo();
    await page.play(4, 60, { item: short, source: 'film' }, 2);
    await page.leave({ item: short, source: 'film', position: 60 });
    await worker.deliver();
    expect(await places()).toContain(60);
  });
});

test('a short title that began under the medium of another one is recorded when it is opened again, though no end of its page was heard', async () => {
  worker = await startWorker();
  const before = await openPage(worker);
  // The page names it two seconds before its own medium begins, and has named nothing until then.
  await before.play(20, 22, { item: short, source: 'before', duration: 205 }, 1);
  const own = { item: short, source: 'own', duration: 135 };
  await before.play(0, 135, own, 5);
  await before.report({ ...own, position: 135, state: 'ended', cause: 'end' });
  worker.wait(60);
  const again = await openPage(worker);
  await again.play(0, 135, { ...own, source: 'again' }, 5);
  await again.report({ ...own, source: 'again', position: 135, state: 'ended', cause: 'end' });
  worker.wait(6);
  await again.leave({ ...own, source: 'again', position: 135, state: 'ended' });
  await worker.deliver();
  expect(await ids()).toEqual([short.ids.tmdb]);
});

describe('a page whose end was not heard, at an address that all titles share', () => {
  const leaveUnheard = async (last: { readonly gate?: 'ad' } = {}) => {
    const page = await openPage(worker);
    await page.play(0, 60, { source: 'before' }, 1);
    await page.report({ source: 'before', position: 60, ...last });
    worker.wait(40);
  };
  const showNext = async () => {
    const next = await openPage(worker);
    await next.play(0, 30, { item: short, source: 'next' }, 1);
    await worker.deliver();
  };

  test('has played until the next one began, also if the worker ended while that said so', async () => {
    worker = await startWorker();
    await leaveUnheard();
    // The message is repeated where it was not answered.
    await openPage(worker);
    await showNext();
    expect(await places()).toContain(100);
  });

  test('has stood still behind an advertisement', async () => {
    worker = await startWorker();
    await leaveUnheard({ gate: 'ad' });
    await showNext();
    expect(await places()).toContain(60);
  });
});

test('a film whose last place waits keeps it, where the next title is named late and begins with an advertisement', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 160, { source: 'film' });
  worker.faults.push(() => new Response('', { status: 503, headers: { 'retry-after': '60' } }));
  worker.wait(10);
  await page.report({ position: 170, state: 'paused', cause: 'pause', source: 'film' });
  await worker.deliver();
  await page.play(0, 2, { source: 'next', duration: 1_500 }, 2);
  const next = { item: short, source: 'next', duration: 1_500 };
  await page.report({ ...next, position: 2 });
  worker.wait(0.6);
  const ad = { item: short, source: 'ad', duration: 73 };
  await page.report({ ...ad, position: 0 });
  worker.wait(0.4);
  await page.report({ ...ad, position: 0.4 });
  worker.wait(120);
  await worker.deliver();
  expect(await places()).toEqual([170]);
});

test('an advertisement is all that was seen of a film that lasts far longer by the tracker', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  const { item: film } = metropolis;
  await page.play(0, 289, { item: film, duration: 290 }, 10);
  await page.report({ item: film, position: 290, duration: 290, state: 'ended', cause: 'end' });
  worker.wait(6);
  await page.leave({ item: film, position: 290, duration: 290 });
  await worker.deliver();
  expect(await titles()).toEqual([]);
});

/** The clock of the test is the tracker's too, which nobody sets back: to this one no time is told. */
async function takesNoTimes(): Promise<void> {
  const kept = await worker.database.get('account', 'offers');
  if (kept?.kind !== 'offers') throw new Error('nobody has signed in');
  const list = kept.list?.filter((offer) => offer !== 'POST /scrobble age') ?? [];
  await worker.database.put('account', { ...kept, list }, 'offers');
}

test('a film that goes on in another tab after the clock was set back keeps its place, though a place before waits', async () => {
  worker = await startWorker();
  await takesNoTimes();
  const page = await openPage(worker);
  await page.play(0, 300);
  const isAway = () => new Response('', { status: 503, headers: { 'retry-after': '600' } });
  worker.faults.push(isAway);
  await page.leave({ position: 310 });
  await worker.deliver();
  await worker.closeTab(1);
  worker.wait(-600);
  const next = await openPage(worker, { tabId: 2 });
  await next.report({ position: 310 });
  worker.wait(2);
  await next.report({ position: 312 });
  worker.wait(40);
  await next.leave({ position: 352 });
  worker.wait(3_600);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([352]);
});

test('nor does one whose last place was sent, where the next one waits until the clock has caught up', async () => {
  worker = await startWorker();
  await takesNoTimes();
  const page = await openPage(worker);
  await page.play(0, 300);
  await page.leave({ position: 310 });
  await worker.deliver();
  await worker.closeTab(1);
  worker.wait(-600);
  worker.faults.push(() => new Response('', { status: 503, headers: { 'retry-after': '600' } }));
  const next = await openPage(worker, { tabId: 2 });
  await next.play(310, 352, {}, 14);
  await next.leave({ position: 352 });
  worker.wait(3_600);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([352]);
});
