import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TabState } from '../../src/background/state/tab-state';
import { withCdp } from '../support/browser/cdp';
import type { Chromium } from '../support/browser/chromium';
import { sendMessage } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { waitFor } from '../support/wait-for';
import { median, quantile, type FigureGroup } from './figure';

const popup = 'src/popup/index.html';
const bare = 'bare.html';

/**
 * Times from opening the popup to its first paint with content and to the paint of the title of the tab.
 * Cold: the browser has started, the worker is stopped and no page of the extension was open before. A page
 * of the extension with one word is measured in turns with it, as the lower limit for any popup.
 */
export async function measurePopup(extension: string, quick: boolean): Promise<FigureGroup> {
  const openings = quick ? 3 : 12;
  const folder = await mkdtemp(join(tmpdir(), 'matinee-popup-'));
  const paints = {
    cold: [] as number[],
    warm: [] as number[],
    film: [] as number[],
    largest: [] as number[],
    bareLargest: [] as number[],
    bare: [] as number[],
    bareWarm: [] as number[],
    early: [] as number[],
    bareEarly: [] as number[],
    busy: [] as number[],
    bareBusy: [] as number[],
    scripts: [] as number[],
  };
  try {
    await cp(extension, folder, { recursive: true });
    await writeFile(join(folder, bare), '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Matinee');
    for (let turn = 0; turn < openings; turn += 1) {
      await inBrowser(folder, async (browser) => {
        await closeWelcome(browser);
        const path = `${popup}?tab=${await playFilm(browser)}`;
        await rest(browser);
        const first = await open(browser, path);
        paints.cold.push(first.paint);
        paints.film.push(first.film);
        paints.largest.push(first.largest);
        paints.busy.push(first.busy);
        paints.scripts.push(first.scripts);
        paints.warm.push((await open(browser, path)).paint);
      });
      await inBrowser(folder, async (browser) => {
        await closeWelcome(browser);
        await rest(browser);
        const first = await open(browser, bare);
        paints.bare.push(first.paint);
        paints.bareBusy.push(first.busy);
        paints.bareLargest.push(first.largest);
        paints.bareWarm.push((await open(browser, bare)).paint);
      });
      await inBrowser(folder, async (browser) => void paints.early.push((await open(browser, popup)).paint));
      await inBrowser(
        folder,
        async (browser) => void paints.bareEarly.push((await open(browser, bare)).paint),
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const ofBare = (list: readonly number[]) => `a page with one word: ${median(list).toFixed(0)} ms`;
  return {
    title: `The popup (${openings} openings, each in a new browser)`,
    figures: [
      {
        name: 'first paint when cold, median',
        value: median(paints.cold),
        unit: 'ms',
        goal: 90,
        how: ofBare(paints.bare),
      },
      {
        name: 'first paint when cold, later than that of a page with one word, median',
        value: median(paints.cold) - median(paints.bare),
        unit: 'ms',
        goal: 30,
        how: 'both in turns, in the same run',
      },
      {
        name: 'first paint when cold, 95th percentile',
        value: quantile(paints.cold, 0.95),
        unit: 'ms',
        how: `a page with one word: ${quantile(paints.bare, 0.95).toFixed(0)} ms`,
      },
      {
        name: 'processor time of the page until the film is in it when cold, median',
        value: median(paints.busy),
        unit: 'ms',
        how: `scripts: ${median(paints.scripts).toFixed(0)} ms; ${ofBare(paints.bareBusy)}`,
      },
      {
        name: 'largest paint when cold, later than that of a page with one word, median',
        value: median(paints.largest) - median(paints.bareLargest),
        unit: 'ms',
        goal: 80,
        how: ofBare(paints.bareLargest),
      },
      { name: 'the film that plays is in it when cold, median', value: median(paints.film), unit: 'ms' },
      {
        name: 'first paint when warm, median',
        value: median(paints.warm),
        unit: 'ms',
        how: ofBare(paints.bareWarm),
      },
      {
        name: 'first paint while the browser itself still starts, median',
        value: median(paints.early),
        unit: 'ms',
        how: ofBare(paints.bareEarly),
      },
    ],
  };
}

async function inBrowser(extension: string, work: (browser: Chromium) => Promise<void>): Promise<void> {
  const browser = await launchChromium({ extension });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Stores the state of a tab in which a film plays, and the view that the worker makes of it, as after each
 * report: then its answer to the popup is what the popup has already drawn. Returns the id of the tab.
 */
async function playFilm(browser: Chromium): Promise<number> {
  await browser.grantHosts(['https://www.netflix.com/*']);
  const state: Omit<TabState, 'tabId'> = {
    private: false,
    siteId: 'netflix',
    url: 'https://www.netflix.com/watch/1',
    scripts: { 0: { run: 'bench', seq: 1 } },
    reading: {
      item: { type: 'movie', title: 'Sintel', year: 2010 },
      identity: 'Sintel',
      confidence: 1,
      degraded: false,
      missing: [],
    },
    playbacks: { 0: { state: 'playing', position: 300, duration: 888, rate: 1, at: Date.now() } },
    visible: true,
    // Without a session: the worker would end that of a tab whose page does not answer.
    watch: { phase: 'idle' },
  };
  const worker = await browser.worker();
  const tabId = await worker.evaluate(async (stored) => {
    // A tab of its own: `rest` closes the pages of the extension, one of which is in the first tab now.
    const { id } = await chrome.tabs.create({ active: false });
    await chrome.storage.session.set({ [`tab:${id}`]: { ...stored, tabId: id } });
    return id;
  }, state);
  // The worker keeps what it has read, and reads the state of the tab only after its next start.
  await browser.stopWorker();
  const view = await sendMessage(browser, 'tab.view', { tabId });
  const again = await browser.worker();
  await again.evaluate((stored) => chrome.storage.session.set({ [`view:${stored.tabId}`]: stored }), view);
  return tabId;
}

/**
 * Closes the page that opens by itself after the installation, so that none opens after `rest` has closed them all.
 */
async function closeWelcome({ context }: Chromium): Promise<void> {
  const welcome = await waitFor('the welcome page', () =>
    context.pages().find((page) => page.url().endsWith('/welcome.html')),
  );
  await welcome.close();
}

/** Closes all pages of the extension and stops the worker, as 30 s after the last use. */
async function rest({ context, extensionId }: Chromium): Promise<void> {
  for (const page of context.pages()) if (page.url().includes(extensionId)) await page.close();
  await withCdp(context, async (cdp) => {
    const workers = async () =>
      (await cdp.send('Target.getTargets')).targetInfos.filter(
        (target) => target.type === 'service_worker' && target.url.includes(extensionId),
      );
    for (const { targetId } of await workers()) await cdp.send('Target.closeTarget', { targetId });
    await waitFor('the end of the worker', async () => (await workers()).length === 0);
  });
  // The work of the browser at its start takes less time; there is no event for its end.
  await new Promise((resolve) => {
    setTimeout(resolve, 3_000);
  });
}

interface Opening {
  /** Milliseconds from the start of the page to its first paint, and to that of the film. */
  readonly paint: number;
  readonly film: number;
  /** Milliseconds until the largest of its parts was painted. */
  readonly largest: number;
  /** Milliseconds of processor time that its main thread took until then, and those for scripts. */
  readonly busy: number;
  readonly scripts: number;
}

/** Opens and closes a page. */
async function open({ context, extensionId }: Chromium, path: string): Promise<Opening> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.ticket h2') === null) return;
      observer.disconnect();
      // In the second frame after the change the first one has been painted.
      requestAnimationFrame(() => requestAnimationFrame((at) => performance.mark('film', { startTime: at })));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`chrome-extension://${extensionId}/${path}`);
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry === undefined) return;
          observer.disconnect();
          resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  const film = path.includes('?tab=')
    ? await waitFor('the film', () => page.evaluate(() => performance.getEntriesByName('film')[0]?.startTime))
    : 0;
  const largest = await page.evaluate(largestPaint);
  const { metrics } = await cdp.send('Performance.getMetrics');
  const spent = (name: string) => 1_000 * (metrics.find((one) => one.name === name)?.value ?? 0);
  await page.close();
  return { paint, film, largest, busy: spent('TaskDuration'), scripts: spent('ScriptDuration') };
}

/** Runs in a page, once all of it is there. */
async function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      resolve(Math.max(...list.getEntries().map(({ startTime }) => startTime)));
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
}

/** Runs in the worker. */
declare const chrome: {
  readonly tabs: { readonly create: (options: { active: boolean }) => Promise<{ readonly id: number }> };
  readonly storage: { readonly session: { readonly set: (values: object) => Promise<void> } };
};
