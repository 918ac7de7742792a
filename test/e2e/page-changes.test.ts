import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TabView } from '../../src/core/status/status';
import { tabViews } from '../support/browser/drive-extension';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { cinemaHosts, drivenCinema } from './sites/driven-cinema';
import { play, positionOf, watched } from './sites/drive-video';
import { netflix, netflixHosts, type NetflixShow } from './sites/netflix';
import { nameOf, readProgress, waitForHistory, waitForProgress } from './sites/read-progress';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';

/** What changes while a page is open: the episode in place, the site's answers, the access to it. */
let stage: Stage;
/** Requests for the metadata of these episodes are never answered. */
const silent = new Set<string>();

const show: NetflixShow = {
  id: 1,
  title: 'Sherlock',
  seasons: [
    [
      [101, 'A Study in Pink'],
      [102, 'The Blind Banker'],
      [103, 'The Great Game'],
    ],
  ],
};

beforeAll(async () => {
  const site = netflix(show);
  stage = await startStage({
    catalogue: createBuiltInCatalogue(),
    sites: {
      'www.netflix.com': (request) => {
        const { searchParams } = new URL(request.url);
        if (silent.has(searchParams.get('movieid') ?? '')) return new Promise<Response>(() => undefined);
        return site(request);
      },
      'cinema.matinee.test': drivenCinema,
    },
    grant: [...netflixHosts, ...cinemaHosts],
    withoutArgs: ['--disable-back-forward-cache'],
  });
});
afterAll(() => stage.close());

const placeOf = async (name: string) =>
  (await readProgress(stage)).find((record) => nameOf(record) === name)?.progress;

test.concurrent(
  'an episode whose metadata are never answered does not end recording in its tab',
  async () => {
    const page = await open('https://www.netflix.com/watch/101');
    const video = page.locator('[data-uia="watch-video"] video');
    await play(video, { from: 2_300 });
    await waitForHistory(stage, 'Sherlock 1x1');
    silent.add('102');
    await next(page, 102);
    await play(video, { source: '/media/2', rate: 4 });
    await waitFor('the unanswered request', () =>
      stage.sites.requests.some((line) => line.includes('movieid=102')),
    );
    await waitFor('a view that no longer says that the last episode was watched', async () => {
      const { status, item } = await viewOfNetflix();
      return status.kind === 'unreadable' && item?.episodeNumber === undefined;
    });
    await next(page, 103);
    await play(video, { source: '/media/3', rate: 4, from: 1_300 });
    await waitFor('a view of the episode that plays', async () => {
      const { status, item } = await viewOfNetflix();
      return status.kind === 'scrobbling' && item?.episodeNumber === 3;
    });
    await play(video, { source: '/media/3', from: 2_300 });
    await waitForHistory(stage, 'Sherlock 1x3');
    await page.close();
  },
);

test.concurrent.each([
  ['a second after', 1_000],
  ['a second before', -1_000],
])(
  'the next episode in place, its text %s its medium: the last one keeps its position',
  async (_name, late) => {
    const id = late > 0 ? 'late' : 'early';
    const numbers = late > 0 ? [3, 4] : [5, 6];
    const page = await open(`https://cinema.matinee.test/cinema/series/breaking-bad/${id}`);
    const video = page.locator('video');
    const text = (number: number | undefined) =>
      page.evaluate((to) => document.querySelector('.subtitle')?.replaceChildren(to), `S1:E${number}`);
    await text(numbers[0]);
    await play(video, { source: `/media/${id}-1`, rate: 4, from: 100 });
    await waitForProgress(stage, `Breaking Bad 1x${numbers[0]}`);
    await watched(video, 60);
    const left = await positionOf(video);
    if (late < 0) {
      await text(numbers[1]);
      await page.waitForTimeout(-late);
    }
    await play(video, { source: `/media/${id}-2`, rate: 4 });
    if (late > 0) {
      await page.waitForTimeout(late);
      await text(numbers[1]);
    }
    await waitForProgress(stage, `Breaking Bad 1x${numbers[1]}`);
    const stored = await placeOf(`Breaking Bad 1x${numbers[0]}`);
    expect(Math.abs((stored ?? 0) - left)).toBeLessThan(15);
    await page.close();
  },
);

test('a page whose access is revoked ends where it had played on to', async () => {
  silent.clear();
  const page = await open('https://www.netflix.com/watch/102');
  const video = page.locator('[data-uia="watch-video"] video');
  await play(video, { rate: 2, from: 500 });
  await waitForProgress(stage, 'Sherlock 1x2');
  await watched(video, 40);
  const before = await positionOf(video);
  // The new worker has heard of no change in any tab.
  await stage.chromium.stopWorker();
  await stage.chromium.revokeHosts(netflixHosts);
  const after = await positionOf(video);
  const stored = await waitForProgress(stage, 'Sherlock 1x2', (seconds) => seconds > before - 15);
  expect(stored.progress).toBeLessThan(after + 15);
  await page.close();
});

/** What the popup shows of the only tab with the site. */
async function viewOfNetflix(): Promise<TabView> {
  const view = (await tabViews(stage.chromium)).find(({ siteId }) => siteId === 'netflix');
  if (view === undefined) throw new Error('no view of Netflix');
  return view;
}

async function open(url: string): Promise<Page> {
  const page = await stage.chromium.context.newPage();
  await page.goto(url);
  return page;
}

/** The next episode in place, as autoplay does it. */
async function next(page: Page, id: number): Promise<void> {
  await page.evaluate((to) => {
    (globalThis as unknown as { goOn: (id: number) => void }).goOn(to);
    history.pushState({}, '', `/watch/${to}`);
  }, id);
}
