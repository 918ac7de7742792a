import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page, type Worker } from 'playwright';
import { openBubble, type Bubble } from './action-bubble';
import { requireChromium } from './browser-paths';
import { buildExtension } from '../../../scripts/build/build-extension';
import { withCdp } from './cdp';
import type { SiteServer } from '../server/site-server';
import { waitFor } from '../wait-for';

export interface LaunchOptions {
  /**
   * A built extension; default: the cached build of these sources. `false` starts the browser without any.
   */
  readonly extension?: string | false;
  /** Serves every host name. Without it a headless browser resolves no name but `localhost`. */
  readonly sites?: SiteServer;
  /** Show a window, which also reaches the real internet where there are no `sites`. Default: headless. */
  readonly visible?: boolean;
  /** The caller handles Ctrl-C. Default: Playwright closes the browser and ends the process. */
  readonly ownSignals?: boolean;
  /** Folder of the profile, which is kept. Default: a fresh one that is deleted at the end. */
  readonly profile?: string;
  readonly locale?: string;
  readonly args?: readonly string[];
}

export interface Chromium {
  readonly context: BrowserContext;
  /** Empty when launched without an extension. */
  readonly extensionId: string;
  readonly profile: string;
  /**
   * Evaluates in a page of the extension in the first tab, with a user gesture. The tab stays in the
   * background, so that a watched page keeps the focus. In a window it is the options page, otherwise a page
   * without scripts.
   */
  readonly evaluate: <Result, Argument>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>;
  /** Opens a page of the extension in a tab: `openPage('src/options/index.html')`. */
  readonly openPage: (path: string) => Promise<Page>;
  /** The extension's worker, started when it is stopped. `stopWorker` ends it. */
  readonly worker: () => Promise<Worker>;
  /** Ends the worker as the browser does after 30 s without an event. Resolves when it is gone. */
  readonly stopWorker: () => Promise<void>;
  /** Loads the files of the extension again and reopens its pages that were open. */
  readonly reloadExtension: () => Promise<void>;
  /**
   * Makes the browser grant these hosts without asking when the extension requests them. Nothing is granted
   * yet.
   */
  readonly approveHosts: (patterns: readonly string[]) => Promise<void>;
  /** Grants hosts through the real `permissions.request`, so that the extension sees its events. */
  readonly grantHosts: (patterns: readonly string[]) => Promise<void>;
  /** Revokes hosts, as a user does in the browser's own menu. */
  readonly revokeHosts: (patterns: readonly string[]) => Promise<void>;
  /** The popup in a tab. Its active tab is then this tab. */
  readonly openPopup: () => Promise<Page>;
  /** The popup as the real bubble over this page, as a click on the toolbar icon opens it. */
  readonly openBubble: (over: Page) => Promise<Bubble>;
  readonly close: () => Promise<void>;
}

/**
 * Starts Chromium with the extension installed. Under a second; always `close()` it in `finally` or
 * `afterAll`.
 */
export async function launchChromium(options: LaunchOptions = {}): Promise<Chromium> {
  const extension = options.extension ?? (await buildExtension({ browser: 'chrome' }));
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'matinee-profile-')));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(),
    headless: !options.visible,
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    ignoreHTTPSErrors: options.sites !== undefined,
    viewport: options.visible ? null : { width: 1280, height: 800 },
    ...(options.locale && { locale: options.locale }),
    // Playwright disables extensions by default.
    ignoreDefaultArgs: ['--disable-extensions'],
    handleSIGINT: !options.ownSignals,
    handleSIGTERM: !options.ownSignals,
    args: [
      ...BASE_ARGS,
      ...extensionArgs(extension),
      ...networkArgs(options),
      ...(options.locale ? [`--lang=${options.locale}`] : []),
      ...(options.args ?? []),
    ],
  });
  try {
    const extensionId = extension === false ? '' : await findExtension(context, extension);
    return control(context, {
      extension: extension === false ? '' : extension,
      extensionId,
      profile,
      keep: options.profile !== undefined,
      desk: options.visible ? 'src/options/index.html' : 'manifest.json',
    });
  } catch (error) {
    await context.close();
    throw error;
  }
}

const BASE_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // Allows `Extensions.triggerAction`, which opens the real popup, and `Extensions.loadUnpacked`.
  '--enable-unsafe-extension-debugging',
];

function extensionArgs(extension: string | false): string[] {
  return extension === false
    ? []
    : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`];
}

function networkArgs({ sites, visible }: LaunchOptions): string[] {
  if (sites === undefined && visible) return [];
  const target = sites === undefined ? '~NOTFOUND' : `127.0.0.1:${sites.port}`;
  const rules = `--host-resolver-rules=MAP * ${target}, EXCLUDE 127.0.0.1, EXCLUDE localhost`;
  return sites === undefined ? [rules] : [rules, '--ignore-certificate-errors'];
}

async function findExtension(context: BrowserContext, folder: string): Promise<string> {
  const isOurs = (worker: Worker) => worker.url().startsWith('chrome-extension://');
  const waited = await waitFor('the worker of the extension', () => context.serviceWorkers().find(isOurs), {
    timeout: 5000,
  }).catch(() => undefined);
  if (waited !== undefined) return new URL(waited.url()).host;
  // Google Chrome ignores --load-extension since version 137.
  return loadUnpacked(context, folder);
}

/** Loads an extension, or loads it again. Returns its id. */
async function loadUnpacked(context: BrowserContext, folder: string): Promise<string> {
  return withCdp(context, async (cdp) => {
    const answer: unknown = await cdp.send('Extensions.loadUnpacked' as never, { path: folder } as never);
    return (answer as { id: string }).id;
  });
}

function control(
  context: BrowserContext,
  { extension, extensionId, profile, keep, desk }: Control,
): Chromium {
  const base = `chrome-extension://${extensionId}/`;
  const ownTargets = async (cdp: CDPSession, type: string) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    return targetInfos.filter((target) => target.type === type && target.url.startsWith(base));
  };

  async function openPage(path: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${base}${path}`);
    return page;
  }

  async function evaluate<Result, Argument>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result> {
    const [first] = context.pages();
    const page =
      first !== undefined && (first.url().startsWith(base) || first.url() === 'about:blank')
        ? first
        : await context.newPage();
    if (!page.url().startsWith(base)) await page.goto(`${base}${desk}`);
    return page.evaluate(code as (argument: unknown) => Result, argument);
  }

  async function worker(): Promise<Worker> {
    const isRunning = await withCdp(
      context,
      async (cdp) => (await ownTargets(cdp, 'service_worker')).length > 0,
    );
    // Any message starts the worker, also one that it does not answer.
    if (!isRunning)
      await evaluate(() => chrome.runtime.sendMessage({ wake: true }).catch(() => undefined), undefined);
    return waitFor('the worker', () =>
      context.serviceWorkers().find((candidate) => candidate.url().startsWith(base)),
    );
  }

  async function stopWorker(): Promise<void> {
    const lives = () =>
      evaluate(
        async () =>
          (await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND'] })).map(
            ({ contextId }) => contextId,
          ),
        undefined,
      );
    const before = await lives();
    await withCdp(context, async (cdp) => {
      for (const { targetId } of await ownTargets(cdp, 'service_worker'))
        await cdp.send('Target.closeTarget', { targetId });
    });
    // A page that waits for an answer starts the next worker at once, so there may be no moment without one.
    await waitFor(
      'the end of the worker',
      async () => !(await lives()).some((life) => before.includes(life)),
    );
  }

  async function reloadExtension(): Promise<void> {
    const open = context
      .pages()
      .map((page) => page.url())
      .filter((url) => url.startsWith(base));
    await loadUnpacked(context, extension);
    await waitFor('the pages of the extension to close', () =>
      context.pages().every((page) => !page.url().startsWith(base)),
    );
    for (const url of open) await (await context.newPage()).goto(url);
  }

  async function approveHosts(patterns: readonly string[]): Promise<void> {
    const page = await context.newPage();
    try {
      await page.goto('chrome://extensions/');
      await page.evaluate(
        async ([id, hosts]) => {
          for (const host of hosts) await chrome.developerPrivate.addHostPermission(id, host);
        },
        [extensionId, [...patterns]] as const,
      );
    } finally {
      await page.close();
    }
  }

  async function changeHosts(change: 'request' | 'remove', patterns: readonly string[]): Promise<void> {
    // Playwright evaluates with a user gesture, which `permissions.request` insists on.
    const done = await evaluate(([name, origins]) => chrome.permissions[name]({ origins: [...origins] }), [
      change,
      patterns,
    ] as const);
    if (!done) throw new Error(`the browser did not ${change} ${patterns.join(', ')}`);
  }

  return {
    context,
    extensionId,
    profile,
    evaluate,
    openPage,
    worker,
    stopWorker,
    reloadExtension,
    approveHosts,
    grantHosts: async (patterns) => {
      await approveHosts(patterns);
      await changeHosts('request', patterns);
    },
    revokeHosts: (patterns) => changeHosts('remove', patterns),
    openPopup: () => openPage('src/popup/index.html'),
    openBubble: (over) => openBubble(context, extensionId, over),
    close: async () => {
      await context.close();
      if (!keep) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Control {
  /** Folder of the extension. */
  readonly extension: string;
  readonly extensionId: string;
  readonly profile: string;
  /** The profile belongs to the caller. */
  readonly keep: boolean;
  /** The extension's page in the first tab. */
  readonly desk: string;
}

/** The extension API, for functions that run in the browser. */
declare const chrome: {
  readonly runtime: {
    readonly sendMessage: (message: unknown) => Promise<unknown>;
    readonly getContexts: (filter: { contextTypes: string[] }) => Promise<{ contextId: string }[]>;
  };
  readonly permissions: Record<
    'request' | 'remove',
    (permissions: { origins: string[] }) => Promise<boolean>
  >;
  readonly developerPrivate: { readonly addHostPermission: (id: string, host: string) => Promise<void> };
};
