import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCinemaCatalogue } from '../demo/cinema-catalogue';
import { tabViews } from '../support/browser/drive-extension';
import { FEATURE_DURATION } from '../support/film/film';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { appleHosts, appleTv } from './sites/apple-tv';
import { play, seek, watched, watchMost } from './sites/drive-video';
import { hulu, huluHosts } from './sites/hulu';
import { primeHosts, primeVideo } from './sites/prime-video';
import { nameOf, readProgress, waitForHistory, waitForProgress } from './sites/read-progress';

const first = { id: 'umc.cmc.1krjn2t0f5ym0x4bkmmj3ppr7', title: 'Winter Is Coming', season: 1, episode: 1 };
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    catalogue: createCinemaCatalogue(['Breaking Bad']),
    sites: {
      'www.primevideo.com': primeVideo('Better Call Saul'),
      'www.hulu.com': hulu('Breaking Bad'),
      'tv.apple.com': appleTv('Game of Thrones', first),
    },
    grant: [...primeHosts, ...huluHosts, ...appleHosts],
  });
});
afterAll(() => stage.close());

test.concurrent(
  'Prime Video: the next episode at the same address and in the same element starts at position 0',
  { timeout: 300_000 },
  async () => {
    const page = await open('https://www.primevideo.com/region/eu/detail/0ABCDEFGHIJKLMNOPQRSTUVWX/');
    const video = page.locator('video#main');
    await page.evaluate("showOverlay('Season 1, Ep. 4 Hero')");
    await play(video);
    await watchMost(video);
    await waitForHistory(stage, 'Better Call Saul 1x4');
    await seek(video, FEATURE_DURATION * 0.97);

    await page.evaluate('showOverlay(undefined)');
    await play(video, { source: '/media/2', rate: 8 });
    await watched(video, 20);
    await page.evaluate("showOverlay('Season 1, Ep. 5 Alpine Shepherd Boy')");
    const next = await waitForProgress(stage, 'Better Call Saul 1x5');
    expect(next.progress).toBeLessThan(FEATURE_DURATION / 4);
    expect((await readHistory(stage)).map(nameOf)).not.toContain('Better Call Saul 1x5');
    await play(video, { source: '/media/2', from: 200 });
    await watchMost(video);
    await waitForHistory(stage, 'Better Call Saul 1x5');
    await page.close();
    expect(
      (await readProgress(stage))
        .map(nameOf)
        .filter((name) => name.startsWith('Better Call Saul'))
        .toSorted(),
    ).toEqual(['Better Call Saul 1x4', 'Better Call Saul 1x5']);
  },
);

test.concurrent(
  'Hulu: the position is that of the timeline, and the UP NEXT card is not recorded',
  { timeout: 300_000 },
  async () => {
    const page = await open('https://www.hulu.com/watch/6f5b3a1e-2d4c-4a7b-9c8d-1e2f3a4b5c6d');
    const video = page.locator('#content-video-player');
    await play(video, { rate: 8 });
    await page.evaluate('showAd(true)');
    await page.evaluate("showMetadata('S2 E2')");
    await watched(video, 30);
    await page.evaluate('showAd(false)');
    const start = await waitForProgress(stage, 'Breaking Bad 2x2');
    expect(start.duration).toBe(2820);
    expect(start.progress).toBeLessThan(
      (await video.evaluate((element) => (element as HTMLVideoElement).currentTime)) - 20,
    );
    await watched(video, 40);
    await page.evaluate("showMetadata('S2 E3', true)");
    await seek(video, 2520);
    await waitForHistory(stage, 'Breaking Bad 2x2');
    await page.close();
    expect((await readProgress(stage)).map(nameOf)).not.toContain('Breaking Bad 2x3');
  },
);

test.concurrent(
  'Apple TV+: after in-page navigation the title comes from the player, not from old page data',
  { timeout: 300_000 },
  async () => {
    const page = await open(`https://tv.apple.com/us/episode/winter-is-coming/${first.id}`);
    const video = page.locator('video#main');
    await play(video);
    await watchMost(video);
    await waitForHistory(stage, 'Game of Thrones 1x1');

    await page.evaluate(
      "history.pushState(null, '', '/us/episode/the-kingsroad/umc.cmc.5zu7gqpgpsb9mwvxwyhnkq8l4')",
    );
    await play(video, { source: '/media/2', rate: 8 });
    // JSON-LD and meta elements still describe the first episode.
    await waitFor('the page to be unreadable', async () =>
      (await tabViews(stage.chromium)).some(
        ({ siteId, status }) =>
          siteId === 'appletv' && (status.kind === 'unreadable' || status.kind === 'skipped'),
      ),
    );
    await page.evaluate("showControls('S1, E2 · The Kingsroad')");
    const next = await waitForProgress(stage, 'Game of Thrones 1x2');
    expect(next.progress).toBeLessThan(FEATURE_DURATION / 2);
    await page.evaluate('showControls(undefined)');
    await watchMost(video);
    await waitForHistory(stage, 'Game of Thrones 1x2');
    await page.close();
  },
);

async function open(url: string): Promise<Page> {
  const page = await stage.chromium.context.newPage();
  await page.goto(url);
  return page;
}
