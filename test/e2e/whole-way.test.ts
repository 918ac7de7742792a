import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStorage, sendMessage, signIn, tabViews } from '../support/browser/drive-extension';
import { FEATURE_DURATION } from '../support/film/film';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { pause, play, positionOf, seek, watched, watchMost } from './sites/drive-video';
import { netflix, netflixHosts } from './sites/netflix';
import { nameOf, readProgress, waitForHistory, waitForProgress } from './sites/read-progress';

const show = {
  id: 70143836,
  title: 'Breaking Bad',
  seasons: [
    [
      [701, 'Pilot'],
      [702, "Cat's in the Bag..."],
      [703, "...And the Bag's in the River"],
      [704, 'Cancer Man'],
      [705, 'Gray Matter'],
    ],
  ],
} as const;
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ sites: { 'www.netflix.com': netflix(show) }, grant: netflixHosts });
});
afterAll(() => stage.close());

test('an episode that plays under a real host name is in the history once, with its numbers', async () => {
  const { page, video } = await open(701);
  await play(video);
  await watchMost(video);
  const entry = await waitForHistory(stage, 'Breaking Bad 1x1');
  expect(entry).toMatchObject({
    watched: true,
    duration: FEATURE_DURATION,
    media: { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 1 },
  });
  expect(entry.progress / entry.duration).toBeGreaterThan(0.9);
  await seek(video, FEATURE_DURATION - 8);
  await video.evaluate((element) => new Promise((resolve) => element.addEventListener('ended', resolve)));

  const bubble = await stage.chromium.openBubble(page);
  const shown = await bubble.waitForText('Added');
  expect(shown).toContain('Breaking Bad');
  await bubble.close();
  await page.close();
  expect((await readHistory(stage)).map(nameOf)).toEqual(['Breaking Bad 1x1']);
});

test.concurrent('pausing, seeking and leaving each store the exact position', async () => {
  const { page, video } = await open(702);
  await play(video);
  await waitForProgress(stage, 'Breaking Bad 1x2');
  await pause(video);
  const paused = await positionOf(video);
  expect(
    (await waitForProgress(stage, 'Breaking Bad 1x2', (seconds) => seconds === Math.floor(paused))).watched,
  ).toBe(false);

  await seek(video, 1500);
  await waitForProgress(stage, 'Breaking Bad 1x2', (seconds) => seconds === 1500);

  await video.evaluate((element) => (element as HTMLVideoElement).play());
  await watched(video, 40);
  const left = await positionOf(video);
  await page.goto('about:blank');
  const { progress } = await waitForProgress(
    stage,
    'Breaking Bad 1x2',
    (seconds) => seconds >= Math.floor(left),
  );
  // Tolerance for what plays while the page unloads, at a rate of 16.
  expect(progress).toBeLessThan(left + 60);
  await page.close();
});

test.concurrent('a tab that is closed during playback stores its position', async () => {
  const { page, video } = await open(703);
  await play(video);
  await waitForProgress(stage, 'Breaking Bad 1x3');
  await watched(video, 40);
  const left = await positionOf(video);
  await page.close();
  await waitForProgress(stage, 'Breaking Bad 1x3', (seconds) => seconds >= Math.floor(left));
  expect((await readHistory(stage)).map(nameOf)).not.toContain('Breaking Bad 1x3');
});

test.concurrent('two tabs with the same episode are one session', async () => {
  const first = await open(704);
  await play(first.video);
  await waitForProgress(stage, 'Breaking Bad 1x4');
  const second = await open(704);
  await play(second.video, { from: 1000, rate: 1 });
  const skipped = await waitFor('the status of the second tab', async () =>
    (await tabViews(stage.chromium)).find(
      ({ status }) => status.kind === 'skipped' && status.reason === 'other-tab',
    ),
  );
  expect(skipped.item).toMatchObject({ episodeNumber: 4 });
  await watchMost(first.video);
  await waitForHistory(stage, 'Breaking Bad 1x4');
  expect((await readProgress(stage)).filter((record) => nameOf(record) === 'Breaking Bad 1x4')).toHaveLength(
    1,
  );
  expect((await readHistory(stage)).filter((entry) => nameOf(entry) === 'Breaking Bad 1x4')).toHaveLength(1);
  await first.page.close();
  await second.page.close();
});

test('what is watched while signed out is queued, the popup says so, and the sign-in sends it', async () => {
  await sendMessage(stage.chromium, 'account.sign-out', {});
  const { page, video } = await open(705);
  await play(video);
  await watchMost(video);
  await waitFor(
    'the update in the outbox',
    async () =>
      ((await readStorage(stage.chromium, 'local', 'outbox-counts')) as { waiting?: number } | undefined)
        ?.waiting === 1,
  );
  const bubble = await stage.chromium.openBubble(page);
  expect(await bubble.waitForText('Sign in')).toContain('Breaking Bad');
  await bubble.close();
  expect((await readHistory(stage)).map(nameOf)).not.toContain('Breaking Bad 1x5');

  await signIn(stage.chromium, stage.service);
  await waitForHistory(stage, 'Breaking Bad 1x5');
  await page.close();
});

async function open(id: number): Promise<{ page: Page; video: Locator }> {
  const page = await stage.chromium.context.newPage();
  await page.goto(`https://www.netflix.com/watch/${id}`);
  return { page, video: page.locator('[data-uia="watch-video"] video') };
}
