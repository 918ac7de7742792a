import { afterEach, describe, expect, test } from 'vitest';
import {
  openPage,
  sintel,
  sintelSeconds,
  startWorker,
  type PageOptions,
  type WorkerUnderTest,
} from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const day = 86_400;
const titles = async () => (await worker.service.history()).map(({ media }) => media.title);
const kept = () =>
  JSON.parse(worker.memory.local.values.get('seen-earlier') ?? '[]') as readonly {
    readonly played: readonly unknown[];
  }[];

async function startStrict(): Promise<void> {
  worker = await startWorker();
  // A crash loses what was seen since the last update.
  await worker.handlers['settings.set']({ evidence: 0.8, interval: 120 }, { private: false });
}

/** Plays a part of the film in a new tab, closes the browser afterwards, and waits a day. */
async function watchPart(from: number, to: number, options: PageOptions = {}): Promise<void> {
  const page = await openPage(worker, { url: `https://www.netflix.com/watch/1?${from}`, ...options });
  await page.play(from, to, {}, 20);
  await page.leave({ position: to });
  await worker.deliver();
  worker.memory.session.values.clear();
  worker.wait(day);
}

describe('with 80 % of a film required as evidence', () => {
  test('a film in two halves on two days is recorded once', async () => {
    await startStrict();
    await watchPart(0, 450);
    expect(await titles()).toEqual([]);
    await watchPart(440, 890);
    expect(await titles()).toEqual(['Sintel']);
    expect(kept()).toEqual([]);
  });

  test('the halves count in any order and from two players, also with a crash in between', async () => {
    await startStrict();
    const page = await openPage(worker);
    await page.play(450, 800, {}, 20);
    worker.memory.session.values.clear();
    worker.wait(day);
    await watchPart(0, 470);
    await watchPart(700, 890);
    expect(await titles()).toEqual(['Sintel']);
  });

  test('the second half alone is not enough, also when it is played twice', async () => {
    await startStrict();
    await watchPart(440, 890);
    await watchPart(440, 890);
    expect(await titles()).toEqual([]);
  });

  test('what was played more than a month ago does not count', async () => {
    await startStrict();
    await watchPart(0, 450);
    worker.wait(30 * day);
    await watchPart(440, 890);
    expect(await titles()).toEqual([]);
  });

  test('what another account watched on this machine does not count', async () => {
    await startStrict();
    await worker.signIn('somebody else');
    await watchPart(0, 450);
    await worker.signIn('owner');
    await watchPart(440, 890);
    expect(await titles()).toEqual([]);
  });

  test('what was marked as not watched by the user does not count', async () => {
    await startStrict();
    const page = await openPage(worker);
    await page.play(0, 450, {}, 20);
    await worker.handlers['tab.not-me']({ tabId: 1 }, { private: false });
    await page.leave({ position: 450 });
    worker.memory.session.values.clear();
    worker.wait(day);
    await watchPart(440, 890);
    expect(await titles()).toEqual([]);
  });

  test('a rewatch begins without evidence', async () => {
    await startStrict();
    await watchPart(0, 450);
    await watchPart(440, 890);
    await watchPart(0, 200);
    await watchPart(700, 890);
    expect(await titles()).toEqual(['Sintel']);
  });

  test('no evidence of a private window is stored', async () => {
    await startStrict();
    await worker.handlers['settings.set']({ privateWindows: true }, { private: false });
    await watchPart(0, 450, { private: true });
    expect(kept()).toEqual([]);
  });
});

describe('an advertisement under the title of a film whose page states the id', () => {
  const known = { ...sintel, ids: { tmdb: 45_745 } } as const;

  test('is not recorded, also when the worker is stopped and the page is left at its end', async () => {
    worker = await startWorker();
    const page = await openPage(worker);
    await page.play(0, 60, { item: known, duration: 60, source: 'ad' }, 5);
    worker.restart();
    await page.play(0, 12, { item: known, source: 'film' }, 3);
    await page.leave({ item: known, position: 12, source: 'film' });
    await worker.deliver();
    expect(await titles()).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test('and the film after it is recorded once, with its own positions', async () => {
    worker = await startWorker();
    const page = await openPage(worker);
    await page.play(0, 60, { item: known, duration: 60, source: 'ad' }, 5);
    await page.play(0, 45, { item: known, duration: 45, source: 'ad-2' }, 5);
    await page.play(0, 880, { item: known, source: 'film' }, 10);
    expect((await worker.service.history()).map(({ media, duration }) => [media.title, duration])).toEqual([
      ['Sintel', sintelSeconds],
    ]);
  });

  test('a short film is recorded when its page is closed at its end, also after a take-over', async () => {
    // The tracker knows no length of it, and the page does.
    const short = { ...sintel, ids: { tmdb: 999_999_999 }, runtime: 60 } as const;
    const ids = async () => (await worker.service.history()).map(({ media }) => media.tmdbId);
    worker = await startWorker();
    const one = await openPage(worker, { tabId: 1 });
    const two = await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/1?tab=2' });
    await one.play(0, 57, { item: short, duration: 60 }, 5);
    expect(await ids()).toEqual([]);
    await one.report({ item: short, duration: 60, position: 57, state: 'paused', cause: 'pause' });
    await two.report({ item: short, duration: 60, position: 3 });
    await worker.deliver();
    expect(await ids()).toEqual([short.ids.tmdb]);
    await two.report({ item: short, duration: 60, position: 5 });
    await worker.closeTab(2);
    await worker.closeTab(1);
    await worker.deliver();
    expect(await ids()).toEqual([short.ids.tmdb]);
  });
});
