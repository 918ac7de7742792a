import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/start-service';
import { buildExtension } from '../../scripts/build/build-extension';
import { withCdp } from '../support/browser/cdp';
import { readStorage, sendMessage, signIn, tabViews } from '../support/browser/drive-extension';
import { FEATURE_DURATION } from '../support/film/film';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { readHistory } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { play, seek, watched, watchMost } from './sites/drive-video';
import { netflix, netflixHosts } from './sites/netflix';
import { nameOf, waitForHistory, waitForProgress } from './sites/read-progress';
import { startCinemaService } from '../support/server/start-cinema-service';

const show = {
  id: 80057281,
  title: 'Stranger Things',
  seasons: [
    [
      [801, 'Chapter One'],
      [802, 'Chapter Two'],
      [803, 'Chapter Three'],
      [804, 'Chapter Four'],
    ],
  ],
} as const;
const closers: (() => Promise<unknown>)[] = [];
let data: string;
let profile: string;
let tracker: { service: RunningService; readKey: string };
let sites: SiteServer;
let chromium: Chromium;
let isAway = false;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'matinee-data-'));
  profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
  closers.push(
    () => rm(data, { recursive: true, force: true }),
    () => rm(profile, { recursive: true, force: true, maxRetries: 5 }),
  );
  const service = await startCinemaService({ dataDir: data });
  tracker = { service, readKey: await service.createKey('pk') };
  sites = await startSiteServer({ 'www.netflix.com': netflix(show) });
  closers.push(
    () => tracker.service.close(),
    () => sites.close(),
    () => chromium.close(),
  );
  chromium = await launchChromium({ sites, profile });
  await chromium.grantHosts(netflixHosts);
  await signIn(chromium, service);
});
// A test that failed while the tracker was stopped must not make the others fail.
beforeEach(async () => {
  if (isAway) await startServiceAgain();
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

test('an episode is recorded in full although the worker is stopped three times', async () => {
  const { page, video } = await open(801);
  await play(video);
  await waitForProgress(tracker, 'Stranger Things 1x1');
  await chromium.stopWorker();
  await watched(video, 40);
  await chromium.stopWorker();
  await watched(video, 40);
  await chromium.stopWorker();
  await seek(video, FEATURE_DURATION * 0.92);
  await waitForHistory(tracker, 'Stranger Things 1x1');
  await page.close();
});

test('the popup says that the tracker is unreachable, and the update is sent when it is back', async () => {
  const { page, video } = await open(802);
  await play(video);
  await waitForProgress(tracker, 'Stranger Things 1x2');
  await watched(video, 40);
  await stopService();
  await seek(video, FEATURE_DURATION * 0.92);
  const bubble = await chromium.openBubble(page);
  expect(await bubble.waitForText('Can’t reach your tracker. Saved here; trying again.')).toContain(
    'Stranger Things',
  );
  await bubble.close();
  await page.close();
  await startServiceAgain();
  expect((await readHistory(tracker)).map(nameOf)).not.toContain('Stranger Things 1x2');
  await waitForHistory(tracker, 'Stranger Things 1x2');
});

test('an open page is recorded without a reload after the extension is updated', async () => {
  const { page, video } = await open(803);
  await play(video, { rate: 8 });
  await waitForProgress(tracker, 'Stranger Things 1x3');
  await installAgain();
  await waitFor('the page to be followed again', async () =>
    (await tabViews(chromium)).some(
      ({ item, sessionId }) => item?.episodeNumber === 3 && sessionId !== undefined,
    ),
  );
  await play(video, { from: 400 });
  await watchMost(video);
  await waitForHistory(tracker, 'Stranger Things 1x3');
  expect(sites.requests.filter((request) => request.endsWith('/watch/803'))).toHaveLength(1);
  await page.close();
});

test('an update that is queued when the browser closes is sent after the next start', async () => {
  const { video } = await open(804);
  await play(video);
  await waitForProgress(tracker, 'Stranger Things 1x4');
  await watched(video, 40);
  await stopService();
  await seek(video, FEATURE_DURATION * 0.92);
  await waitFor('the update to wait', async () =>
    (await sendMessage(chromium, 'outbox.list', {})).some(
      ({ watched: crossing, attempts }) => crossing && attempts > 0,
    ),
  );
  await chromium.close();

  await startServiceAgain();
  chromium = await launchChromium({ sites, profile });
  await waitForHistory(tracker, 'Stranger Things 1x4');
  expect(await readStorage(chromium, 'local', 'account')).toMatchObject({ state: 'signed-in' });
});

async function open(id: number): Promise<{ page: Page; video: Locator }> {
  const page = await chromium.context.newPage();
  await page.goto(`https://www.netflix.com/watch/${id}`);
  return { page, video: page.locator('[data-uia="watch-video"] video') };
}

async function stopService(): Promise<void> {
  isAway = true;
  await tracker.service.close();
}

/** Starts the service again with the same database and address, as after a crash or an update. */
async function startServiceAgain(): Promise<void> {
  tracker.service = await startCinemaService({
    dataDir: data,
    port: Number(new URL(tracker.service.url).port),
  });
  isAway = false;
}

/**
 * Installs the extension again from the same folder, as an update does: a new worker, an empty
 * `storage.session`, and scripts in open pages without a valid context.
 */
async function installAgain(): Promise<void> {
  const path = await buildExtension({ browser: 'chrome' });
  await withCdp(chromium.context, (cdp) => cdp.send('Extensions.loadUnpacked' as never, { path } as never));
}
