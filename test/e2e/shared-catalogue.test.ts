import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInSites, readDefinitionFile } from '../../scripts/connector/files';
import { publish, signList } from '../../src/service/releases/sign-list';
import { findFirefox } from '../support/browser/browser-paths';
import { readStorage, signIn, tabViews } from '../support/browser/drive-extension';
import { launchFirefox, type Firefox } from '../support/browser/launch-firefox';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { catalogue, lookAtCatalogue, sentBy } from './catalogue-steps';
import { kanopySite } from './invented-sites';
import { inChromium, inFirefox, ofChromium, type JourneyBrowser } from './journeys/journey-browser';
import type { JourneyPage } from './journeys/journey-page';
import { searchSites } from './journeys/search-sites';
import { createRedesigned, filmPath, REDESIGNED, redesignedId } from './redesigned-site';
import { hand, openWorkbench, recorded, takeIntoUse } from './teach-by-hand';

/*
 * What one person teaches or repairs by hand reaches another without a release: one in Chromium, the other in
 * Firefox, each with a history of their own, and a reviewer on the page of the tracker. With MATINEE_FILM a
 * picture of each step of the author is written into `screenshots/shared-catalogue/`.
 */

const FILM = process.env['MATINEE_FILM'];
/** A site that has no connector (docs/excluded-sites.md). */
const NEW_SITE = 'www.kanopy.com';
const redesigned = createRedesigned();
let stage: Stage;
let firefox: Firefox;
/** The same two browsers, with the operations that both have. */
let browsers: { readonly chromium: JourneyBrowser; readonly firefox: JourneyBrowser };
let owner: Awaited<ReturnType<typeof openReview>>;
/** The person of the Firefox. */
let other: string;

describe.skipIf(findFirefox() === undefined)('what one person makes', () => {
  beforeAll(async () => {
    stage = await startStage({ sites: { [NEW_SITE]: kanopySite, [REDESIGNED]: redesigned.site } });
    firefox = await launchFirefox({
      sites: stage.sites,
      preferences: { 'intl.locale.requested': 'en-US' },
    });
    other = (await stage.service.store.users.add('ben', 'correct horse', 'member'))?.id ?? '';
    await signIn(firefox, stage.service, other);
    browsers = { chromium: inChromium(stage.chromium), firefox: inFirefox(firefox) };
    await stage.chromium.grantHosts([`https://${REDESIGNED}/*`]);
    await firefox.grantHosts([`https://${REDESIGNED}/*`]);
    await stage.chromium.approveHosts([`https://${NEW_SITE}/*`, `https://${REDESIGNED}/*`]);
    owner = await openReview();
  }, 300_000);
  afterAll(async () => {
    await (firefox as Firefox | undefined)?.close();
    await stage.close();
  });

  test('a site that nobody packaged is taught in eight clicks, and recorded in the other browser', async () => {
    const { chromium } = stage;
    const user = hand();
    const film = await chromium.context.newPage();
    await film.goto(`https://${NEW_SITE}/en/stadt/watch/video/11384301/1`);
    const workbench = await openWorkbench(stage, film, user, (shown, name) =>
      picture(shown, user.clicks(), name),
    );
    await workbench.getByText('Ready', { exact: true }).waitFor();
    await picture(workbench, user.clicks(), 'read');
    await takeIntoUse(workbench, user);
    await picture(workbench, user.clicks(), 'in-use');
    await user.press(() => workbench.getByRole('button', { name: 'Show page' }).click());
    await recorded(stage, NEW_SITE, { seasonNumber: 1, episodeNumber: 1 });
    await picture(film, user.clicks(), 'recorded');
    await film.evaluate(seekToEnd);
    const { id } = await stage.service.store.users.ensureOwner();
    await waitFor('the viewing of the person in Chromium', async () => (await watchedBy(id)).length > 0);
    // The site goes on with the next episode by itself.
    await film.evaluate('window.show(2)');
    await recorded(stage, NEW_SITE, { seasonNumber: 1, episodeNumber: 2 });
    await user.press(() => workbench.bringToFront());
    const submit = workbench.getByRole('button', { name: 'Submit for review' });
    await expect.poll(() => submit.isEnabled()).toBe(true);
    await picture(workbench, user.clicks(), 'second-title');
    await user.press(() => submit.click());
    await workbench.getByText('Submitted for review').waitFor();
    await picture(workbench, user.clicks(), 'submitted');
    expect(user.clicks()).toBeLessThanOrEqual(8);

    await owner.accept();
    await Promise.all([film.close(), workbench.close()]);
    await takeNewSite(browsers.firefox, NEW_SITE, NEW_SITE.replace('www.', ''));
    const page = await browsers.firefox.newPage();
    await page.goto(`https://${NEW_SITE}/en/college/watch/video/10215874/3`);
    await sentBy(firefox, NEW_SITE, { seriesTitle: 'Better Call Saul', episodeNumber: 3 });
    await page.evaluate(seekToEnd);
    await waitFor('the viewing of the person in Firefox', async () => (await watchedBy(other)).length > 0);
    await page.close();
    expect(await watchedBy(other)).toEqual(['episode:60059:1:3']);
    expect(await watchedBy((await stage.service.store.users.ensureOwner()).id)).toEqual(['episode:1396:1:1']);
  });

  test('a title that a changed page no longer gives is pointed at again in Firefox, and recorded in Chromium', async () => {
    const title = redesigned.redesign();
    const film = await playUnread(browsers.firefox);
    const workbench = await repairFromSites(browsers.firefox);
    await pointAgainAndShare(browsers.firefox, film, workbench, title);
    await recordedElsewhere(browsers.chromium);
  });

  test('a title that a changed page no longer gives is pointed at again from the popup, and recorded in Firefox', async () => {
    const title = redesigned.redesign();
    const film = await playUnread(browsers.chromium);
    const workbench = await repairFromPopup();
    await pointAgainAndShare(browsers.chromium, film, workbench, title);
    await recordedElsewhere(browsers.firefox);
  });

  test('an update that would read the page of the account waits for the person, in both browsers', async () => {
    const definition = readDefinitionFile(
      builtInSites().find(({ id }) => id === redesignedId) ?? fail(redesignedId),
    );
    const [page = fail('a page')] = definition.pages;
    const account = {
      ...page,
      kind: 'account',
      match: { path: '^/account$' },
      item: { ...page.item, title: [{ text: '.holder' }] },
    };
    const { releases } = stage.service.store;
    const version = await publish(releases, {
      definition: { ...definition, pages: [...definition.pages, account] },
      cases: [],
      share: 100,
    });
    await signList({ releases, now: Date.now });
    for (const browser of [browsers.chromium, browsers.firefox]) {
      const site = async () => (await catalogue(browser))?.sites?.[redesignedId];
      const { inForce } = (await site()) ?? fail('the version in force');
      await lookAtCatalogue(browser);
      await waitFor('the update to be held', async () => (await site())?.held?.version === version);
      expect(await site()).toMatchObject({ inForce, held: { why: 'wider' } });
      expect(inForce?.version).toBeLessThan(version);
    }
  });
});

function fail(missing: string): never {
  throw new Error(`There is no ${missing}.`);
}

/** Makes a viewing of what plays. */
function seekToEnd(): void {
  const film = document.querySelector('video');
  if (film !== null) film.currentTime = film.duration * 0.95;
}

/** What is in the history of a person. */
async function watchedBy(userId: string): Promise<string[]> {
  const rows = await stage.service.store.sessions.watched(userId, { limit: 20 });
  return rows.map(({ media }) => media);
}

/** A film plays under a title that the connector no longer finds; pausing it lets that be noticed. */
async function playUnread(browser: JourneyBrowser): Promise<JourneyPage> {
  const film = await browser.newPage();
  await film.goto(filmUrl(1));
  await waitFor('the status of a page that is not read', async () =>
    (await tabViews(browser)).some(({ host, status }) => host === REDESIGNED && status.kind === 'unreadable'),
  );
  await film.evaluate(() => document.querySelector('video')?.pause());
  await waitFor('the change to be noticed', async () => {
    const health = (await readStorage(browser, 'local', 'health')) as Health | undefined;
    return health?.[redesignedId]?.degraded === true;
  });
  return film;
}

type Health = Readonly<Record<string, { readonly degraded: boolean }>>;
const filmUrl = (number: number) => `https://${REDESIGNED}${filmPath(number)}`;

/** From the row of the site to the editor of the one field. */
async function repairFromSites(browser: JourneyBrowser): Promise<JourneyPage> {
  const page = await browser.openPage(SITES);
  await searchSites(page, 'ZDF');
  await page.click('.site-row summary');
  await page.waitForText('This site has changed');
  await page.press('Pick it on the page again');
  return page;
}

/** From the button of the popup to the same editor. */
async function repairFromPopup(): Promise<JourneyPage> {
  const { chromium } = stage;
  const tab = chromium.context.pages().find((page) => page.url().includes(REDESIGNED));
  if (tab === undefined) throw new Error('No tab shows the film.');
  const bubble = await chromium.openBubble(tab);
  await bubble.waitForText('Fix this site');
  const opened = chromium.context.waitForEvent('page', {
    predicate: (page) => page.url() === 'about:blank' || page.url().includes('options'),
  });
  await bubble.click('.status .button');
  return ofChromium(await opened);
}

/** Points at the title, takes the repair into use, watches two films with it, and submits it. */
async function pointAgainAndShare(
  browser: JourneyBrowser,
  film: JourneyPage,
  workbench: JourneyPage,
  title: string,
): Promise<void> {
  await workbench.waitForText('Only this value changes');
  await film.evaluate(() => document.querySelector('video')?.play());
  await picture(asShown(workbench), 1, 'repair');
  await workbench.press('Pick on page: Film');
  await waitFor('the outline in the page', () =>
    film.evaluate(() => document.documentElement.lastElementChild?.localName === 'div'),
  );
  await picture(asShown(film), 2, 'point-again');
  await film.click(title);
  await workbench.click('button.proposal');
  await workbench.waitForText('Sintel');
  await picture(asShown(workbench), 4, 'repaired');
  await workbench.press('Use connector');
  await workbench.waitForText('In use');
  await sentBy(browser, REDESIGNED, { title: 'Sintel' });
  await film.goto(filmUrl(2));
  await sentBy(browser, REDESIGNED, { title: 'Tears of Steel' });
  await waitFor('the submission to be possible', () =>
    workbench.evaluate(() =>
      [...document.querySelectorAll('button')].some(
        ({ textContent, disabled }) => textContent === 'Submit for review' && !disabled,
      ),
    ),
  );
  await workbench.press('Submit for review');
  await workbench.waitForText('Submitted for review');
  await picture(asShown(workbench), 6, 'repair-submitted');
  await Promise.all([film.close(), workbench.close()]);
}

/** The reviewer accepts; the other person's extension takes that version by itself and records the film. */
async function recordedElsewhere(browser: JourneyBrowser): Promise<void> {
  const version = async () => (await catalogue(browser))?.sites?.[redesignedId]?.inForce?.version ?? 0;
  const before = await version();
  await owner.accept();
  await lookAtCatalogue(browser);
  await waitFor('the new version', async () => (await version()) > before);
  const film = await browser.newPage();
  await film.goto(filmUrl(1));
  await sentBy(browser, REDESIGNED, { title: 'Sintel' });
  await film.close();
}

const SITES = 'src/options/index.html#/sites';

/** The review page with the owner of the tracker signed in. */
async function openReview() {
  const { service, chromium } = stage;
  const page = await chromium.context.newPage();
  await page.goto(`${service.url}/connectors`);
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByLabel('Set-up code').fill(await service.store.setUpCode.ensure());
  await page.getByRole('button', { name: 'Create account' }).click();
  return {
    /** Accepts what waits, as its reviewer. */
    accept: async () => {
      await page.goto(`${service.url}/connectors`);
      await page.getByRole('button', { name: 'Accept for everyone' }).click();
      await page.getByRole('heading', { name: 'Waiting for review (0)' }).waitFor();
    },
  };
}

/** Agrees to what a new connector of the tracker reaches, and turns its site on. */
async function takeNewSite(browser: JourneyBrowser, host: string, name: string): Promise<void> {
  const page = await browser.openPage(SITES);
  await lookAtCatalogue(browser);
  await page.waitForText(`Read pages of ${host}`);
  await page.press('Agree');
  await searchSites(page, name);
  await page.press(`Record on ${name}`);
  await waitFor(`access to ${host}`, () =>
    browser.evaluate((origin) => chrome.permissions.contains({ origins: [origin] }), `https://${host}/*`),
  );
  await page.close();
}

/** A tab of either browser, for a picture of it. */
function asShown(page: JourneyPage) {
  return {
    screenshot: async ({ path }: { readonly path: string }) => writeFile(path, await page.picture()),
  };
}

async function picture(
  page: { readonly screenshot: (options: { path: string }) => Promise<unknown> },
  clicks: number,
  name: string,
): Promise<void> {
  if (FILM === undefined) return;
  const folder = 'screenshots/shared-catalogue';
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${clicks}-${name}.png` });
}

/** The API of the extension, for functions that run in its pages. */
declare const chrome: {
  readonly permissions: { readonly contains: (permissions: { origins: string[] }) => Promise<boolean> };
};
