import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tabViews } from '../support/browser/drive-extension';
import { withCdp } from '../support/browser/cdp';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { play, positionOf, watched } from './sites/drive-video';
import { netflix, netflixHosts, type NetflixShow } from './sites/netflix';
import { nameOf, readProgress, waitForHistory, waitForProgress } from './sites/read-progress';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { htmlPage, mediaResponse } from './sites/site-page';

/** How a page begins, is left and comes back in a browser as people use it: with prerendering and bfcache. */
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
      'elsewhere.example.test': () => htmlPage('<title>Elsewhere</title><a href="/">here</a>'),
      'cinema.matinee.test': cinema,
    },
    grant: [...netflixHosts, 'https://cinema.matinee.test/*'],
    withoutArgs: ['--disable-back-forward-cache'],
  });
});
afterAll(() => stage.close());

/** A page whose player the test drives; `text(title)` names what plays. */
function cinema(request: Request): Response | Promise<Response> {
  if (new URL(request.url).pathname.startsWith('/media/')) return mediaResponse(request);
  return htmlPage(`<meta name="application-name" content="Matinee Cinema">
    <div id="screen" data-playing="feature"><video class="main"></video></div>
    <section id="now-playing"><h1 class="title">Breaking Bad</h1><p class="subtitle">S1:E1 Pilot</p></section>`);
}

const placeOf = async (name: string) =>
  (await readProgress(stage)).find((record) => nameOf(record) === name)?.progress;

test('an episode whose metadata are never answered does not end recording in its tab', async () => {
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
  await watched(video, 40);
  await next(page, 103);
  await play(video, { source: '/media/3', from: 2_300 });
  await waitForHistory(stage, 'Sherlock 1x3');
  await page.close();
});

test('a page that is left for a site without access ends its session where it was left', async () => {
  const page = await open('https://cinema.matinee.test/cinema/series/breaking-bad/one');
  const video = page.locator('video');
  await play(video, { rate: 1, from: 300 });
  await waitForProgress(stage, 'Breaking Bad 1x1');
  await watched(video, 6);
  await stage.chromium.stopWorker();
  const left = await positionOf(video);
  await page.goto('https://elsewhere.example.test/');
  const told = await waitForProgress(stage, 'Breaking Bad 1x1', (seconds) => seconds > left - 3);
  expect(told.progress).toBeLessThan(left + 5);
  expect((await tabViews(stage.chromium)).some(({ host }) => host === 'cinema.matinee.test')).toBe(false);
  // Nothing plays any more, so pages that load do not start the worker.
  await stage.chromium.stopWorker();
  await page.goto('https://elsewhere.example.test/?again');
  await page.goto('https://elsewhere.example.test/?and-again');
  expect(await runningWorkers()).toBe(0);
  await page.close();
});

test('a tab whose player waits for data and is closed keeps the position of the wait', async () => {
  const page = await open('https://cinema.matinee.test/cinema/series/breaking-bad/two');
  await page.evaluate((text) => document.querySelector('.subtitle')?.replaceChildren(text), 'S1:E2 Cat');
  const video = page.locator('video');
  await playPart(page);
  await waitForProgress(stage, 'Breaking Bad 1x2');
  const stalledAt = await waitFor('the player to wait for data', () =>
    video.evaluate((element) => {
      const player = element as HTMLVideoElement;
      return player.readyState < 3 && !player.paused && player.currentTime;
    }),
  );
  const begun = performance.now();
  await waitFor('40 s of waiting', () => performance.now() - begun > 40_000, { timeout: 50_000 });
  await stage.chromium.stopWorker();
  await page.close();
  const stored = await waitForProgress(stage, 'Breaking Bad 1x2', (seconds) => seconds > stalledAt - 3);
  expect(stored.progress - stalledAt).toBeLessThan(15);
});

test.each([
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
  const page = await open('https://www.netflix.com/watch/102');
  silent.clear();
  const video = page.locator('[data-uia="watch-video"] video');
  await play(video, { rate: 2, from: 500 });
  await waitForProgress(stage, 'Sherlock 1x2');
  await watched(video, 40);
  await stage.chromium.revokeHosts(netflixHosts);
  const left = await positionOf(video);
  const stored = await waitForProgress(stage, 'Sherlock 1x2', (seconds) => seconds > left - 15);
  expect(stored.progress).toBeLessThan(left + 15);
  await page.close();
});

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

/** Plays a film of which only the first part ever arrives. */
async function playPart(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('no video');
    const source = new MediaSource();
    video.muted = true;
    video.src = URL.createObjectURL(source);
    await new Promise((resolve) => {
      source.addEventListener('sourceopen', resolve, { once: true });
    });
    const buffer = source.addSourceBuffer('video/webm; codecs="vp9,opus"');
    const bytes = await (await fetch('/media/feature')).arrayBuffer();
    source.duration = 2_700;
    buffer.appendBuffer(bytes.slice(0, Math.floor(bytes.byteLength * 0.007)));
    void video.play();
  });
}

async function runningWorkers(): Promise<number> {
  return withCdp(stage.chromium.context, async (cdp) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    return targetInfos.filter(
      ({ type, url }) => type === 'service_worker' && url.startsWith('chrome-extension://'),
    ).length;
  });
}
