import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage, tabViews } from '../support/browser/drive-extension';
import { FEATURE_DURATION } from '../support/film/film';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { crunchyroll, crunchyrollHosts } from './sites/crunchyroll';
import { pause, play, positionOf, seek, watched, watchMost } from './sites/drive-video';
import { jellyfin } from './sites/jellyfin';
import { nameOf, readProgress, waitForHistory, waitForProgress } from './sites/read-progress';

const chernobyl = {
  series: 'Chernobyl',
  tmdb: 87108,
  episodes: [
    { id: '0123456789abcdef0123456789abcdef', season: 1, episode: 2, name: 'Please Remain Calm' },
    { id: '0123456789abcdef0123456789abcde0', season: 1, episode: 3, name: 'Open Wide, O Earth' },
  ],
} as const;
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    sites: {
      ...crunchyroll({
        id: 'GABCDEF12',
        series: 'Attack on Titan',
        season: 1,
        episode: 2,
        title: 'That Day: The Fall of Shiganshina, Part 2',
      }),
      'media.home.example': jellyfin(chernobyl),
      'other.home.example': jellyfin({ ...chernobyl, product: 'Photo album' }),
    },
    grant: [...crunchyrollHosts, 'https://media.home.example/*', 'https://other.home.example/*'],
  });
});
afterAll(() => stage.close());

test.concurrent(
  'Crunchyroll: the title of the page and the player in a frame of another host are one session',
  { timeout: 300_000 },
  async () => {
    const page = await open('https://www.crunchyroll.com/watch/GABCDEF12');
    const video = page.frameLocator('#player').locator('#player0');
    await play(video);
    await waitForProgress(stage, 'Attack on Titan 1x2');
    await watched(video, 60);
    await pause(video);
    const paused = Math.floor(await positionOf(video));
    await waitForProgress(stage, 'Attack on Titan 1x2', (seconds) => seconds === paused);
    await video.evaluate((element) => (element as HTMLVideoElement).play());
    await seek(video, FEATURE_DURATION * 0.895);
    const entry = await waitForHistory(stage, 'Attack on Titan 1x2');
    // The promotion in the other frame lasts 60 s.
    expect(entry.duration).toBe(FEATURE_DURATION);
    expect(stage.sites.requests).toContain('GET https://promotions.example.test/media/ad');
    await page.close();
  },
);

test.concurrent(
  'Jellyfin: titles come from the server on the host that the user entered, also without navigation',
  { timeout: 300_000 },
  async () => {
    const url = 'https://media.home.example/jellyfin/web/#/video';
    const page = await open(url);
    const video = page.locator('video.htmlvideoplayer');
    const [second, third] = chernobyl.episodes;
    await page.evaluate(`askPlayback('${second.id}')`);
    await play(video);
    // The host is entered while the page plays; no reload is needed.
    await sendMessage(stage.chromium, 'sites.set', {
      siteId: 'jellyfin',
      hosts: ['https://media.home.example/*', 'https://other.home.example/*'],
    });
    await waitForProgress(stage, 'Chernobyl 1x2');
    await watchMost(video);
    const entry = await waitForHistory(stage, 'Chernobyl 1x2');
    expect(entry.media).toMatchObject({ tvShowId: 87108, seasonNumber: 1, episodeNumber: 2 });

    await page.evaluate(`askPlayback('${third.id}')`);
    await play(video, { source: '/media/3', rate: 8 });
    const next = await waitForProgress(stage, 'Chernobyl 1x3');
    expect(next.progress).toBeLessThan(FEATURE_DURATION / 4);
    expect(page.url()).toBe(url);
    await page.close();
  },
);

test.concurrent(
  'a host that was entered for Jellyfin and shows another product is not read',
  { timeout: 300_000 },
  async () => {
    const page = await open('https://other.home.example/jellyfin/web/#/video');
    await play(page.locator('video.htmlvideoplayer'), { rate: 4 });
    const title = page.locator('h3.pageTitle');
    await title.evaluate(
      (element) => (element.textContent = 'Chernobyl - S1:E4 - The Happiness of All Mankind'),
    );
    await waitFor('the page to be known', async () =>
      (await tabViews(stage.chromium)).some(
        ({ host, siteId }) => host === 'other.home.example' && siteId === 'jellyfin',
      ),
    );
    await watched(page.locator('video.htmlvideoplayer'), 60);
    const view = (await tabViews(stage.chromium)).find(({ host }) => host === 'other.home.example');
    expect(view?.item).toBeUndefined();
    await page.close();
    expect((await readProgress(stage)).map(nameOf)).not.toContain('Chernobyl 1x4');
  },
);

async function open(url: string): Promise<Page> {
  const page = await stage.chromium.context.newPage();
  await page.goto(url);
  return page;
}
