import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tabViews } from '../support/browser/drive-extension';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { disneyHosts, disneyPlus } from './sites/disney-plus';
import { play, seek, watched, watchMost } from './sites/drive-video';
import { netflix, netflixHosts } from './sites/netflix';
import { nameOf, readProgress, waitForHistory, waitForProgress } from './sites/read-progress';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { youtube, youtubeHosts } from './sites/youtube';

const saul = {
  id: 80021955,
  title: 'Better Call Saul',
  seasons: [
    [
      [901, 'Uno'],
      [902, 'Mijo'],
      [903, 'Nacho'],
    ],
  ],
} as const;
const chernobyl = {
  id: 1,
  title: 'Chernobyl',
  hiddenEpisodeNumbers: true,
  seasons: [[[911, 'Open Wide, O Earth']]],
} as const;
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    catalogue: createBuiltInCatalogue(),
    sites: {
      'www.netflix.com': netflix(saul, chernobyl),
      'www.disneyplus.com': disneyPlus({
        series: 'The Simpsons',
        subtitle: 'S1:E2 Bart the Genius',
        next: 'S1:E3 Homer’s Odyssey',
        seconds: 1320,
      }),
      'www.youtube.com': youtube({
        aBcDeFgHi_1: { title: 'Sherlock Jr.', channel: 'YouTube Movies' },
        aBcDeFgHi_2: { title: 'The Cabinet of Dr. Caligari', channel: 'Some Channel' },
      }),
    },
    grant: [...netflixHosts, ...disneyHosts, ...youtubeHosts],
  });
});
afterAll(() => stage.close());

test.concurrent(
  'Netflix: an advertisement is not recorded, and after autoplay the id of the player wins over the address',
  { timeout: 300_000 },
  async () => {
    const page = await open('https://www.netflix.com/watch/901?trackId=1');
    const video = page.locator('[data-uia="watch-video"] video');
    await page.evaluate('showAd(true)');
    await play(video, { source: '/media/ad', rate: 8 });
    await waitFor('the advertisement to be recognised', async () =>
      (await tabViews(stage.chromium)).some(
        ({ status }) => status.kind === 'skipped' && status.reason === 'ad',
      ),
    );
    await page.evaluate('showAd(false)');
    await play(video, { source: '/media/901' });
    await watchMost(video);
    await waitForHistory(stage, 'Better Call Saul 1x1');

    await page.evaluate('goOn(902)');
    await play(video, { source: '/media/902', rate: 4 });
    const next = await waitForProgress(stage, 'Better Call Saul 1x2');
    expect(new URL(page.url()).pathname).toBe('/watch/901');
    expect(next).toMatchObject({ watched: false });
    expect(next.progress).toBeLessThan(120);
    await page.close();
    expect((await readHistory(stage)).map(nameOf)).not.toContain('Better Call Saul 1x2');
  },
);

test.concurrent(
  'Netflix: a collection that hides its numbers is matched by the title of the episode',
  { timeout: 300_000 },
  async () => {
    const page = await open('https://www.netflix.com/watch/911');
    await play(page.locator('[data-uia="watch-video"] video'));
    // The page counts it as episode 1 of its season; in the series it is episode 3.
    await waitForProgress(stage, 'Chernobyl 1x3');
    await page.close();
  },
);

test.concurrent(
  'Disney+: the position comes from the player in the page world, also after a change of its window',
  { timeout: 300_000 },
  async () => {
    const page = await open('https://www.disneyplus.com/de-de/play/5b1c2a9e-0f1e-4a7b-9c3d-1234567890ab');
    const video = page.locator('video.hive-video');
    await page.evaluate('openWindow(300, 16)');
    const { duration, progress } = await waitForProgress(stage, 'The Simpsons 1x2');
    expect(await video.evaluate((element) => (element as HTMLVideoElement).duration)).toBe(Infinity);
    expect(duration).toBe(1320);
    expect(progress).toBeGreaterThan(300);
    await page.evaluate('hideControls()');
    await watched(video, 120);
    await page.evaluate('openWindow(1195, 2)');
    const entry = await waitForHistory(stage, 'The Simpsons 1x2');
    expect(entry.progress).toBeGreaterThanOrEqual(1188);
    expect(entry.progress).toBeLessThanOrEqual(1320);
    await page.close();
    expect((await readProgress(stage)).map(nameOf)).not.toContain('The Simpsons 1x3');
  },
);

test.concurrent(
  'YouTube: a film is recorded, an ordinary video of the same length is not',
  { timeout: 300_000 },
  async () => {
    const ordinary = await open('https://www.youtube.com/watch?v=aBcDeFgHi_2');
    await play(ordinary.locator('#movie_player video'));
    const page = await open('https://www.youtube.com/watch?v=aBcDeFgHi_1&t=60s');
    const video = page.locator('#movie_player video');
    await play(video);
    await watchMost(video);
    const entry = await waitForHistory(stage, 'Sherlock Jr.');
    expect(entry.media).toMatchObject({ type: 'movie', tmdbId: 992 });
    await seek(ordinary.locator('#movie_player video'), 2600);
    expect(
      await ordinary
        .locator('#movie_player video')
        .evaluate((element) => (element as HTMLVideoElement).currentTime),
    ).toBeGreaterThan(2599);
    await ordinary.close();
    await page.close();
    expect((await readProgress(stage)).map(nameOf)).not.toContain('The Cabinet of Dr. Caligari');
  },
);

async function open(url: string): Promise<Page> {
  const page = await stage.chromium.context.newPage();
  await page.goto(url);
  return page;
}
