import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage, tabViews } from '../support/browser/drive-extension';
import { withCdp } from '../support/browser/cdp';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { cinemaHosts, drivenCinema } from './sites/driven-cinema';
import { play, positionOf, watched } from './sites/drive-video';
import { waitForProgress } from './sites/read-progress';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { htmlPage } from './sites/site-page';

/** How a page ends in a browser as people use it: it is left for another site, or closed while it waits. */
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    catalogue: createBuiltInCatalogue(),
    sites: {
      'elsewhere.example.test': () => htmlPage('<title>Elsewhere</title><a href="/">here</a>'),
      'cinema.matinee.test': drivenCinema,
    },
    grant: cinemaHosts,
    withoutArgs: ['--disable-back-forward-cache'],
  });
});
afterAll(() => stage.close());

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
  await waitFor('the tab to be forgotten', async () =>
    (await tabViews(stage.chromium)).every(({ host }) => host !== 'cinema.matinee.test'),
  );
  // Nothing plays any more, so pages that load do not start the worker.
  await stage.chromium.stopWorker();
  await page.goto('https://elsewhere.example.test/?again');
  await page.goto('https://elsewhere.example.test/?and-again');
  expect(await runningWorkers()).toBe(0);
  await page.close();
});

test('a page that is left for another site says itself where, to a worker that runs', async () => {
  await sendMessage(stage.chromium, 'settings.set', { logLevel: 'debug' });
  const page = await open('https://cinema.matinee.test/cinema/series/breaking-bad/four');
  await page.evaluate((text) => document.querySelector('.subtitle')?.replaceChildren(text), 'S1:E4 Cancer');
  const video = page.locator('video');
  await play(video, { rate: 1, from: 300 });
  await waitForProgress(stage, 'Breaking Bad 1x4');
  const [before] = await sendMessage(stage.chromium, 'log.list', { limit: 1 });
  await page.goto('https://elsewhere.example.test/');
  // Chromium states another number of its frame then, and the address of the next page.
  await waitFor('the last report of the page', async () => {
    const log = await sendMessage(stage.chromium, 'log.list', { limit: 20 });
    return log.some(
      ({ at, event, detail }) => at > (before?.at ?? 0) && `${event} ${detail}` === 'report leave leaving',
    );
  });
  await page.close();
});

test('a page that cannot be loaded again shows nothing and plays nothing', async () => {
  const page = await open('https://cinema.matinee.test/cinema/series/breaking-bad/five');
  await page.evaluate(
    (text) => document.querySelector('.subtitle')?.replaceChildren(text),
    'S1:E5 Gray Matter',
  );
  const video = page.locator('video');
  await play(video, { rate: 1, from: 300 });
  await waitForProgress(stage, 'Breaking Bad 1x5');
  const left = await positionOf(video);
  await stage.chromium.context.setOffline(true);
  await page.reload().catch(() => undefined);
  await waitFor('the tab to show nothing of the page', async () =>
    (await tabViews(stage.chromium)).every(({ host }) => host !== 'cinema.matinee.test'),
  );
  await page.close();
  await stage.chromium.context.setOffline(false);
  const told = await waitForProgress(stage, 'Breaking Bad 1x5', (seconds) => seconds > left - 3);
  expect(told.progress).toBeLessThan(left + 5);
});

test('a page that cannot be loaded again is not shown, though nothing of it had been recorded yet', async () => {
  const page = await open('https://cinema.matinee.test/cinema/series/breaking-bad/six');
  const shown = async () =>
    (await tabViews(stage.chromium)).some(({ host }) => host === 'cinema.matinee.test');
  await waitFor('the page to be shown', shown);
  // A page states its end once it has said anything.
  await play(page.locator('video'), { rate: 1, from: 300 });
  await stage.chromium.context.setOffline(true);
  await page.reload().catch(() => undefined);
  await waitFor('the tab to show nothing of the page', async () => !(await shown()));
  await stage.chromium.context.setOffline(false);
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
  await waitFor('25 s of waiting', () => performance.now() - begun > 25_000);
  await stage.chromium.stopWorker();
  await page.close();
  const stored = await waitForProgress(stage, 'Breaking Bad 1x2', (seconds) => seconds > stalledAt - 3);
  expect(stored.progress - stalledAt).toBeLessThan(15);
});

async function open(url: string): Promise<Page> {
  const page = await stage.chromium.context.newPage();
  await page.goto(url);
  return page;
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
