import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { tabViews } from '../support/browser/drive-extension';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { bbcIplayer, bbcIplayerHosts } from './sites/bbc-iplayer';
import { channel4, channel4Hosts } from './sites/channel-4';
import { crunchyroll, crunchyrollHosts } from './sites/crunchyroll';
import { play, watchMost } from './sites/drive-video';
import { waitForHistory, waitForProgress } from './sites/read-progress';
import { youtube, youtubeHosts } from './sites/youtube';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    // The page's media are as long as episodes, which is part of the evidence.
    catalogue: createBuiltInCatalogue(),
    sites: {
      'www.channel4.com': channel4('Breaking Bad'),
      'www.bbc.co.uk': bbcIplayer('Breaking Bad'),
      'www.youtube.com': youtube({ aBcDeFgHi_1: { title: 'Sherlock Jr.', channel: 'YouTube Movies' } }),
      ...crunchyroll({
        id: 'GABCDEF12',
        series: 'Breaking Bad',
        season: 1,
        episode: 5,
        title: 'Gray Matter',
      }),
    },
    grant: [...channel4Hosts, ...bbcIplayerHosts, ...crunchyrollHosts, ...youtubeHosts],
  });
});
afterAll(() => stage.close());

test('a page that its connector cannot read is recorded from its structured data as degraded', async () => {
  const { page, scripts } = await open(channel4Page('redesigned-2'));
  expect(scripts()).toEqual(['/content.js']);
  const video = page.locator('video');
  await play(video);
  await waitForProgress(stage, 'Breaking Bad 1x2');
  expect((await tabViews(stage.chromium)).find(({ siteId }) => siteId === 'channel4')).toMatchObject({
    degraded: true,
    item: { seriesTitle: 'Breaking Bad', episodeNumber: 2 },
  });
  expect(scripts()).toEqual(['/content.js', '/reading-aid.js']);
  await watchMost(video);
  await waitForHistory(stage, 'Breaking Bad 1x2');
  await page.close();
});

test('a page that its connector reads without labels does not get the script of the generic reader', async () => {
  const { page, scripts } = await open('https://www.youtube.com/watch?v=aBcDeFgHi_1');
  await play(page.locator('#movie_player video'));
  await waitForProgress(stage, 'Sherlock Jr.');
  expect(scripts()).toContain('/content.js');
  expect(scripts()).not.toContain('/reading-aid.js');
  await page.close();
});

test('a connector that reads answers of its site is given the parts for it', async () => {
  const { page, scripts } = await open('https://www.crunchyroll.com/watch/GABCDEF12');
  await play(page.frameLocator('#player').locator('#player0'));
  await waitForProgress(stage, 'Breaking Bad 1x5');
  expect(new Set(scripts())).toEqual(new Set(['/received.js', '/content.js', '/reading-aid.js']));
  await page.close();
});

test('a page whose numbers stand in a label gets the part that reads it', async () => {
  const { page, scripts } = await open(channel4Page('known-3'));
  await play(page.locator('video'));
  await waitForProgress(stage, 'Breaking Bad 1x3');
  expect((await tabViews(stage.chromium)).find(({ siteId }) => siteId === 'channel4')).toMatchObject({
    degraded: false,
  });
  expect(scripts()).toEqual(['/content.js', '/reading-aid.js']);
  await page.close();
});

test('a connector that reads literals of inline scripts is given the part for it', async () => {
  const { page, scripts } = await open('https://www.bbc.co.uk/iplayer/episode/b00000004');
  await play(page.locator('video'));
  await waitForProgress(stage, 'Breaking Bad 1x4');
  expect(await tabViews(stage.chromium)).toContainEqual(
    expect.objectContaining({ siteId: 'bbciplayer', degraded: false }),
  );
  expect(scripts()).toEqual(['/content.js', '/reading-aid.js']);
  await page.close();
});

function channel4Page(id: string): string {
  return `https://www.channel4.com/programmes/breaking-bad/on-demand/${id}`;
}

/** A page, and the scripts of the extension that have run in it so far. */
async function open(url: string): Promise<{ readonly page: Page; readonly scripts: () => string[] }> {
  const page = await stage.chromium.context.newPage();
  const seen: string[] = [];
  const cdp = await stage.chromium.context.newCDPSession(page);
  cdp.on(
    'Debugger.scriptParsed',
    (script) => script.url.startsWith('chrome-extension://') && seen.push(new URL(script.url).pathname),
  );
  await cdp.send('Debugger.enable');
  await page.goto(url);
  await waitFor('the script that watches', () => seen.length > 0);
  return { page, scripts: () => seen };
}
