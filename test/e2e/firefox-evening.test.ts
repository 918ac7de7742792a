import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/start-service';
import { findFirefox } from '../support/browser/browser-paths';
import { sendMessage } from '../support/browser/drive-extension';
import type { FirefoxPage } from '../support/browser/firefox-page';
import type { Panel } from '../support/browser/firefox-panel';
import { launchFirefox, type Firefox } from '../support/browser/launch-firefox';
import { overlaps } from '../support/browser/overlaps';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { account, freePort, playEpisode, PROMPT_CLICKS, show, startTracker } from './first-evening';
import { openJourneyPage } from './journeys/journey-page';
import { netflix } from './sites/netflix';
import { waitForProgress } from './sites/read-progress';

/*
 * The first evening as in first-evening.test.ts, with the clicks counted in the same way, and the popup in
 * the panel of the toolbar. With MATINEE_FILM a picture of each step is written into
 * `screenshots/first-evening/`.
 */

describe.skipIf(findFirefox() === undefined)('in Firefox', () => {
  let sites: SiteServer;
  let firefox: Firefox;
  let tracker: RunningService | undefined;
  let player: FirefoxPage;
  let clicks = 0;
  let step = 0;

  beforeAll(async () => {
    sites = await startSiteServer({ 'www.netflix.com': netflix(show) });
    firefox = await launchFirefox({ sites, preferences: { 'intl.locale.requested': 'en-US' } });
    // It opens by itself after the installation, at any time, and would stand in front of that of the test.
    await waitFor('the welcome page', () => firefox.evaluate(closeWelcomePage, undefined));
  });
  afterAll(async () => {
    await firefox.close();
    await closeTracker();
    await sites.close();
  });

  test('a tracker that is not running is started by the copied command, and six clicks record a title', async () => {
    await closeTracker();
    const port = await freePort();
    const welcome = await begin(port);
    await welcome.waitForText('npm run service');
    await film(welcome, 'not-running');
    await click(welcome, 'Copy');
    await welcome.waitForText('Copied.');
    tracker = await startTracker(port);
    await welcome.waitForText('Found');
    await watchFrom(welcome, tracker);
    expect(clicks).toBeLessThanOrEqual(6);
    await welcome.close();
  });

  describe('the popup in its panel', () => {
    let panel: Panel;

    test.each([
      ['of the usual size', 16, 384],
      ['of twice the usual size', 32, 768],
    ])('has its width with text %s, without overlaps', async (_size, pixels, width) => {
      await firefox.setPreference('font.size.variable.x-western', pixels);
      await player.bringToFront();
      panel = await firefox.openPanel();
      await expect.poll(() => panel.evaluate('content.document.body.innerText')).toContain('Matched to');
      await expect.poll(() => panel.evaluate('content.innerWidth')).toBe(width);
      await expect.poll(() => panel.evaluate(overlaps)).toEqual([]);
      await keep(`panel-${pixels}`, () => panel.screenshot());
      await panel.close();
    });
  });

  test('a running tracker is found, and six clicks lead to the first recorded title', async () => {
    await firefox.setPreference('font.size.variable.x-western', 16);
    await player.close();
    await closeTracker();
    const port = await freePort();
    tracker = await startTracker(port);
    await tracker.store.users.claim(account.name, account.password);
    const welcome = await begin(port);
    await welcome.waitForText('Found');
    await watchFrom(welcome, tracker);
    expect(clicks).toBeLessThanOrEqual(6);
  });

  /** The welcome page of an installation whose tracker would be at this port. */
  async function begin(port: number): Promise<FirefoxPage> {
    clicks = 0;
    step = 0;
    // The browser as it was after the installation.
    await sendMessage(firefox, 'data.erase', {});
    await sendMessage(firefox, 'settings.set', { baseUrl: `http://127.0.0.1:${port}` });
    const welcome = await firefox.openPage('src/options/welcome.html');
    await welcome.waitForText('Where do you want to keep your history?');
    return welcome;
  }

  /** Signs in on the tracker's own page, turns on one site, and plays an episode there. */
  async function watchFrom(welcome: FirefoxPage, at: RunningService): Promise<void> {
    await waitFor('the sign-in to be possible', () =>
      welcome.evaluate(
        () => document.querySelector('.button.main')?.getAttribute('aria-disabled') === 'false',
      ),
    );
    await click(welcome, 'Sign in');
    const approval = await firefox.findPage(at.url);
    await signInAtTracker(approval, at);
    const code = await waitFor('the code', () =>
      welcome.evaluate(() => document.querySelector('.user-code')?.textContent),
    );
    await enter(approval, { user_code: code });
    await film(approval, 'approve');
    await click(approval, 'Approve');

    await waitFor('the welcome page to come back', () =>
      welcome.evaluate(() => document.visibilityState === 'visible'),
    );
    await click(welcome, 'Netflix');
    await film(welcome, 'chosen');
    await click(welcome, 'Turn on 1 site');
    clicks += PROMPT_CLICKS;

    await welcome.waitForText('Play a film or an episode');
    await film(welcome, 'waiting');
    player = await firefox.newPage();
    await player.goto('https://www.netflix.com/watch/101');
    await player.evaluate(playEpisode);
    await waitForProgress({ service: at, readKey: await at.createKey('pk') }, 'Sherlock 1x1');
    await welcome.bringToFront();
    await waitFor('the title on the welcome page', () =>
      welcome.evaluate(() =>
        [...document.querySelectorAll('.checks .done')].some((line) => line.textContent.includes('Sherlock')),
      ),
    );
    await film(welcome, 'recording');
  }

  async function closeTracker(): Promise<void> {
    await tracker?.close();
    tracker = undefined;
  }

  /** Creates the account on the first visit, else signs in. */
  async function signInAtTracker(page: FirefoxPage, { store }: RunningService): Promise<void> {
    await waitFor('the form', () =>
      page.evaluate(() => document.querySelector('input[name=password]') !== null),
    );
    const isClaimed = await store.users.isClaimed();
    await enter(page, { ...(isClaimed ? {} : { code: await store.setUpCode.ensure() }), ...account });
  }

  /** Fills in the fields by their names, and submits the form with the Enter key. */
  async function enter(page: FirefoxPage, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      await waitFor(`the field ${name}`, () => page.evaluate(selectField, name));
      await page.replaceSelection(value);
    }
    await page.pressKey('Enter');
  }

  async function click(page: FirefoxPage, name: string): Promise<void> {
    clicks += 1;
    await openJourneyPage({ ...page, type: page.replaceSelection, picture: page.screenshot }).press(name);
  }

  async function film(page: FirefoxPage, name: string): Promise<void> {
    step += 1;
    await keep(`${clicks}-${String(step).padStart(2, '0')}-${name}`, page.screenshot);
  }
});

async function keep(name: string, take: () => Promise<Buffer>): Promise<void> {
  if (process.env['MATINEE_FILM'] === undefined) return;
  const folder = `screenshots/first-evening/${process.env['MATINEE_FILM']}-firefox`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/${name}.png`, await take());
}

// These are passed to the page as text, so they refer to nothing outside.

/** False while it is not open. */
async function closeWelcomePage(): Promise<boolean> {
  const views = browser.extension.getViews({ type: 'tab' });
  const page = views.find(({ location }) => location.pathname.endsWith('/welcome.html'));
  if (page === undefined) return false;
  const { id } = await page.browser.tabs.getCurrent();
  await browser.tabs.remove(id);
  return true;
}

function selectField(name: string): boolean {
  const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  field?.focus();
  field?.select();
  return field !== null && document.activeElement === field;
}

/** The API of the extension, in its pages. */
interface ExtensionPage {
  readonly location: Location;
  readonly browser: typeof browser;
}
declare const browser: {
  readonly extension: { readonly getViews: (of: { readonly type: 'tab' }) => readonly ExtensionPage[] };
  readonly tabs: {
    readonly getCurrent: () => Promise<{ readonly id: number }>;
    readonly remove: (id: number) => Promise<void>;
  };
};
