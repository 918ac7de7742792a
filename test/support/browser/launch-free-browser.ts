import { launch, TargetType, type Browser } from 'puppeteer-core';
import { requireChromium } from './browser-paths';
import { chromiumArguments } from './launch-chromium';
import type { SiteServer } from '../server/site-server';

export interface FreeBrowser {
  readonly browser: Browser;
  /** Seconds for which a worker of an extension has run since the last call. */
  readonly aliveSeconds: () => number;
  /** How often one was started since the last call. */
  readonly wakeUps: () => number;
}

/**
 * A Chromium in which no debugger is attached to the worker of the extension, since a worker with one never
 * ends. `extension`: its folder, or false for none.
 */
export async function launchFreeBrowser(
  profile: string,
  extension: string | false,
  sites: SiteServer,
): Promise<FreeBrowser> {
  const browser = await launch({
    executablePath: requireChromium(),
    userDataDir: profile,
    headless: true,
    acceptInsecureCerts: true,
    enableExtensions: true,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...chromiumArguments(extension, { sites })],
    // On a busy machine a start can take minutes.
    protocolTimeout: 600_000,
    targetFilter: (target) => target.type() !== TargetType.SERVICE_WORKER,
  });
  return { browser, ...(await countAlive(browser)) };
}

async function countAlive(browser: Browser): Promise<Omit<FreeBrowser, 'browser'>> {
  const cdp = await browser.target().createCDPSession();
  const running = new Set<string>();
  let milliseconds = 0;
  let started = 0;
  let since = performance.now();
  const count = () => {
    const now = performance.now();
    if (running.size > 0) milliseconds += now - since;
    since = now;
  };
  cdp.on('Target.targetCreated', ({ targetInfo: { targetId, type, url } }) => {
    if (type !== 'service_worker' || !url.startsWith('chrome-extension://')) return;
    count();
    running.add(targetId);
    started += 1;
  });
  cdp.on('Target.targetDestroyed', ({ targetId }) => {
    count();
    running.delete(targetId);
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
  return {
    aliveSeconds: () => {
      count();
      const seconds = milliseconds / 1_000;
      milliseconds = 0;
      return seconds;
    },
    wakeUps: () => {
      const before = started;
      started = 0;
      return before;
    },
  };
}
