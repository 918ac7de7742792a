import { rm } from 'node:fs/promises';
import type { BrowserContext, Page, Worker } from 'playwright';
import { waitFor } from '../wait-for';
import { openBubble, type Bubble } from './action-bubble';
import { withCdp } from './cdp';
import { loadUnpacked } from './load-unpacked';

export interface Chromium {
  readonly context: BrowserContext;
  /** Empty when launched without an extension. */
  readonly extensionId: string;
  readonly profile: string;
  /**
   * Evaluates in a page of the extension in the first tab, with a user gesture. The tab stays in the
   * background, so that the page under test keeps the focus. With `visible` it is the options page, otherwise
   * manifest.json, which has no scripts.
   */
  readonly evaluate: <Result, Argument>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ) => Promise<Result>;
  /** Opens a page of the extension in a tab: `openPage('src/options/index.html')`. */
  readonly openPage: (path: string) => Promise<Page>;
  /** The extension's worker, which is started when it is stopped. */
  readonly worker: () => Promise<Worker>;
  /** Ends the worker as the browser does after 30 s without an event. Resolves when it has ended. */
  readonly stopWorker: () => Promise<void>;
  /** Loads the files of the extension again and reopens its pages that were open. */
  readonly reloadExtension: () => Promise<void>;
  /** Turns the extension off, which closes its pages, or on. */
  readonly setEnabled: (isEnabled: boolean) => Promise<void>;
  /** Makes the browser grant these hosts without a prompt when the extension requests them. */
  readonly approveHosts: (patterns: readonly string[]) => Promise<void>;
  /** Grants hosts through the real `permissions.request`, so that the extension sees its events. */
  readonly grantHosts: (patterns: readonly string[]) => Promise<void>;
  /** Revokes hosts, as a user does in the browser's own menu. */
  readonly revokeHosts: (patterns: readonly string[]) => Promise<void>;
  /** Opens the popup in a tab, which is then the active tab that the popup shows. */
  readonly openPopup: () => Promise<Page>;
  /** Opens the real popup over this page, as a click on the toolbar icon does. */
  readonly openBubble: (over: Page) => Promise<Bubble>;
  readonly close: () => Promise<void>;
  /** Ends the browser as a crash of the machine would. */
  readonly kill: () => Promise<void>;
}

/** A Chromium that runs, with the extension installed. */
export interface ChromiumTarget {
  readonly context: BrowserContext;
  /** Folder of the extension. */
  readonly extension: string;
  readonly extensionId: string;
  readonly profile: string;
  /** The profile belongs to the caller and is not deleted. */
  readonly keepProfile: boolean;
  /** Path of the extension's page in the first tab. */
  readonly basePage: string;
}

export function controlChromium(target: ChromiumTarget): Chromium {
  const { context, extensionId, profile } = target;
  return {
    context,
    extensionId,
    profile,
    evaluate: (code, argument) => evaluate(target, code, argument),
    openPage: (path) => openPage(target, path),
    worker: () => startedWorker(target),
    stopWorker: () => stopWorker(target),
    reloadExtension: () => reloadExtension(target),
    setEnabled: (isEnabled) =>
      inExtensionsPage(target, ([id, isOn]) => chrome.management.setEnabled(id, isOn), [
        extensionId,
        isEnabled,
      ] as const),
    approveHosts: (patterns) => approveHosts(target, patterns),
    grantHosts: async (patterns) => {
      await approveHosts(target, patterns);
      await changeHosts(target, 'request', patterns);
    },
    revokeHosts: (patterns) => changeHosts(target, 'remove', patterns),
    openPopup: () => openPage(target, 'src/popup/index.html'),
    openBubble: (over) => openBubble(context, extensionId, over),
    kill: () => kill(context),
    close: async () => {
      await context.close();
      if (!target.keepProfile) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function kill(context: BrowserContext): Promise<void> {
  const pid = await withCdp(context, async (cdp) => {
    const { processInfo } = (await cdp.send('SystemInfo.getProcessInfo')) as {
      processInfo: readonly { type: string; id: number }[];
    };
    return processInfo.find(({ type }) => type === 'browser')?.id;
  });
  if (pid === undefined) throw new Error('the browser has no process');
  const gone = new Promise((resolve) => {
    context.once('close', resolve);
  });
  process.kill(pid, 'SIGKILL');
  await gone;
}

async function openPage(target: ChromiumTarget, path: string): Promise<Page> {
  const page = await target.context.newPage();
  await page.goto(`${baseOf(target)}${path}`);
  return page;
}

async function evaluate<Result, Argument>(
  target: ChromiumTarget,
  code: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
): Promise<Result> {
  const page = await basePage(target);
  return page.evaluate(code as (argument: unknown) => Result, argument);
}

/** The page in the first tab, or a new one where that tab shows something else: see `Chromium.evaluate`. */
async function basePage(target: ChromiumTarget): Promise<Page> {
  const address = `${baseOf(target)}${target.basePage}`;
  const pages = target.context.pages();
  const open = pages.find((page) => page.url().startsWith(address));
  if (open !== undefined) return open;
  const blank = pages[0]?.url() === 'about:blank' ? pages[0] : undefined;
  const page = blank ?? (await target.context.newPage());
  try {
    await page.goto(address);
    return page;
  } catch (error) {
    // The extension is being loaded again. Each further attempt opens a tab of its own.
    if (blank === undefined) await page.close();
    throw error;
  }
}

async function startedWorker(target: ChromiumTarget): Promise<Worker> {
  return waitFor('the worker', async () => {
    // Any message starts the worker, also one that it does not answer.
    await evaluate(
      target,
      () => chrome.runtime.sendMessage({ wake: true }).catch(() => undefined),
      undefined,
    );
    const workers = target.context.serviceWorkers().filter((one) => one.url().startsWith(baseOf(target)));
    const answers = await Promise.all(workers.map(answersSoon));
    return workers.find((_, index) => answers[index]);
  });
}

/** A worker that ends is still listed for a moment, and a question to it may never be answered. */
async function answersSoon(worker: Worker): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, 5_000, false);
  });
  const answer = worker.evaluate('true').then(
    () => true,
    () => false,
  );
  const isAlive = await Promise.race([answer, tooLate]);
  clearTimeout(timer);
  return isAlive;
}

async function stopWorker(target: ChromiumTarget): Promise<void> {
  const before = await backgroundContexts(target);
  await withCdp(target.context, async (cdp) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    for (const { targetId, type, url } of targetInfos)
      if (type === 'service_worker' && url.startsWith(baseOf(target)))
        await cdp.send('Target.closeTarget', { targetId });
  });
  // A page that waits for an answer starts the next worker at once, so there may be no moment without one.
  await waitFor(
    'the end of the worker',
    async () => !(await backgroundContexts(target)).some((id) => before.includes(id)),
  );
}

/** Ids of the running background contexts. Each start of the worker has a new id. */
function backgroundContexts(target: ChromiumTarget): Promise<readonly string[]> {
  return evaluate(
    target,
    async () =>
      (await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND'] })).map(({ contextId }) => contextId),
    undefined,
  );
}

async function reloadExtension(target: ChromiumTarget): Promise<void> {
  const { context, extension } = target;
  const base = baseOf(target);
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

async function approveHosts(target: ChromiumTarget, patterns: readonly string[]): Promise<void> {
  await inExtensionsPage(
    target,
    async ([id, hosts]) => {
      for (const host of hosts) await chrome.developerPrivate.addHostPermission(id, host);
    },
    [target.extensionId, [...patterns]] as const,
  );
}

/** Evaluates in a page of `chrome://extensions`, which may do what its buttons do. */
async function inExtensionsPage<Argument>(
  { context }: ChromiumTarget,
  code: (argument: Argument) => Promise<void>,
  argument: Argument,
): Promise<void> {
  const page = await context.newPage();
  try {
    // Any file of that host has the functions, and its page makes 250 requests.
    await page.goto('chrome://extensions/strings.m.js');
    await page.evaluate(code as (argument: unknown) => Promise<void>, argument);
  } finally {
    await page.close();
  }
}

async function changeHosts(
  target: ChromiumTarget,
  change: 'request' | 'remove',
  patterns: readonly string[],
): Promise<void> {
  // `permissions.request` requires a user gesture; Playwright evaluates with one.
  const done = await evaluate(
    target,
    ([name, origins]) => chrome.permissions[name]({ origins: [...origins] }),
    [change, patterns] as const,
  );
  if (!done) throw new Error(`the browser did not ${change} ${patterns.join(', ')}`);
}

function baseOf({ extensionId }: ChromiumTarget): string {
  return `chrome-extension://${extensionId}/`;
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
  readonly management: { readonly setEnabled: (id: string, isEnabled: boolean) => Promise<void> };
  readonly developerPrivate: { readonly addHostPermission: (id: string, host: string) => Promise<void> };
};
