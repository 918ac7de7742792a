import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountView } from '../../src/core/settings/account-view';
import { launchChromium } from '../support/browser/launch-chromium';
import { readStorage, sendMessage, tabViews } from '../support/browser/drive-extension';
import { startLiveService, type RunningLiveService } from '../support/live-service/start-live-service';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { LIST_ID } from '../support/live-service/live-account';
import { filmResponse } from '../support/film/film';
import { htmlPage } from './sites/site-page';
import { addressOf, anyLanguageCinema, CINEMA_HOST, type StatedWork } from './sites/any-language-cinema';

/*
 * The extension with the live service behind API v1, as its public documents describe it: nothing of what our
 * own tracker adds is there.
 */

const works = {
  film: { lang: 'en', title: 'Alien', year: 1979 },
  first: { lang: 'en', title: 'Breaking Bad', line: 'S1 E1' },
  second: { lang: 'en', title: 'Breaking Bad', line: 'S1 E2' },
  third: { lang: 'en', title: 'Breaking Bad', line: 'S1 E3' },
  absolute: { lang: 'en', title: 'Attack on Titan', line: 'E30' },
  beyond: { lang: 'en', title: 'Attack on Titan', line: 'S9 E4' },
  localised: { lang: 'pl', title: 'Obcy – ósmy pasażer Nostromo', year: 1979 },
  kept: { lang: 'en', title: 'Jaws', year: 1975 },
  expiring: { lang: 'en', title: 'Parasite', year: 2019 },
} satisfies Record<string, StatedWork>;

/** A site whose addresses name series, season and episode by ids. */
const ADDRESS_HOST = 'web.stremio.com';

function playerPage(request: Request): Response | Promise<Response> {
  if (new URL(request.url).pathname === '/feature.webm') return filmResponse(request, 'feature.webm');
  return htmlPage(`<title>Player</title><video src="/feature.webm" muted></video>
    <script>document.querySelector('video').play();</script>`);
}

let live: RunningLiveService;
let sites: SiteServer;
let browser: Awaited<ReturnType<typeof launchChromium>>;

beforeAll(async () => {
  live = await startLiveService();
  sites = await startSiteServer({
    [CINEMA_HOST]: anyLanguageCinema(works),
    [ADDRESS_HOST]: playerPage,
    'image.tmdb.org': () =>
      new Response(readFileSync('public/icons/icon-128.png'), {
        headers: { 'access-control-allow-origin': '*', 'content-type': 'image/png' },
      }),
  });
  browser = await launchChromium({ sites, locale: 'en-US' });
  await browser.grantHosts([`https://${CINEMA_HOST}/*`, `https://${ADDRESS_HOST}/*`]);
  await sendMessage(browser, 'settings.set', { baseUrl: live.baseUrl });
}, 300_000);
afterAll(async () => {
  const started = [browser, sites, live] as readonly ({ close(): Promise<void> } | undefined)[];
  for (const one of started) await one?.close();
});

async function open(name: keyof typeof works, page?: Page): Promise<Page> {
  const tab = page ?? (await browser.context.newPage());
  await tab.goto(addressOf(name, works[name]));
  return tab;
}

const account = async () => (await readStorage(browser, 'local', 'account')) as AccountView | undefined;
const sessionOf = (key: string) =>
  waitFor(`a position of ${key}`, async () => live.account.sessions.get(key));

test('a person signs in with the code that the page shows, and its QR code leads to the filled-in page', async () => {
  const page = await browser.openPage('src/options/index.html#/account');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const code = (await page.locator('.user-code').textContent()) ?? '';
  await page.locator('svg.qr').waitFor();
  expect(await page.getByRole('link', { name: 'Open' }).first().getAttribute('href')).toBe(
    `${live.url}/device?user_code=${code}`,
  );
  expect(live.sessions.decide(code, 'approved')).toBe(true);
  await waitFor('the sign-in', async () => (await account())?.state === 'signed-in');
  await page.getByText('Ana').waitFor();
  await page.close();
});

test('a film is recorded', async () => {
  const page = await open('film');
  expect(await sessionOf('movie:348')).toMatchObject({ duration: 2_700 });
  await page.close();
});

test('two episodes in one tab are recorded by the title of their series', async () => {
  const page = await open('first');
  await sessionOf(`episode:${1396 * 10_000 + 501}`);
  await open('second', page);
  await sessionOf(`episode:${1396 * 10_000 + 502}`);
  await page.close();
});

test('an anime counted through all seasons is right or held, and a season that is not there is not guessed', async () => {
  const page = await open('absolute');
  const right = `episode:${1429 * 10_000 + 2 * 500 + 5}`;
  await waitFor('a position or a question', async () => {
    const isHeld = (await tabViews(browser)).some(
      ({ status, media }) => status.kind === 'needs-review' && media?.tmdbId === 1429,
    );
    return isHeld || live.account.sessions.has(right);
  });
  await open('beyond', page);
  await waitFor('the title to be unknown', async () =>
    (await tabViews(browser)).some(
      ({ status, item }) => status.kind === 'unmatched' && item?.seasonNumber === 9,
    ),
  );
  const recorded = [...live.account.sessions.keys()].filter((key) => key.startsWith('episode:1429'));
  expect(recorded.filter((key) => key !== right)).toEqual([]);
  await page.close();
});

test('an episode is recorded by the id in the address of its page', async () => {
  const page = await browser.context.newPage();
  await page.goto(`https://${ADDRESS_HOST}/#/player/a/b/c/series/tt000001396/tt000001396:2:1`);
  await sessionOf(`episode:${1396 * 10_000 + 2 * 500 + 1}`);
  await page.close();
});

test('a localised title is not guessed; the choice of a person records it', async () => {
  live.account.sessions.delete('movie:348');
  const page = await open('localised');
  const { tabId } = await waitFor('the title to be unknown', async () =>
    (await tabViews(browser)).find(({ status }) => status.kind === 'unmatched'),
  );
  const [media] = await sendMessage(browser, 'media.search', { type: 'movie', title: 'Alien' });
  expect(media).toMatchObject({ type: 'movie', tmdbId: 348 });
  if (media === undefined) return;
  await sendMessage(browser, 'corrections.set', { of: { tabId }, scope: 'item', media });
  await sessionOf('movie:348');
  await page.close();
});

test('watched, watchlist, favorite and rating are one tap each, and each is undone by another', async () => {
  const page = await open('kept');
  await sessionOf('movie:578');
  const bubble = await browser.openBubble(page);
  const { watchlist, favorites, ratings, history } = live.account;
  const marks = [
    { at: 1, has: () => history.has('movie:578') },
    { at: 2, has: () => watchlist.has('movie:578') },
    { at: 3, has: () => favorites.has('movie:578') },
  ];
  for (const { at, has } of marks) {
    await bubble.click(`.marks .mark:nth-of-type(${at})`);
    await waitFor(`mark ${at}`, async () => has());
    await bubble.waitFor(`.marks .mark:nth-of-type(${at})[aria-pressed="true"]`);
    await bubble.click('.toast button');
    await waitFor(`the undo of mark ${at}`, async () => !has());
  }
  await bubble.waitFor('.marks .mark:nth-of-type(2)[aria-pressed="false"]');
  await bubble.click('.marks .mark:nth-of-type(2)');
  await bubble.waitFor('.marks .mark:nth-of-type(2)[aria-pressed="true"]');
  await bubble.click('.marks .stars label:nth-of-type(8)');
  await waitFor('the rating', async () => ratings.get('movie:578')?.rating === 8);
  // Until then the Undo that is shown is that of the mark.
  await bubble.waitFor('.marks .stars label:nth-of-type(8).on');
  await bubble.click('.toast button');
  await waitFor('the undo of the rating', async () => !ratings.has('movie:578'));
  await film(bubble, 'now');
  await bubble.close();
  await page.close();
});

test('where another device has stopped stands in Up next', async () => {
  const media = live.media.resolve({ type: 'movie', tmdbId: 137 });
  if (media === undefined || media === 'refused') throw new Error('Groundhog Day is not known');
  const updatedAt = new Date().toISOString();
  live.account.sessions.set('movie:137', { media, progress: 2_470, duration: 6_060, updatedAt });
  const page = await open('film');
  const bubble = await browser.openBubble(page);
  await bubble.click('#tab-home');
  expect(await bubble.waitForText('Continue at 41:10')).toContain('Groundhog Day');
  await bubble.close();
  await page.close();
});

test('Up next shows widgets of all kinds, page by page, and channels with their lists', async () => {
  const found = live.media.resolve({ type: 'movie', tmdbId: 426 });
  if (found === undefined || found === 'refused') throw new Error('not known');
  live.account.lists.get(LIST_ID)?.items.set('movie:426', found);
  const page = await open('film');
  const bubble = await browser.openBubble(page);
  await bubble.click('#tab-home');
  const shown = await bubble.waitForText('Channels');
  for (const title of [
    'Up Next',
    'Continue watching',
    'Watchlist',
    'Upcoming releases',
    'Schedule',
    'Phase one',
  ])
    expect(shown).toContain(title);
  await bubble.waitForText('Breaking Bad');
  await bubble.waitFor('img.poster');
  await film(bubble, 'home');
  const count = () =>
    bubble.evaluate(`document.querySelectorAll('[aria-label="Upcoming releases"] li').length`);
  expect(await count()).toBe(20);
  await bubble.click('[aria-label="Upcoming releases"] button.link');
  await waitFor('the next page', async () => (await count()) === 40);
  await bubble.click('[aria-label="Channels"] button.entry');
  expect(await bubble.waitForText('Phase one')).toContain('Films that belong together.');
  await waitFor('the list of the channel', async () =>
    live.log.some(({ path }) => path === `/lists/${LIST_ID}/items`),
  );
  await bubble.close();
  await page.close();
});

test('when 90 days are over in mid-film the person signs in again, and nothing is lost', async () => {
  const page = await open('expiring');
  await sessionOf('movie:496243');
  live.sessions.expire();
  await page.locator('video').evaluate((video) => void ((video as HTMLVideoElement).currentTime = 1_500));
  await waitFor('the sign-out', async () => (await account())?.state === 'signed-out');
  await page.locator('video').evaluate((video) => (video as HTMLVideoElement).pause());
  const left = await page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);
  await sendMessage(browser, 'account.sign-in', {});
  const pending = await waitFor('the code', async () => {
    const view = await account();
    return view?.state === 'pending' && view;
  });
  live.sessions.decide(pending.userCode, 'approved');
  await waitFor(
    'the position',
    async () => live.account.sessions.get('movie:496243')?.progress === Math.floor(left),
  );
  expect((await sendMessage(browser, 'outbox.list', {})).filter(({ state }) => state === 'foreign')).toEqual(
    [],
  );
  await page.close();
});

/** With MATINEE_FILM a picture is written into `screenshots/live-tracker/`. */
async function film(bubble: Awaited<ReturnType<typeof browser.openBubble>>, name: string): Promise<void> {
  if (process.env['MATINEE_FILM'] === undefined) return;
  await mkdir('screenshots/live-tracker', { recursive: true });
  await writeFile(`screenshots/live-tracker/${name}.png`, await bubble.screenshot());
}
