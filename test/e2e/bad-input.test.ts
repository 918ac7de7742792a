import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage, tabViews } from '../support/browser/drive-extension';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { disneyHosts, disneyPlus } from './sites/disney-plus';
import { play, watched } from './sites/drive-video';
import { nameOf, readProgress, waitForProgress } from './sites/read-progress';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { htmlPage, inScript, mediaResponse } from './sites/site-page';

const hosts = ['https://www.crunchyroll.com/*', ...disneyHosts];
const markup =
  '"><img src=x onerror="document.title=1"><script>document.title=1</script>\u202eEvil\u0000\u0007\u200b';
let stage: Stage;

beforeAll(async () => {
  stage = await startStage({
    catalogue: createBuiltInCatalogue(),
    sites: {
      'www.crunchyroll.com': hostileSite,
      'www.disneyplus.com': disneyPlus({
        series: 'The Simpsons',
        subtitle: 'S1:E2 Bart the Genius',
        next: '',
        seconds: 1320,
      }),
    },
    grant: hosts,
  });
});
afterAll(() => stage.close());

test('a title of markup, control characters and a megabyte is shown as truncated text', async () => {
  const page = await open('/watch/GHOSTILE01');
  await play(page.locator('video'));
  const view = await viewOf('GHOSTILE01', ({ item }) => item?.seriesTitle !== undefined);
  expect(view.item?.seriesTitle?.length).toBeLessThanOrEqual(500);
  expect(view.item?.seriesTitle).toContain('<img src=x onerror=');
  expect(JSON.stringify(view.item)).not.toMatch(/\\u0000|\\u0007|\u202e|\u200b/);

  const popup = await stage.chromium.openPage(`src/popup/index.html?tab=${view.tabId}`);
  await popup.getByRole('heading', { name: /<img src=x onerror=/ }).waitFor();
  expect(await popup.locator('img[src="x"], h2 script').count()).toBe(0);
  expect(await popup.title()).not.toBe('1');
  expect(
    await popup.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
  ).toBe(true);
  expect(
    await popup
      .locator('h2')
      .first()
      .evaluate((heading) => heading.getBoundingClientRect().height),
  ).toBeLessThan(200);
  await popup.close();
  // The tracker does not know the title, so it has no match.
  await viewOf('GHOSTILE01', ({ status }) => status.kind === 'unmatched');
  expect(await readProgress(stage)).toEqual([]);
  await page.close();
});

test('structured data of wrong shapes gives no title and no error', async () => {
  const page = await open('/watch/GSHAPES001');
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await play(page.locator('video'));
  await viewOf('GSHAPES001', ({ status }) => status.kind === 'unreadable');
  expect(errors).toEqual([]);
  await page.close();
});

test('a page that falsifies its clock and its player cannot add to the history', async () => {
  const page = await open('/watch/GCLOCKS001');
  const video = page.locator('video');
  // Runs in the page world; the content script has its own clock and its own prototypes.
  await page.evaluate(() => {
    Date.now = () => 4;
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      get: () => Number.NaN,
      set: () => {},
      configurable: true,
    });
    Object.defineProperty(HTMLMediaElement.prototype, 'duration', { get: () => -1, configurable: true });
  });
  await video.evaluate(async (element) => {
    const player = element as HTMLVideoElement;
    player.src = '/media/1';
    player.defaultPlaybackRate = 16;
    await player.play();
  });
  await page.evaluate(() => {
    for (let count = 0; count < 500; count += 1)
      document
        .querySelector('video')
        ?.dispatchEvent(new Event(['play', 'seeked', 'ended', 'durationchange'][count % 4] ?? 'play'));
  });
  const record = await waitForProgress(stage, 'Breaking Bad 1x1');
  expect(record.duration).toBe(2700);
  expect(record.progress).toBeLessThan(600);
  expect(await readHistory(stage)).toEqual([]);
  await page.close();
});

test('a position of the page world that is invalid or jumps to the end is not used', async () => {
  const page = await open('/de-de/play/5b1c2a9e-0f1e-4a7b-9c3d-1234567890ab', 'www.disneyplus.com');
  await page.evaluate(`
    const claims = [1310000, 'soon', -5, 1e300, { valueOf: () => 7 }];
    let asked = 0;
    Object.defineProperty(host.mediaPlayer.timeline, 'info', {
      get: () => ({ programDurationMs: 1320000, playheadPositionMs: claims[asked++ % claims.length] }),
    });
  `);
  await page.evaluate('openWindow(0, 2)');
  await waitFor('the player to be seen', async () =>
    (await tabViews(stage.chromium)).some(
      ({ siteId, sessionId }) => siteId === 'disneyplus' && sessionId !== undefined,
    ),
  );
  await watched(page.locator('video.hive-video'), 10);
  expect((await readHistory(stage)).map(nameOf)).not.toContain('The Simpsons 1x2');
  await page.close();
});

test('invalid messages are refused, and the worker continues', async () => {
  const send = (message: unknown) =>
    stage.chromium.evaluate((sent) => chrome.runtime.sendMessage(sent), message) as Promise<{
      error?: { code: string };
    }>;
  expect((await send({ name: 'no.such', input: {} })).error?.code).toBe('unknown-message');
  expect((await send({ name: 'constructor', input: {} })).error?.code).toBe('unknown-message');
  expect((await send({ name: 'report', input: {} })).error?.code).toBe('forbidden-sender');
  expect((await send({ name: 'tab.view', input: { tabId: 'one' } })).error?.code).toBe('invalid-input');
  expect((await send('nothing')).error?.code).toBe('unknown-message');
  expect((await sendMessage(stage.chromium, 'sites.list', {})).length).toBeGreaterThan(50);
});

test('a film in a private window is not recorded', async () => {
  const manage = await stage.chromium.context.newPage();
  await manage.goto('chrome://extensions/strings.m.js');
  await manage.evaluate(async (extensionId) => {
    await chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
    await chrome.developerPrivate.updateExtensionConfiguration({ extensionId, incognitoAccess: true });
  }, stage.chromium.extensionId);
  await manage.close();
  await waitFor('the extension to be allowed there', () =>
    stage.chromium.evaluate(() => chrome.extension.isAllowedIncognitoAccess(), undefined),
  );
  await stage.chromium.evaluate(
    (url) => chrome.windows.create({ incognito: true, url }),
    'https://www.crunchyroll.com/watch/GPRIVATE01?autoplay',
  );
  const view = await viewOf(
    'GPRIVATE01',
    ({ status }) => status.kind === 'skipped' && status.reason === 'private-window',
  );
  expect(view.private).toBe(true);
  const popup = await stage.chromium.openPage(`src/popup/index.html?tab=${view.tabId}`);
  await popup.getByText('Recording in private windows is turned off.').first().waitFor();
  await popup.close();
  expect((await readProgress(stage)).map(nameOf)).not.toContain('Breaking Bad 1x2');
});

async function open(path: string, host = 'www.crunchyroll.com'): Promise<Page> {
  const page = await stage.chromium.context.newPage();
  await page.goto(`https://${host}${path}`);
  return page;
}

async function viewOf(id: string, is: (view: Awaited<ReturnType<typeof tabViews>>[number]) => boolean) {
  const tabId = await stage.chromium.evaluate(
    async (part) => (await chrome.tabs.query({})).find(({ url }) => url?.includes(part))?.id,
    id,
  );
  return waitFor(`the view of ${id}`, async () =>
    (await tabViews(stage.chromium)).find(
      (view) => (tabId === undefined || view.tabId === tabId) && is(view),
    ),
  );
}

const playScript = `
  const video = document.querySelector('video');
  video.muted = true;
  video.src = '/media/1';
  void video.play();
  video.playbackRate = 16;`;

/** A page per id, whose structured data is hostile, of wrong shapes, or valid. */
function hostileSite(request: Request): Response | Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const id = /^\/watch\/(\w+)$/.exec(pathname)?.[1];
  if (id === undefined) return mediaResponse(request);
  const start = search === '' ? '' : `<script>${playScript}</script>`;
  return htmlPage(
    `<script type="application/ld+json">${inScript(dataOf(id))}</script><video></video>${start}`,
  );
}

function dataOf(id: string): unknown {
  const about = { '@type': 'TVEpisode', '@id': `https://www.crunchyroll.com/watch/${id}/slug` };
  if (id.startsWith('GHOSTILE'))
    return {
      ...about,
      name: markup,
      episodeNumber: 1,
      partOfSeason: { seasonNumber: 1 },
      partOfSeries: { name: markup + 'A'.repeat(1_000_000) },
    };
  if (id.startsWith('GSHAPES'))
    return {
      ...about,
      name: { deep: [[[]]] },
      episodeNumber: 'NaN',
      partOfSeason: [null, 7, { seasonNumber: { a: 1 } }],
      partOfSeries: [[], null, { name: [] }],
    };
  return {
    ...about,
    name: 'Pilot',
    episodeNumber: id.startsWith('GPRIVATE') ? 2 : 1,
    partOfSeason: { seasonNumber: 1 },
    partOfSeries: { name: 'Breaking Bad' },
  };
}

declare const chrome: {
  readonly runtime: { readonly sendMessage: (message: unknown) => Promise<unknown> };
  readonly tabs: { readonly query: (query: object) => Promise<{ id?: number; url?: string }[]> };
  readonly windows: { readonly create: (options: object) => Promise<unknown> };
  readonly extension: { readonly isAllowedIncognitoAccess: () => Promise<boolean> };
  readonly developerPrivate: Record<
    'updateProfileConfiguration' | 'updateExtensionConfiguration',
    (options: object) => Promise<void>
  >;
};
