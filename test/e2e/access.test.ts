import type { CDPSession, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage, tabViews } from '../support/browser/drive-extension';
import { withCdp } from '../support/browser/cdp';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { play, watched } from './sites/drive-video';
import { netflix, netflixHosts } from './sites/netflix';
import { nameOf, readProgress, waitForProgress } from './sites/read-progress';
import { htmlPage, mediaResponse } from './sites/site-page';

const show = {
  id: 1,
  title: 'Sherlock',
  seasons: [
    [
      [101, 'A Study in Pink'],
      [102, 'The Blind Banker'],
      [103, 'The Great Game'],
    ],
  ],
} as const;
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    sites: {
      'www.netflix.com': netflix(show),
      'unknown.example.test': (request) =>
        new URL(request.url).pathname === '/'
          ? htmlPage('<title>Sherlock</title><video></video><iframe src="/frame"></iframe>')
          : mediaResponse(request),
    },
    grant: netflixHosts,
  });
});
afterAll(() => stage.close());

test('a page without a connector gets no script and does not start the worker', async () => {
  await workerRests();
  const page = await stage.chromium.context.newPage();
  const seen = await collectScripts(page);
  await page.goto('https://unknown.example.test/');
  await play(page.locator('video'));
  await watched(page.locator('video'), 40);
  expect(seen.worlds()).toEqual([]);
  expect(seen.scripts()).toEqual([]);
  expect(await runningWorkers()).toBe(0);
  await page.close();
  expect((await tabViews(stage.chromium)).filter(({ host }) => host === 'unknown.example.test')).toEqual([]);
});

/** Stops the worker until nothing starts it again: alarms of its first start do for some seconds. */
async function workerRests(): Promise<void> {
  await waitFor(
    'the worker to rest',
    async () => {
      if ((await runningWorkers()) === 0) return true;
      await stage.chromium.stopWorker();
      return false;
    },
    { every: 5_000 },
  );
}

test('a page of a granted site gets the script and starts the worker', async () => {
  const page = await stage.chromium.context.newPage();
  const seen = await collectScripts(page);
  await page.goto('https://www.netflix.com/watch/101');
  await waitFor('the world of the extension in the page', () => seen.worlds().length === 1);
  await waitFor('the content script', () => seen.scripts().some((url) => url.endsWith('/content.js')));
  await waitFor('the worker', async () => (await runningWorkers()) === 1);
  await page.close();
});

test('turning a site off stops the reports of an open page, and turning it on resumes them', async () => {
  const { page, video } = await open(101);
  await play(video);
  await waitForProgress(stage, 'Sherlock 1x1');
  await sendMessage(stage.chromium, 'sites.set', { siteId: 'netflix', enabled: false });
  await waitFor('the site to be off', async () =>
    (await tabViews(stage.chromium)).some(({ status }) => status.kind === 'site-off'),
  );
  await waitFor(
    'its last place to be sent',
    async () => (await sendMessage(stage.chromium, 'outbox.list', {})).length === 0,
  );
  const [before] = await readProgress(stage);
  await watched(video, 60);
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
  expect(await readProgress(stage)).toEqual([before]);
  const bubble = await stage.chromium.openBubble(page);
  await bubble.waitForText('turned off');
  await bubble.close();

  await sendMessage(stage.chromium, 'sites.set', { siteId: 'netflix', enabled: true });
  await play(video, { from: 600 });
  await waitForProgress(stage, 'Sherlock 1x1', (seconds) => seconds > 600);
  await page.close();
});

test('access that is revoked and granted again takes effect in the open page without a reload', async () => {
  const { page, video } = await open(102);
  await play(video, { rate: 4 });
  await waitForProgress(stage, 'Sherlock 1x2');
  await stage.chromium.revokeHosts(netflixHosts);
  await waitFor('the access to be missed', async () =>
    (await tabViews(stage.chromium)).some(({ status }) => status.kind === 'no-access'),
  );
  await watched(video, 20);
  const before = (await readProgress(stage)).find((record) => nameOf(record) === 'Sherlock 1x2');
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
  const unseen = await stage.chromium.context.newPage();
  const seen = await collectScripts(unseen);
  await unseen.goto('https://www.netflix.com/watch/103');
  expect(seen.scripts()).toEqual([]);
  await unseen.close();

  await stage.chromium.grantHosts(netflixHosts);
  await play(video, { from: 900 });
  await waitForProgress(stage, 'Sherlock 1x2', (seconds) => seconds > 900);
  expect(before?.progress).toBeLessThan(900);
  expect(stage.sites.requests.filter((request) => request.endsWith('/watch/102'))).toHaveLength(1);
  await page.close();
});

async function open(id: number): Promise<{ page: Page; video: Locator }> {
  const page = await stage.chromium.context.newPage();
  await page.goto(`https://www.netflix.com/watch/${id}`);
  return { page, video: page.locator('[data-uia="watch-video"] video') };
}

/** Collects the isolated worlds and scripts of the extension in a page. Call it before the page loads. */
async function collectScripts(page: Page): Promise<{ worlds: () => string[]; scripts: () => string[] }> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const base = `chrome-extension://${stage.chromium.extensionId}`;
  const worlds: string[] = [];
  const scripts: string[] = [];
  cdp.on(
    'Runtime.executionContextCreated',
    ({ context: { origin } }) => void (origin.startsWith(base) && worlds.push(origin)),
  );
  cdp.on('Debugger.scriptParsed', ({ url }) => void (url.startsWith(base) && scripts.push(url)));
  await cdp.send('Runtime.enable');
  await cdp.send('Debugger.enable');
  return { worlds: () => worlds, scripts: () => scripts };
}

async function runningWorkers(): Promise<number> {
  return withCdp(stage.chromium.context, async (cdp) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    return targetInfos.filter(
      ({ type, url }) => type === 'service_worker' && url.startsWith('chrome-extension://'),
    ).length;
  });
}
