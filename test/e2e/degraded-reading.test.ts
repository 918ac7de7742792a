import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tabViews } from '../support/browser/drive-extension';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { channel4, channel4Hosts } from './sites/channel-4';
import { play, watchMost } from './sites/drive-video';
import { waitForHistory, waitForProgress } from './sites/read-progress';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ sites: { 'www.channel4.com': channel4('Breaking Bad') }, grant: channel4Hosts });
});
afterAll(() => stage.close());

test('a page that its connector cannot read is recorded from its structured data as degraded', async () => {
  const { page, scripts } = await open('redesigned-2');
  expect(scripts()).toEqual(['/content.js']);
  const video = page.locator('video');
  await play(video);
  await waitForProgress(stage, 'Breaking Bad 1x2');
  expect((await tabViews(stage.chromium)).find(({ siteId }) => siteId === 'channel4')).toMatchObject({
    degraded: true,
    item: { seriesTitle: 'Breaking Bad', episodeNumber: 2 },
  });
  expect(scripts()).toEqual(['/content.js', '/generic.js']);
  await watchMost(video);
  await waitForHistory(stage, 'Breaking Bad 1x2');
  await page.close();
});

test('a page that its connector reads does not get the script of the generic reader', async () => {
  const { page, scripts } = await open('known-3');
  await play(page.locator('video'));
  await waitForProgress(stage, 'Breaking Bad 1x3');
  expect(scripts()).toEqual(['/content.js']);
  await page.close();
});

/** Opens a page. `scripts` collects the scripts of the extension that run in it. */
async function open(id: string): Promise<{ readonly page: Page; readonly scripts: () => string[] }> {
  const page = await stage.chromium.context.newPage();
  const seen: string[] = [];
  const cdp = await stage.chromium.context.newCDPSession(page);
  cdp.on(
    'Debugger.scriptParsed',
    ({ url }) => url.startsWith('chrome-extension://') && seen.push(new URL(url).pathname),
  );
  await cdp.send('Debugger.enable');
  await page.goto(`https://www.channel4.com/programmes/breaking-bad/on-demand/${id}`);
  await waitFor('the script that watches', () => seen.length > 0);
  return { page, scripts: () => seen };
}
