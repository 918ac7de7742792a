import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../../manifest.json' with { type: 'json' };
import { connectBidi, type Bidi } from './bidi';
import { findFirefox } from './browser-paths';
import { buildExtension } from '../../../scripts/build/build-extension';
import { openFirefoxPage, type FirefoxPage } from './firefox-page';
import type { SiteServer } from '../server/site-server';
import { waitFor } from '../wait-for';

export interface FirefoxOptions {
  /** A built extension; default: the cached build of these sources. */
  readonly extension?: string;
  /** Who plays the internet. Without it every name leads to a closed port of this machine. */
  readonly sites?: SiteServer;
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
}

export interface Firefox {
  /** `moz-extension://…/` */
  readonly base: string;
  readonly newPage: () => Promise<FirefoxPage>;
  /** Opens a page of the extension: `openPage('src/options/index.html')`. */
  readonly openPage: (path: string) => Promise<FirefoxPage>;
  /** As in Chromium: in a page of the extension that lies in the background. */
  readonly evaluate: <Result, Argument>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>;
  /** Grants hosts through the real `permissions.request`; the browser says yes without a question. */
  readonly grantHosts: (patterns: readonly string[]) => Promise<void>;
  readonly revokeHosts: (patterns: readonly string[]) => Promise<void>;
  /** Ends the event page as the browser does after 30 s of rest; the next event starts a new one. Resolves when it is gone. */
  readonly stopBackground: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts Firefox, headless, with the extension installed; three to four seconds. Always `close()` it. */
export async function launchFirefox({
  extension,
  sites,
  preferences,
}: FirefoxOptions = {}): Promise<Firefox> {
  const program = findFirefox();
  if (program === undefined)
    throw new Error('No Firefox was found: skip the test with findFirefox() from browser-paths.');
  const folder = extension ?? (await buildExtension({ browser: 'firefox' }));
  const profile = await mkdtemp(join(tmpdir(), 'matinee-firefox-'));
  await writeFile(
    join(profile, 'user.js'),
    userScript({ ...PREFERENCES, ...networkPreferences(sites), ...preferences }),
  );
  // `--remote-allow-system-access`: without it no moz-extension page can be opened.
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
    '--remote-allow-system-access',
  ];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let bidi: Bidi | undefined;
  const close = async () => {
    await bidi?.send('browser.close').catch(() => undefined);
    bidi?.close();
    await ended(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    bidi = await connectBidi(`${await listening(child)}/session`);
    await bidi.send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
    await bidi.send('webExtension.install', { extensionData: { type: 'path', path: folder } });
    return { ...control(bidi), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const GECKO_ID = 'matinee@matinee.example';
/** Any will do; a fixed one is how the tests know the extension's address. */
const UUID = '0d3f2a9e-6c1b-4b7e-9a55-4d1e8f7c2b10';
const BASE = `moz-extension://${UUID}/`;

const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  'extensions.webextensions.uuids': JSON.stringify({ [GECKO_ID]: UUID }),
  'extensions.webextOptionalPermissionPrompts': false,
  // Rest after which the event page really stops, in milliseconds; 30 s outside of tests.
  'extensions.background.idle.timeout': 1500,
  'media.autoplay.default': 0,
  'network.proxy.type': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
};

/** Every name is this machine; the ports of https and http are the one of the site server. */
function networkPreferences(sites: SiteServer | undefined): Readonly<Record<string, string>> {
  const port = sites?.port ?? 9;
  return { 'network.dns.forceResolve': '127.0.0.1', 'network.socket.forcePort': `443=${port};80=${port}` };
}

function userScript(preferences: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (data: Buffer) => {
      said += data.toString();
      const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`Firefox ended with ${code}: ${said.slice(-500)}`)));
    child.once('error', reject);
  });
}

async function ended(child: ChildProcess): Promise<void> {
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  await waitFor('the end of Firefox', isGone, { timeout: 5000 }).catch(() => child.kill('SIGKILL'));
}

function control(bidi: Bidi): Omit<Firefox, 'close'> {
  let desk: FirefoxPage | undefined;
  const newPage = () => openFirefoxPage(bidi);
  const openPage = async (path: string) => {
    const page = await newPage();
    await page.goto(`${BASE}${path}`);
    return page;
  };
  // A picture: it has the extension's rights and no scripts. (Firefox shows manifest.json in a viewer that is not ours.)
  const openDesk = async () => (desk ??= await openPage(manifest.icons[128]));
  const evaluate: Firefox['evaluate'] = async (code, argument) => (await openDesk()).evaluate(code, argument);

  /** Through a button that is really clicked: Firefox accepts no other gesture. */
  async function changeHosts(change: 'request' | 'remove', patterns: readonly string[]): Promise<void> {
    const page = await openDesk();
    await page.evaluate(
      ([name, origins]) => {
        const button = document.createElement('button');
        button.style.cssText = 'position: fixed; inset: 0';
        button.addEventListener('click', () => {
          void browser.permissions[name]({ origins: [...origins] }).then(
            (answer) => (button.dataset['done'] = String(answer)),
          );
        });
        document.body.replaceChildren(button);
      },
      [change, patterns] as const,
    );
    await page.click('button');
    const done = await waitFor('the permission', () =>
      page.evaluate(() => document.querySelector('button')?.dataset['done']),
    );
    if (done !== 'true') throw new Error(`the browser did not ${change} ${patterns.join(', ')}`);
  }

  /** In the browser's own window, where its inner parts can be reached; `--remote-allow-system-access` allows it. */
  async function stopBackground(): Promise<void> {
    const { contexts } = await bidi.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
    const [window] = contexts as { context: string }[];
    const extension = `WebExtensionPolicy.getByID(${JSON.stringify(GECKO_ID)}).extension`;
    const expression = `${extension}.terminateBackground({ disableResetIdleForTest: true }).then(() => ${extension}.backgroundState)`;
    const { result } = await bidi.send('script.evaluate', {
      expression,
      target: { context: window?.context },
      awaitPromise: true,
    });
    const { value } = (result ?? {}) as { value?: string };
    if (value !== 'stopped') throw new Error(`the event page is ${value ?? 'in an unknown state'}`);
  }

  return {
    base: BASE,
    newPage,
    openPage,
    evaluate,
    grantHosts: (patterns) => changeHosts('request', patterns),
    revokeHosts: (patterns) => changeHosts('remove', patterns),
    stopBackground,
  };
}

/** The code of the tests runs in the browser. */
declare const browser: {
  readonly permissions: Record<
    'request' | 'remove',
    (permissions: { origins: string[] }) => Promise<boolean>
  >;
};
