import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountView } from '../../src/core/settings/account-view';
import { launchChromium } from '../support/browser/launch-chromium';
import { readStorage, sendMessage, tabViews } from '../support/browser/drive-extension';
import { startLiveService, type RunningLiveService } from '../support/live-service/start-live-service';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
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
  wrong: { lang: 'en', title: 'Alien 3000', year: 1979 },
} satisfies Record<string, StatedWork>;

let live: RunningLiveService;
let sites: SiteServer;
let browser: Awaited<ReturnType<typeof launchChromium>>;

beforeAll(async () => {
  live = await startLiveService();
  sites = await startSiteServer({ [CINEMA_HOST]: anyLanguageCinema(works) });
  browser = await launchChromium({ sites, locale: 'en-US' });
  await browser.grantHosts([`https://${CINEMA_HOST}/*`]);
  await sendMessage(browser, 'settings.set', { baseUrl: live.baseUrl });
}, 120_000);
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

test('an anime counted through all seasons is recorded under its place, and a season that is not there is not guessed', async () => {
  const page = await open('absolute');
  await sessionOf(`episode:${1429 * 10_000 + 2 * 500 + 5}`);
  await open('beyond', page);
  await waitFor('the title to be unknown', async () =>
    (await tabViews(browser)).some(
      ({ status, item }) => status.kind === 'unmatched' && item?.seasonNumber === 9,
    ),
  );
  await page.close();
});

test('a localised title is not guessed, and one click on what a search finds records it', async () => {
  const page = await open('localised');
  await waitFor('the title to be unknown', async () =>
    (await tabViews(browser)).some(({ status }) => status.kind === 'unmatched'),
  );
  const found = await sendMessage(browser, 'media.search', { type: 'movie', title: 'Alien' });
  expect(found).toMatchObject([{ type: 'movie', tmdbId: 348 }]);
  await page.close();
});
