import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountView } from '../../src/core/settings/account-view';
import { findFirefox } from '../support/browser/browser-paths';
import { readStorage, sendMessage } from '../support/browser/drive-extension';
import { startLiveService, type RunningLiveService } from '../support/live-service/start-live-service';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { launchJourneyBrowser, type JourneyBrowser } from './journeys/journey-browser';
import { addressOf, anyLanguageCinema, CINEMA_HOST, type StatedWork } from './sites/any-language-cinema';

const works = {
  film: { lang: 'en', title: 'Alien', year: 1979 },
  first: { lang: 'en', title: 'Breaking Bad', line: 'S1 E1' },
  second: { lang: 'en', title: 'Breaking Bad', line: 'S1 E2' },
} satisfies Record<string, StatedWork>;

describe.skipIf(findFirefox() === undefined)('in Firefox, with the service that API v1 belongs to', () => {
  let live: RunningLiveService;
  let sites: SiteServer;
  let browser: JourneyBrowser;
  beforeAll(async () => {
    // The other forms of its answers.
    live = await startLiveService({ envelope: true, pendingStatus: 428, errorText: 'message' });
    sites = await startSiteServer({ [CINEMA_HOST]: anyLanguageCinema(works) });
    browser = await launchJourneyBrowser('firefox', sites);
    await browser.grantHosts([`https://${CINEMA_HOST}/*`]);
  }, 300_000);
  afterAll(async () => {
    const started = [browser, sites, live] as readonly ({ close(): Promise<void> } | undefined)[];
    for (const one of started) await one?.close();
  });

  const account = async () => (await readStorage(browser, 'local', 'account')) as AccountView | undefined;

  test('a person signs in, while the service asks to poll more slowly', async () => {
    live.sessions.slowDown = 1;
    await sendMessage(browser, 'settings.set', { baseUrl: live.baseUrl });
    await sendMessage(browser, 'account.sign-in', {});
    const pending = await waitFor('the code', async () => {
      const view = await account();
      return view?.state === 'pending' && view;
    });
    live.sessions.decide(pending.userCode, 'approved');
    await waitFor('the sign-in', async () => {
      await sendMessage(browser, 'account.poll', {});
      return (await account())?.state === 'signed-in';
    });
    expect(await sendMessage(browser, 'tracker.person', {})).toBe('Ana');
  });

  test('a film, and two episodes in one tab, are recorded', async () => {
    const page = await browser.newPage();
    const watch = async (name: keyof typeof works, key: string) => {
      await page.goto(addressOf(name, works[name]));
      await waitFor(`a position of ${key}`, async () => live.account.sessions.has(key));
    };
    await watch('film', 'movie:348');
    await watch('first', `episode:${1396 * 10_000 + 501}`);
    await watch('second', `episode:${1396 * 10_000 + 502}`);
    await page.close();
  });
});
