import { launch, type Browser } from 'puppeteer-core';
import manifest from '../../../manifest.json' with { type: 'json' };
import { buildExtension } from '../../../scripts/build/build-extension';
import type { SiteServer } from '../server/site-server';
import { waitFor } from '../wait-for';
import { findFirefox } from './browser-paths';
import { isHeaded } from './is-headed';
import { findFirefoxPage, openFirefoxPage, type FirefoxPage } from './firefox-page';
import { openPanel, type Panel } from './firefox-panel';
import { evaluateInWindow } from './firefox-window';

type Preferences = Readonly<Record<string, string | number | boolean>>;

export interface FirefoxOptions {
  /** Folder of a built extension; default: the cached build of these sources. */
  readonly extension?: string;
  /** Serves every host name. Without it every name leads to a closed port of this machine. */
  readonly sites?: SiteServer;
  /** Shows a window, which also reaches the real internet when there are no `sites`. Default: headless. */
  readonly visible?: boolean;
  readonly preferences?: Preferences;
  /** Folder of the profile, which is kept. Default: a fresh one that is deleted at the end. */
  readonly profile?: string;
}

export interface Firefox {
  /** `moz-extension://…/` */
  readonly base: string;
  readonly newPage: () => Promise<FirefoxPage>;
  /** Opens a page of the extension: `openPage('src/options/index.html')`. */
  readonly openPage: (path: string) => Promise<FirefoxPage>;
  /** The tab that shows an address that begins like this, once there is one. */
  readonly findPage: (address: string) => Promise<FirefoxPage>;
  /** Opens the popup in the panel of the toolbar, over the active tab. */
  readonly openPanel: () => Promise<Panel>;
  /** Sets a preference of the browser, as about:config does. */
  readonly setPreference: (name: string, value: number) => Promise<void>;
  /** Evaluates in a page of the extension that stays in the background, as in Chromium. */
  readonly evaluate: <Result, Argument>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>;
  /** Grants hosts through the real `permissions.request`, which Firefox answers without a prompt. */
  readonly grantHosts: (patterns: readonly string[]) => Promise<void>;
  readonly revokeHosts: (patterns: readonly string[]) => Promise<void>;
  /** Ends the event page as the browser does after 30 s without an event. Resolves when it has ended. */
  readonly stopBackground: () => Promise<void>;
  /** Loads the files of the extension again; its open pages close. */
  readonly reloadExtension: () => Promise<void>;
  /** Turns the extension off, which closes its pages, or on. */
  readonly setEnabled: (isEnabled: boolean) => Promise<void>;
  /** Resolves when the browser has ended. */
  readonly closed: Promise<void>;
  readonly close: () => Promise<void>;
  /** Ends the browser as a crash of the machine would. */
  readonly kill: () => Promise<void>;
}

/** Starts Firefox with the extension installed, in three to four seconds. Call `close()` at the end. */
export async function launchFirefox(options: FirefoxOptions = {}): Promise<Firefox> {
  const executablePath = findFirefox();
  if (executablePath === undefined)
    throw new Error('No Firefox was found: skip the test with findFirefox() from browser-paths.');
  const extension = options.extension ?? (await buildExtension({ browser: 'firefox' }));
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: options.visible !== true && !isHeaded(),
    acceptInsecureCerts: true,
    defaultViewport: null,
    // Without this argument Firefox opens no moz-extension page.
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: { ...PREFERENCES, ...networkPreferences(options), ...options.preferences },
    ...(options.profile !== undefined && { userDataDir: options.profile }),
  });
  try {
    await browser.installExtension(extension);
    return control(browser, extension);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

const GECKO_ID = 'matinee@matinee.example';
/** A fixed value, so that the tests know the address of the extension. */
const UUID = '0d3f2a9e-6c1b-4b7e-9a55-4d1e8f7c2b10';
const BASE = `moz-extension://${UUID}/`;

const PREFERENCES: Preferences = {
  'extensions.webextensions.uuids': JSON.stringify({ [GECKO_ID]: UUID }),
  'extensions.webextOptionalPermissionPrompts': false,
  // Time without an event after which the event page stops, in milliseconds; 30 s by default. A handler that
  // waits for the tracker does not keep it (measured), and may need more than 1.5 s on a busy machine.
  'extensions.background.idle.timeout': 3000,
  'media.autoplay.default': 0,
  // A panel opens without a click of a person, and stays although its window is not in front.
  'extensions.openPopupWithoutUserGesture.enabled': true,
  'ui.popup.disable_autohide': true,
};

/** All names resolve to this machine; the ports of https and http are that of the site server. */
function networkPreferences({ sites, visible }: FirefoxOptions): Preferences {
  if (sites === undefined && visible === true) return {};
  const port = sites?.port ?? CLOSED_PORT;
  return {
    'network.proxy.type': 0,
    'network.dns.forceResolve': '127.0.0.1',
    'network.socket.forcePort': `443=${port};80=${port}`,
  };
}

/** The port of the discard service (RFC 863), on which nothing listens. */
const CLOSED_PORT = 9;

function control(browser: Browser, extension: string): Firefox {
  let background: Promise<FirefoxPage> | undefined;
  const closed = new Promise<void>((resolve) => {
    browser.once('disconnected', () => resolve());
  });
  const newPage = () => openFirefoxPage(browser);
  const openPage = async (path: string) => {
    const page = await newPage();
    await page.goto(`${BASE}${path}`);
    return page;
  };
  // An image of the extension has its API and no scripts. manifest.json opens in Firefox's JSON viewer, which
  // has no API.
  const backgroundPage = () => (background ??= openPage(manifest.icons[128]));
  const changeHosts = async (change: HostChange, patterns: readonly string[]) =>
    changeHostsIn(await backgroundPage(), change, patterns);
  return {
    base: BASE,
    newPage,
    openPage,
    findPage: (address) => findFirefoxPage(browser, address),
    openPanel: async () => openPanel(await backgroundPage(), (script) => evaluateInWindow(browser, script)),
    setPreference: async (name, value) =>
      void (await evaluateInWindow(
        browser,
        `Services.prefs.setIntPref(${JSON.stringify(name)}, ${value}), ''`,
      )),
    evaluate: async (code, argument) => (await backgroundPage()).evaluate(code, argument),
    grantHosts: (patterns) => changeHosts('request', patterns),
    revokeHosts: (patterns) => changeHosts('remove', patterns),
    stopBackground: () => terminateBackground(browser),
    reloadExtension: async () => {
      background = undefined;
      await browser.installExtension(extension);
    },
    async setEnabled(isEnabled) {
      background = undefined;
      const change = isEnabled ? 'enable' : 'disable';
      const addOn = `AddonManager.getAddonByID(${JSON.stringify(GECKO_ID)})`;
      await evaluateInWindow(browser, `${addOn}.then((addOn) => addOn.${change}()).then(() => '')`);
    },
    closed,
    close: () => browser.close(),
    async kill() {
      browser.process()?.kill('SIGKILL');
      await closed;
    },
  };
}

type HostChange = 'request' | 'remove';

/** Clicks a button that requests the change: Firefox accepts no other user gesture. */
async function changeHostsIn(
  page: FirefoxPage,
  change: HostChange,
  patterns: readonly string[],
): Promise<void> {
  await page.evaluate(addPermissionButton, [change, patterns] as const);
  await page.click('button');
  const done = await waitFor('the permission', () =>
    page.evaluate(() => document.querySelector('button')?.dataset['done']),
  );
  if (done !== 'true') throw new Error(`the browser did not ${change} ${patterns.join(', ')}`);
}

/** Runs in a page of the extension. */
function addPermissionButton([change, origins]: readonly [HostChange, readonly string[]]): void {
  const button = document.createElement('button');
  button.style.cssText = 'position: fixed; inset: 0';
  button.addEventListener('click', () => {
    void browser.permissions[change]({ origins: [...origins] }).then(
      (answer) => (button.dataset['done'] = String(answer)),
    );
  });
  document.body.replaceChildren(button);
}

const EXTENSION = `WebExtensionPolicy.getByID(${JSON.stringify(GECKO_ID)}).extension`;

async function terminateBackground(firefox: Browser): Promise<void> {
  const state = await evaluateInWindow(
    firefox,
    `${EXTENSION}.terminateBackground({ disableResetIdleForTest: true }).then(() => ${EXTENSION}.backgroundState)`,
  );
  if (state !== 'stopped') throw new Error(`the event page is ${state}`);
}

/** The API of the extension, for functions that run in its pages. */
declare const browser: {
  readonly permissions: Record<HostChange, (permissions: { origins: string[] }) => Promise<boolean>>;
};
