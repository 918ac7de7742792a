import type { Page } from 'playwright';
import type { ExtensionBrowser } from '../../support/browser/drive-extension';
import type { FirefoxPage } from '../../support/browser/firefox-page';
import type { Chromium } from '../../support/browser/chromium';
import { launchChromium } from '../../support/browser/launch-chromium';
import { launchFirefox, type Firefox } from '../../support/browser/launch-firefox';
import type { SiteServer } from '../../support/server/site-server';
import { openJourneyPage, type JourneyPage } from './journey-page';

export type JourneyEngine = 'chromium' | 'firefox';

/** The operations on a browser that the journeys need, for both engines. */
export interface JourneyBrowser extends ExtensionBrowser {
  readonly newPage: () => Promise<JourneyPage>;
  /** Opens a page of the extension in a tab. */
  readonly openPage: (path: string) => Promise<JourneyPage>;
  /** Ends the worker (Chromium) or the event page (Firefox). Resolves when it has ended. */
  readonly stopBackground: () => Promise<void>;
  /** Loads the files of the extension again, as an update does. */
  readonly reloadExtension: () => Promise<void>;
  /** Turns the extension off, or on, as a person does in the browser's own page. */
  readonly setEnabled: (isEnabled: boolean) => Promise<void>;
  /** Makes the browser grant these hosts without a prompt when the extension requests them. */
  readonly approveHosts: (patterns: readonly string[]) => Promise<void>;
  readonly grantHosts: (patterns: readonly string[]) => Promise<void>;
  readonly revokeHosts: (patterns: readonly string[]) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Ends the browser as a crash of the machine would. */
  readonly kill: () => Promise<void>;
}

interface JourneyOptions {
  /** A folder, which is kept. */
  readonly profile?: string;
  /** Folder of a built extension. */
  readonly extension?: string;
}

export async function launchJourneyBrowser(
  engine: JourneyEngine,
  sites: SiteServer,
  options: JourneyOptions = {},
): Promise<JourneyBrowser> {
  if (engine === 'chromium') return inChromium(await launchChromium({ ...options, sites, locale: 'en-US' }));
  const preferences = { 'intl.locale.requested': 'en-US' };
  return inFirefox(await launchFirefox({ ...options, sites, preferences }));
}

export function inChromium(browser: Chromium): JourneyBrowser {
  return {
    ...browser,
    newPage: async () => ofChromium(await browser.context.newPage()),
    openPage: async (path) => ofChromium(await browser.openPage(path)),
    stopBackground: browser.stopWorker,
  };
}

export function inFirefox(browser: Firefox): JourneyBrowser {
  return {
    ...browser,
    newPage: async () => ofFirefox(await browser.newPage()),
    openPage: async (path) => ofFirefox(await browser.openPage(path)),
    // Firefox shows no prompt in these tests; see the preferences in launch-firefox.ts.
    approveHosts: async () => {},
  };
}

/** A tab of Chromium, with the operations that the journeys need. */
export function ofChromium(page: Page): JourneyPage {
  return openJourneyPage({
    goto: async (url) => void (await page.goto(url)),
    evaluate: (code, argument) => page.evaluate(code as (argument: unknown) => never, argument),
    click: (selector) => page.click(selector),
    type: async (text) => {
      await page.keyboard.press('Backspace');
      await page.keyboard.insertText(text);
    },
    picture: () => page.screenshot(),
    bringToFront: () => page.bringToFront(),
    close: () => page.close(),
  });
}

/** A tab of Firefox, with the same operations. */
function ofFirefox(page: FirefoxPage): JourneyPage {
  return openJourneyPage({
    goto: page.goto,
    evaluate: page.evaluate,
    click: page.click,
    type: page.replaceSelection,
    picture: page.screenshot,
    bringToFront: page.bringToFront,
    close: page.close,
  });
}
