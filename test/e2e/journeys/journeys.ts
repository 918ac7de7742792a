import { defined } from '../../../src/core/values/defined';
import { withProof } from '../../../src/protocol/definition/check-imported';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  readStorage,
  sendMessage,
  storeOwnValues,
  tabViews,
  readOwnValues,
} from '../../support/browser/drive-extension';
import { waitFor } from '../../support/wait-for';
import type { JourneyEngine } from './journey-browser';
import type { JourneyPage } from './journey-page';
import {
  CINEMA,
  LAN_TRACKER,
  startJourneyStage,
  titleOf,
  UNKNOWN_SITE,
  type JourneyStage,
} from './journey-stage';
import { OWN_PLAYER_HOSTS, ownPlayerDefinition } from './own-player';
import {
  firstConnector,
  PICTURES,
  poisonedConnector,
  repairedConnector,
  submitAndDecide,
} from './repaired-site';
import { isVisit, readPrivacyTable, unexplained, unseen } from './privacy-table';
import { searchSites } from './search-sites';

/** What a user does with Matinee, from the welcome page on. The tests run in order and share one browser. */
export function journeys(engine: JourneyEngine): void {
  let stage: JourneyStage;
  beforeAll(async () => {
    stage = await startJourneyStage(engine);
  }, 300_000);
  // Undefined when the start failed.
  afterAll(() => (stage as JourneyStage | undefined)?.close());

  const stored = (key: string) => readStorage(stage.browser, 'local', key);

  async function signInOn(path: string): Promise<void> {
    const page = await stage.browser.openPage(path);
    await waitFor('the sign-in to be possible', () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.button.main')].some(
          (button) => button.getAttribute('aria-disabled') === 'false',
        ),
      ),
    );
    await page.press('Sign in');
    const code = await waitFor('the code', () =>
      page.evaluate(() => document.querySelector('.user-code')?.textContent),
    );
    expect(await stage.service.decideDevice(code, 'approved')).toBe(true);
    await waitFor(
      'the sign-in',
      async () => ((await stored('account')) as { state?: string } | undefined)?.state === 'signed-in',
    );
    await page.close();
  }

  test('the welcome page signs in by a code that is approved on the tracker', async () => {
    await sendMessage(stage.browser, 'settings.set', { baseUrl: stage.tracker.baseUrl });
    await signInOn('src/options/welcome.html');
    expect(
      JSON.stringify([
        await readOwnValues(stage.browser),
        await stage.browser.evaluate(() => chrome.storage.local.get(null), undefined),
      ]),
    ).not.toContain('mt_');
  });

  test('turning a site on requests its hosts and takes effect with the next page', async () => {
    await stage.browser.approveHosts([
      `${CINEMA}/*`,
      'https://localhost/*',
      'https://127.0.0.1/*',
      'http://localhost/*',
      'http://127.0.0.1/*',
    ]);
    const page = await stage.browser.openPage('src/options/index.html#/sites');
    await searchSites(page, 'Matinee Cinema');
    await page.press('Record on Matinee Cinema');
    await waitFor('access to the cinema', () =>
      stage.browser.evaluate((origin) => chrome.permissions.contains({ origins: [origin] }), `${CINEMA}/*`),
    );
    await page.close();
  });

  test('a film that plays is in the history once, and the popup says so', async () => {
    const page = await stage.watch('film/sintel');
    expect(await stage.watched('Sintel')).toMatchObject({
      watched: true,
      duration: 60,
      media: { type: 'movie', tmdbId: 45745 },
    });
    const { tabId } = await stage.viewOf('Sintel', ({ status }) => status.kind === 'watched');
    const popup = await stage.browser.openPage(`src/popup/index.html?tab=${tabId}`);
    expect(await popup.waitForText('Added')).toContain('Sintel');
    await popup.press('Up next');
    await popup.waitForText('Recently watched');
    await popup.close();
    await page.close();
    expect((await stage.history()).map(({ media }) => titleOf(media))).toEqual(['Sintel']);
  });

  test('a correction in the popup decides which title is in the history', async () => {
    const page = await stage.watch('film/tears-of-steel', 2);
    const { tabId } = await stage.viewOf('Tears of Steel', ({ media }) => media !== undefined);
    const popup = await stage.browser.openPage(`src/popup/index.html?tab=${tabId}`);
    await popup.press('Wrong title?');
    await popup.fill('Title', 'Big Buck Bunny');
    await popup.fill('Year', '');
    await popup.press('Search');
    await waitFor('a result', () =>
      popup.evaluate(() => document.querySelector('.result-choose')?.textContent.includes('Big Buck Bunny')),
    );
    await popup.click('.result-choose');
    await waitFor(
      'the correction',
      async () => ((await stored('corrections')) as unknown[] | undefined)?.length === 1,
    );
    await popup.close();
    await speedUp(page);
    expect(await stage.watched('Big Buck Bunny')).toMatchObject({ watched: true });
    await page.close();
    expect((await stage.history()).map(({ media }) => titleOf(media))).toEqual(['Big Buck Bunny', 'Sintel']);
  });

  test('an episode is recorded once, although the background is stopped repeatedly', async () => {
    const page = await stage.watch('series/sherlock/sherlock-s1e1', 2);
    await stage.viewOf('Sherlock 1x1', ({ media }) => media !== undefined);
    for (let times = 0; times < 2; times += 1) {
      await page.evaluate(() => document.querySelector('video')?.pause());
      await stage.viewOf('Sherlock 1x1', ({ playback }) => playback?.state === 'paused');
      await stage.browser.stopBackground();
      await page.evaluate(() => document.querySelector('video')?.play());
      await stage.viewOf('Sherlock 1x1', ({ playback }) => playback?.state === 'playing');
    }
    await speedUp(page);
    expect(await stage.watched('Sherlock 1x1')).toMatchObject({ watched: true });
    await page.close();
    expect((await stage.history()).filter(({ media }) => titleOf(media) === 'Sherlock 1x1')).toHaveLength(1);
  });

  // Chromium does not end a worker that a message has just reached, unless it is made to.
  test.runIf(engine === 'firefox')(
    'what is pressed while the event page is being ended is done',
    async () => {
      const page = await stage.browser.openPage('src/options/index.html#/scrobbling');
      const isOn = () =>
        page.evaluate(() => document.querySelector('[role="switch"]')?.ariaChecked === 'true');
      await waitFor('the switches', () =>
        page.evaluate(() => document.querySelector('[role="switch"]') !== null),
      );
      for (let times = 0; times < 6; times += 1) {
        const before = await isOn();
        await stage.browser.stopBackground();
        await page.evaluate(() => document.querySelector<HTMLElement>('[role="switch"]')?.click());
        await stage.browser.stopBackground();
        await waitFor('the switch to be changed', async () => (await isOn()) !== before);
      }
      await page.close();
    },
  );

  test('what is watched offline is sent later, also after the background was stopped', async () => {
    stage.tracker.disconnect();
    const page = await stage.watch('series/sherlock/sherlock-s1e2');
    await stage.viewOf(
      'Sherlock 1x2',
      ({ status, playback }) => status.kind === 'queued' && playback?.state === 'ended',
    );
    const popup = await stage.browser.openPage('src/popup/index.html');
    await popup.press('Pending1');
    await popup.waitForText('Sherlock');
    await popup.close();
    await page.close();
    await stage.browser.stopBackground();
    expect(stage.tracker.refused()).toBeGreaterThan(0);
    stage.tracker.reconnect();
    // No message is sent to the extension: its alarm starts it.
    expect(await stage.watched('Sherlock 1x2')).toMatchObject({ watched: true });
  });

  test('an own connector reads a title in the page world and an id from another host', async () => {
    const hosts = Object.values(OWN_PLAYER_HOSTS).map((host) => `https://${host}/*`);
    await stage.browser.approveHosts(hosts);
    await stage.browser.grantHosts(hosts);
    await sendMessage(stage.browser, 'connectors.save', { definition: withProof(ownPlayerDefinition) });
    const page = await stage.browser.newPage();
    await page.goto(`https://${OWN_PLAYER_HOSTS.page}/watch/7`);
    const view = await stage.viewOf(
      'Big Buck Bunny',
      ({ siteId, media }) => siteId === 'own-player' && media !== undefined,
    );
    expect(view.item).toMatchObject({ type: 'movie', year: 2008, ids: { imdb: 'tt1254207' } });
    await page.close();
  });

  test('a site without a connector gets one in the workbench and is recorded', async () => {
    // Only a click on the real icon gives access to the address of the page (activeTab). workbench.test.ts
    // does that in Chromium; Firefox has no way to do it.
    await stage.browser.grantHosts([`https://${UNKNOWN_SITE}/*`]);
    const page = await stage.browser.newPage();
    await page.goto(`https://${UNKNOWN_SITE}/watch/880001`);
    const tabs = await stage.browser.evaluate(() => chrome.tabs.query({}), undefined);
    const workbench = await stage.browser.openPage(
      `src/options/index.html#/connectors/new?tab=${Math.max(...tabs.map(({ id }) => id))}`,
    );
    await workbench.waitForText('Ready');
    await workbench.press('Use connector');
    await workbench.waitForText('In use');
    await workbench.close();
    const view = await stage.viewOf(
      'Breaking Bad 1x1',
      ({ host, media }) => host === UNKNOWN_SITE && media !== undefined,
    );
    expect(view.media).toMatchObject({ type: 'episode', seasonNumber: 1, episodeNumber: 1 });
    await page.close();
  });

  test('a page is not read after its access was revoked', async () => {
    await stage.browser.revokeHosts([`https://${OWN_PLAYER_HOSTS.page}/*`]);
    const page = await stage.browser.newPage();
    await page.goto(`https://${OWN_PLAYER_HOSTS.page}/watch/8`);
    // Longer than the first report takes with access.
    await waitFor('thirty seconds of the film', () =>
      page.evaluate(() => (document.querySelector('video')?.currentTime ?? 0) > 30),
    );
    expect((await tabViews(stage.browser)).filter(({ item }) => item?.title === 'Elephants Dream')).toEqual(
      [],
    );
    expect(JSON.stringify(stage.tracker.seen)).not.toContain('Elephants Dream');
    expect(stage.sites.requests.filter((request) => request.includes('/works/8'))).toEqual([]);
    await page.close();
  });

  test('a channel of the tracker opens in the popup, and an own connector is submitted', async () => {
    const popup = await stage.browser.openPage('src/popup/index.html');
    await popup.press('Up next');
    await popup.waitForText('Channels');
    await popup.click('button.entry');
    await waitFor('the channel', () =>
      stage.tracker.seen.some(({ path }) => path.startsWith('/api/v1/channels/')),
    );
    await popup.close();
    const submission = await sendMessage(stage.browser, 'connectors.submit', {
      name: ownPlayerDefinition.name,
      domains: [OWN_PLAYER_HOSTS.page],
      definition: withProof(ownPlayerDefinition),
    });
    expect(submission).toMatchObject({ state: 'submitted' });
    expect(JSON.stringify(await sendMessage(stage.browser, 'connectors.submitted', {}))).toContain(
      ownPlayerDefinition.name,
    );
  });

  test('a viewing in the history is rated, removed and put back', async () => {
    const entries = await sendMessage(stage.browser, 'activity.list', { limit: 100 });
    const entry = entries.find(({ cause, answer }) => cause === 'crossing' && answer === 'accepted');
    if (entry?.media === undefined) throw new Error('nothing is in the history');
    const { sessionId: id, position, duration, at } = entry;
    const { type, tmdbId, seasonNumber, episodeNumber } = entry.media;
    const media = { type, ...defined({ tmdbId, seasonNumber, episodeNumber }) };
    const want = (wish: { media?: typeof media | null; rating?: number }) =>
      sendMessage(stage.browser, 'history.want', { viewing: { id, media, position, duration, at }, ...wish });
    const isSeen = (method: string, path: string) =>
      waitFor(`${method} ${path}`, () =>
        stage.tracker.seen.some((one) => one.method === method && one.path.startsWith(`/api/v1/${path}`)),
      );
    await want({ rating: 8 });
    await isSeen('PUT', 'matinee/ratings');
    await want({ media: null });
    await isSeen('DELETE', 'matinee/history/');
    await want({ media });
    await isSeen('PUT', 'matinee/history/');
  });

  test('what was watched together is added to the other history, and taken out', async () => {
    const { users, preferences, sessions } = stage.service.store;
    const { id: owner } = await users.ensureOwner();
    const ben = (await users.add('Ben', 'correct horse battery', 'member'))?.id ?? '';
    await preferences.allow(ben, owner);
    await preferences.allow(owner, ben);
    const ofBen = async () => (await sessions.watched(ben, { limit: 5, offset: 0 })).length;
    const page = await stage.browser.openPage('src/popup/index.html');
    await page.press('Also watched by Ben');
    await waitFor('the viewing in both histories', async () => (await ofBen()) === 1);
    await page.press('Also watched by Ben');
    await waitFor('the viewing in one history', async () => (await ofBen()) === 0);
    await page.close();
  });

  test('a site that somebody else taught is recorded after the person has agreed, without a release', async () => {
    const { service, browser } = stage;
    await submitAndDecide(service, firstConnector(), 'accept');
    await lookAtCatalogue();
    await heldFor('pictures', 'wider');
    await browser.approveHosts([`https://${PICTURES}/*`]);
    const page = await browser.openPage('src/options/index.html#/sites');
    await page.waitForText(`Read pages of ${PICTURES}`);
    await page.press('Agree');
    await searchSites(page, 'Pictures');
    await page.press('Record on Pictures');
    await recordedOnPictures('1', 'Sintel');
    await page.close();
  });

  test('when the site changes, what one person repairs is taken from the tracker by itself', async () => {
    stage.pictures.isRedesigned = true;
    await submitAndDecide(stage.service, repairedConnector(), 'accept');
    await lookAtCatalogue();
    await waitFor('version 2', async () => (await catalogueOf('pictures'))?.inForce?.version === 2);
    await recordedOnPictures('2', 'Big Buck Bunny');
  });

  test('a published connector that reads another title is put back, and nothing wrong is sent', async () => {
    await submitAndDecide(stage.service, poisonedConnector(), 'accept');
    await lookAtCatalogue();
    await waitFor('version 3', async () => (await catalogueOf('pictures'))?.inForce?.version === 3);
    const page = await stage.browser.newPage();
    await page.goto(`https://${PICTURES}/watch/1`);
    await stage.viewOf('Sintel', ({ host, sent }) => host === PICTURES && sent !== undefined);
    const readings = async () =>
      ((await stored('trials')) as Record<string, { worse: number }> | undefined)?.['pictures'];
    await waitFor('the readings', async () => ((await readings())?.worse ?? 0) >= 2);
    await ringCatalogue();
    await heldFor('pictures', 'put_back');
    expect((await catalogueOf('pictures'))?.inForce?.version).toBe(2);
    await page.close();
    await reportPictures();
    await recordedOnPictures('2', 'Big Buck Bunny');
    const sent = stage.tracker.seen.map(({ body }) => JSON.stringify(body) ?? '');
    expect(sent.filter((body) => body.includes('"title":"Pictures"'))).toEqual([]);
  });

  /** Nothing is reported until the person presses the button. */
  async function reportPictures(): Promise<void> {
    const reports = () => stage.tracker.seen.filter(({ path }) => path === '/api/v1/connectors/reports');
    expect(reports()).toEqual([]);
    const page = await stage.browser.openPage('src/options/index.html#/sites');
    await searchSites(page, 'Pictures');
    await page.click('.site-row summary');
    await page.press('Report this');
    await page.waitForText('Reported.');
    expect(reports().map(({ body }) => body)).toEqual([{ site: 'pictures', field: 'title', rung: 0 }]);
    await page.close();
  }

  type Releases = {
    readonly inForce?: { readonly version: number };
    readonly held?: { readonly why: string };
  };
  const catalogue = async () =>
    (await stored('catalogue')) as { sites?: Record<string, Releases> } | undefined;
  const catalogueOf = async (id: string) => (await catalogue())?.sites?.[id];
  const heldFor = (id: string, why: string) =>
    waitFor(`${id} to wait`, async () => (await catalogueOf(id))?.held?.why === why);

  /** As if an hour had passed since the last look, and the alarm rang. */
  async function lookAtCatalogue(): Promise<void> {
    await storeOwnValues(stage.browser, { catalogue: { ...(await catalogue()), checkedAt: 0 } });
    await ringCatalogue();
  }

  async function ringCatalogue(): Promise<void> {
    await stage.browser.evaluate(
      () => chrome.alarms.create('catalogue', { when: Date.now() + 100 }),
      undefined,
    );
  }

  async function recordedOnPictures(id: string, title: string): Promise<void> {
    const page = await stage.browser.newPage();
    await page.goto(`https://${PICTURES}/watch/${id}`);
    await stage.viewOf(title, ({ host, sent }) => host === PICTURES && sent !== undefined);
    await page.close();
  }

  test('signing out ends the key at the tracker too', async () => {
    const page = await stage.browser.openPage('src/options/index.html#/account');
    await page.press('Sign out');
    await page.waitForText('Pending updates, matches, and activity stay in this browser');
    await page.click('dialog .danger');
    await waitFor('the key to end', () =>
      stage.tracker.seen.some(({ path }) => path === '/api/v1/auth/revoke'),
    );
    const { keys, users } = stage.service.store;
    const left = await keys.list((await users.ensureOwner()).id);
    expect(left.filter(({ kind }) => kind === 'mt')).toEqual([]);
    await page.close();
  });

  test('the tracker got exactly what the privacy policy lists, and other hosts got nothing', async () => {
    const table = await readPrivacyTable();
    const seen = stage.tracker.seen.filter((request) => !isVisit(request));
    expect(unexplained(seen, table)).toEqual([]);
    // Every row must have a request, or its fields are not checked.
    expect(unseen(seen, table)).toEqual([]);
    const hosts = new Set(
      stage.sites.requests.map((request) => new URL(request.split(' ')[1] ?? '').hostname),
    );
    expect(
      [...hosts].filter((host) => !/\.(?:test|example)$/.test(host) && !BROWSERS_OWN.test(host)),
    ).toEqual([]);
  });

  test('a tracker in the local network is used without encryption after the user allows it', async () => {
    await stage.browser.approveHosts([`${LAN_TRACKER}/*`]);
    const page = await stage.browser.openPage('src/options/index.html#/account');
    await page.fill('Tracker address', LAN_TRACKER);
    await page.press('Save');
    await page.waitForText('The address must start with https://');
    await page.click('input[type="checkbox"]');
    await page.press('Save');
    await waitFor(
      'the address',
      async () =>
        ((await stored('settings')) as { baseUrl?: string } | undefined)?.baseUrl === `${LAN_TRACKER}/api/v1`,
    );
    await page.close();
    await signInOn('src/options/index.html#/account');
    expect(await stored('account')).toMatchObject({ state: 'signed-in', baseUrl: `${LAN_TRACKER}/api/v1` });
    // Without the policy of the extension's pages Firefox would try https first.
    expect(
      stage.sites.requests
        .filter((request) => request.includes('//tracker.home.arpa'))
        .every((request) => request.includes('http://')),
    ).toBe(true);
  });
}

function speedUp(page: JourneyPage): Promise<void> {
  return page.evaluate(() => {
    for (const video of document.querySelectorAll('video')) video.playbackRate = 16;
  });
}

/** Hosts from which the browsers themselves load updates and settings. */
const BROWSERS_OWN = /\.(?:google|googleapis|gstatic|mozilla|firefox|mozgcp)\.(?:com|org|net)$/;

/** The API of the extension, for functions that run in its pages. */
declare const chrome: {
  readonly alarms: { readonly create: (name: string, alarm: { when: number }) => Promise<void> };
  readonly storage: { readonly local: { readonly get: (keys: null) => Promise<Record<string, unknown>> } };
  readonly tabs: { readonly query: (filter: object) => Promise<readonly { readonly id: number }[]> };
  readonly permissions: { readonly contains: (permissions: { origins: string[] }) => Promise<boolean> };
};
