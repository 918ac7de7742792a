import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFirefox } from '../support/browser/browser-paths';
import {
  readStorage,
  signIn,
  storeOwnValues,
  tabViews,
  type ExtensionBrowser,
} from '../support/browser/drive-extension';
import { launchFirefox, type Firefox } from '../support/browser/launch-firefox';
import { startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import { namedSite } from './invented-sites';
import { ofFirefox } from './journeys/journey-browser';
import type { JourneyPage } from './journeys/journey-page';
import { hand, openWorkbench, recorded, takeIntoUse } from './teach-by-hand';

/*
 * What one person teaches or repairs by hand reaches another without a release: one in Chromium, the other in
 * Firefox, each with a history of their own, and a reviewer on the page of the tracker. With MATINEE_FILM a picture of each step of the author is
 * written into `screenshots/shared-catalogue/`.
 */

/** A site that nobody has packaged. */
const NEW_SITE = 'www.biografen.example';
let stage: Stage;
let firefox: Firefox;
let owner: Awaited<ReturnType<typeof openReview>>;
/** The person of the Firefox. */
let other: string;

describe.skipIf(findFirefox() === undefined)('what one person makes', () => {
  beforeAll(async () => {
    stage = await startStage({ sites: { [NEW_SITE]: namedSite } });
    firefox = await launchFirefox({
      sites: stage.sites,
      preferences: { 'intl.locale.requested': 'en-US' },
    });
    other = (await stage.service.store.users.add('ben', 'correct horse', 'member'))?.id ?? '';
    await signIn(firefox, stage.service, other);
    await stage.chromium.approveHosts([`https://${NEW_SITE}/*`]);
    owner = await openReview();
  }, 120_000);
  afterAll(async () => {
    await (firefox as Firefox | undefined)?.close();
    await stage.close();
  });

  test(
    'a site that nobody packaged is taught in eight clicks, and recorded in the other browser',
    { timeout: 180_000 },
    async () => {
      const { chromium } = stage;
      const user = hand();
      const film = await chromium.context.newPage();
      await film.goto(`https://${NEW_SITE}/watch/breaking-bad/301`);
      const workbench = await openWorkbench(stage, film, user);
      await workbench.getByText('Ready', { exact: true }).waitFor();
      await picture(workbench, user.clicks(), 'read');
      await takeIntoUse(workbench, user);
      await picture(workbench, user.clicks(), 'in-use');
      await user.press(() => workbench.getByRole('button', { name: 'Show page' }).click());
      await recorded(stage, NEW_SITE, { seasonNumber: 1, episodeNumber: 1 });
      await picture(film, user.clicks(), 'recorded');
      await film.evaluate(SEEK_TO_END);
      const { id } = await stage.service.store.users.ensureOwner();
      await waitFor('the viewing of the person in Chromium', async () => (await watchedBy(id)).length > 0);
      // The site goes on with the next episode by itself.
      await film.evaluate('window.show(2)');
      await recorded(stage, NEW_SITE, { seasonNumber: 1, episodeNumber: 2 });
      await user.press(() => workbench.bringToFront());
      const submit = workbench.getByRole('button', { name: 'Submit for review' });
      await expect.poll(() => submit.isEnabled(), { timeout: 20_000 }).toBe(true);
      await picture(workbench, user.clicks(), 'second-title');
      await user.press(() => submit.click());
      await workbench.getByText('Submitted for review').waitFor();
      await picture(workbench, user.clicks(), 'submitted');
      expect(user.clicks()).toBeLessThanOrEqual(8);

      await owner.accept();
      await Promise.all([film.close(), workbench.close()]);
      await takeNewSite(
        firefox,
        ofFirefox(await firefox.openPage(SITES)),
        NEW_SITE,
        NEW_SITE.replace('www.', ''),
      );
      const page = await firefox.newPage();
      await page.goto(`https://${NEW_SITE}/watch/better-call-saul/503`);
      await sentBy(firefox, NEW_SITE, { seriesTitle: 'Better Call Saul', episodeNumber: 3 });
      await page.evaluateText(SEEK_TO_END);
      await waitFor('the viewing of the person in Firefox', async () => (await watchedBy(other)).length > 0);
      await page.close();
      expect(await watchedBy(other)).toEqual(['episode:60059:1:3']);
      expect(await watchedBy((await stage.service.store.users.ensureOwner()).id)).toEqual([
        'episode:1396:1:1',
      ]);
    },
  );
});

/** Makes a viewing of what plays. */
const SEEK_TO_END = `(() => {
  const film = document.querySelector('video');
  film.currentTime = film.duration * 0.95;
})()`;

/** What is in the history of a person. */
async function watchedBy(userId: string): Promise<string[]> {
  const rows = await stage.service.store.sessions.watched(userId, { limit: 20 });
  return rows.map(({ media }) => media);
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
async function takeNewSite(
  browser: ExtensionBrowser,
  page: JourneyPage,
  host: string,
  name: string,
): Promise<void> {
  await lookAtCatalogue(browser);
  await page.waitForText(`Read pages of ${host}`);
  await page.press('Agree');
  await page.fill('Search', name);
  await page.press(`Record on ${name}`);
  await waitFor(`access to ${host}`, () =>
    browser.evaluate((origin) => chrome.permissions.contains({ origins: [origin] }), `https://${host}/*`),
  );
  await page.close();
}

const catalogue = async (browser: ExtensionBrowser) =>
  (await readStorage(browser, 'local', 'catalogue')) as object | undefined;

/** As if an hour had passed since the last look, and the alarm rang. */
async function lookAtCatalogue(browser: ExtensionBrowser): Promise<void> {
  await storeOwnValues(browser, { catalogue: { ...(await catalogue(browser)), checkedAt: 0 } });
  await browser.evaluate(() => chrome.alarms.create('catalogue', { when: Date.now() + 100 }), undefined);
}

/** Waits until the tracker has accepted an update for the item that this browser reads on a host. */
async function sentBy(
  browser: ExtensionBrowser,
  host: string,
  wanted: Readonly<Record<string, unknown>>,
): Promise<void> {
  await waitFor(
    `${JSON.stringify(wanted)} of ${host} at the tracker`,
    async () => {
      const view = (await tabViews(browser)).find((one) => one.host === host);
      const item: Readonly<Record<string, unknown>> = { ...view?.item };
      return Object.entries(wanted).every(([key, value]) => item[key] === value) && view?.sent !== undefined;
    },
    { timeout: 40_000 },
  );
}

async function picture(
  page: { readonly screenshot: (options: { path: string }) => Promise<unknown> },
  clicks: number,
  name: string,
): Promise<void> {
  if (process.env['MATINEE_FILM'] === undefined) return;
  const folder = 'screenshots/shared-catalogue';
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${clicks}-${name}.png` });
}

/** The API of the extension, for functions that run in its pages. */
declare const chrome: {
  readonly alarms: { readonly create: (name: string, alarm: { when: number }) => Promise<void> };
  readonly permissions: { readonly contains: (permissions: { origins: string[] }) => Promise<boolean> };
};
