import type { CDPSession, Page } from 'puppeteer-core';
import type { FreeBrowser } from '../support/browser/launch-free-browser';
import type { Figure, FigureGroup } from './figure';
import { startSiteBrowsers } from './site-browsers';
import type { SitePage } from './site-pages';
import { recordTrace, scriptTime, timersFired } from './trace';

/**
 * The cost of watch pages of five sites, each with its own connector, signed in and at the default interval,
 * beyond the same page without an extension.
 */
export async function measureSites(extension: string, pages: readonly SitePage[]): Promise<FigureGroup> {
  const { open, close } = await startSiteBrowsers();
  try {
    const compare = async (page: SitePage) => {
      const [extended, plain] = [await open(extension), await open(false)];
      const [cost, base] = await Promise.all([visit(extended, page), visit(plain, page)]);
      await Promise.all([extended.browser.close(), plain.browser.close()]);
      return figuresOf(page, cost, base);
    };
    const figures: Figure[] = [];
    for (let at = 0; at < pages.length; at += AT_ONCE)
      figures.push(...(await Promise.all(pages.slice(at, at + AT_ONCE).map(compare))).flat());
    return {
      title:
        'Watch pages of five sites with their own connectors, beyond the same pages without the extension ' +
        `(signed in, default interval, ${START_SECONDS} s and then ${STEADY_SECONDS} s of play)`,
      figures,
    };
  } finally {
    await close();
  }
}

/** Pages that are measured at the same time, each in a browser of its own; a page costs little. */
const AT_ONCE = 3;

/**
 * Seconds of play in which a title is confirmed and its start is sent, and after which the worker has ended.
 */
const START_SECONDS = 65;

/** One report interval. */
const STEADY_SECONDS = 120;

/**
 * Of one page: script and heap of its process, timers that fired there, and how long the worker ran. Script is
 * processor time, with all that follows it in microtasks.
 */
interface Visit {
  /** Milliseconds per minute. */
  readonly startScript: number;
  readonly script: number;
  /** Per minute. */
  readonly timers: number;
  /** Seconds per minute. */
  readonly startAlive: number;
  readonly alive: number;
  /** Bytes after a collection. */
  readonly heap: number;
}

async function visit({ browser, aliveSeconds }: FreeBrowser, { address, start }: SitePage): Promise<Visit> {
  const page = await browser.newPage();
  try {
    const cdp = await page.createCDPSession();
    await cdp.send('Performance.enable');
    aliveSeconds();
    await page.bringToFront();
    await page.goto(address, { waitUntil: 'load' });
    await page.evaluate(start);
    await pause(1_500);
    const began = await recordTrace(cdp, START_SECONDS);
    const startAlive = aliveSeconds();
    const steady = await recordTrace(cdp, STEADY_SECONDS);
    const alive = aliveSeconds();
    await requirePlaying(page);
    return {
      startScript: (scriptTime(began) * 60) / START_SECONDS,
      script: (scriptTime(steady) * 60) / STEADY_SECONDS,
      timers: (timersFired(steady) * 60) / STEADY_SECONDS,
      startAlive: (startAlive * 60) / START_SECONDS,
      alive: (alive * 60) / STEADY_SECONDS,
      heap: await heapOf(cdp),
    };
  } finally {
    await page.close();
  }
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  return metric(cdp, 'JSHeapUsedSize');
}

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? 0;
}

/** The films are longer than a measurement, so each of them plays until its end. */
async function requirePlaying(page: Page): Promise<void> {
  const plays = (await page.evaluate(`
    [...document.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot?.querySelectorAll('video') ?? [])])
      .some((one) => one.localName === 'video' && !one.paused && one.currentTime > 60)`)) as boolean;
  if (!plays) throw new Error(`${page.url()} has stopped`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function figuresOf({ name }: SitePage, cost: Visit, base: Visit): readonly Figure[] {
  const added = (key: keyof Visit) => cost[key] - base[key];
  return [
    {
      name: `${name}: script time added per minute of play`,
      value: added('script'),
      unit: 'ms',
      goal: 6,
      how: `in the first ${START_SECONDS} s: ${added('startScript').toFixed(1)} ms per minute`,
    },
    {
      name: `${name}: worker alive per minute of play`,
      value: cost.alive,
      unit: 's',
      goal: 20,
      how: `in the first ${START_SECONDS} s: ${cost.startAlive.toFixed(0)} s per minute`,
    },
    { name: `${name}: timers added per minute of play`, value: added('timers'), unit: '', goal: 12 },
    { name: `${name}: heap after collection, added`, value: added('heap') / 1e6, unit: 'MB', goal: 0.5 },
  ];
}
