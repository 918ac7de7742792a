import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'puppeteer-core';
import { startService } from '../../src/service/start-service';
import { signIn } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import type { Figure, FigureGroup } from './figure';
import { launchFreeBrowser, type FreeBrowser } from '../support/browser/launch-free-browser';
import { createCinemaCatalogue } from '../demo/cinema-catalogue';
import { siteHosts, sitePatterns, type SitePage } from './site-pages';

/**
 * The cost of watch pages of five sites, each with its own connector, signed in and at the default interval,
 * beyond the same page without an extension.
 */
export async function measureSites(extension: string, pages: readonly SitePage[]): Promise<FigureGroup> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const service = await startService({
      catalogue: createCinemaCatalogue(),
      dataDir: ':memory:',
      deviceIntervalSeconds: 1,
      log: () => {},
    });
    closers.push(() => service.close());
    const sites = await startSiteServer(siteHosts);
    closers.push(() => sites.close());
    const open = async (folder: string | false) => {
      const profile = await mkdtemp(join(tmpdir(), 'matinee-profile-'));
      closers.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
      if (folder !== false) await prepareProfile(profile, folder, sites, service);
      const free = await launchFreeBrowser(profile, folder, sites);
      closers.push(() => free.browser.close());
      if (folder !== false) await closeWelcome(free);
      return free;
    };
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
    for (const closer of closers.toReversed()) await closer();
  }
}

/** Pages that are measured at the same time, each in a browser of its own; a page costs little. */
const AT_ONCE = 3;

/** A profile that is signed in and has access to the sites. */
async function prepareProfile(
  profile: string,
  extension: string,
  sites: SiteServer,
  service: Awaited<ReturnType<typeof startService>>,
): Promise<void> {
  const chromium = await launchChromium({ extension, sites, profile });
  try {
    await signIn(chromium, service);
    await chromium.grantHosts(sitePatterns);
  } finally {
    await chromium.close();
  }
}

/**
 * Closes the page that opens by itself after the installation: else the measured page is in the background,
 * where the browser may not load its film.
 */
async function closeWelcome({ browser }: FreeBrowser): Promise<void> {
  const welcome = await waitFor('the welcome page', async () =>
    (await browser.pages()).find((page) => page.url().endsWith('/welcome.html')),
  );
  await welcome.close();
}

/**
 * Seconds of play in which a title is confirmed and its start is sent, and after which the worker has ended.
 */
const START_SECONDS = 65;

/** One report interval, each half of it for other figures. */
const STEADY_SECONDS = 120;

/** Of one page: script and heap of its process, timers that fired there, and how long the worker ran. */
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
    const seconds = STEADY_SECONDS / 2;
    const began = await playFor(cdp, START_SECONDS);
    const startAlive = aliveSeconds();
    const { script } = await playFor(cdp, seconds);
    const timers = await timersIn(cdp, seconds);
    const alive = aliveSeconds();
    await requirePlaying(page);
    return {
      startScript: began.script,
      script,
      timers,
      startAlive: (startAlive * 60) / START_SECONDS,
      alive: (alive * 60) / (2 * seconds),
      heap: await heapOf(cdp),
    };
  } finally {
    await page.close();
  }
}

/** Milliseconds of script per minute, over this time. */
async function playFor(cdp: CDPSession, seconds: number): Promise<{ readonly script: number }> {
  const before = await metric(cdp, 'ScriptDuration');
  await pause(seconds * 1_000);
  const spent = (await metric(cdp, 'ScriptDuration')) - before;
  return { script: (spent * 1_000 * 60) / seconds };
}

/** Timers per minute that fire in the page's process, from a trace of the browser. */
async function timersIn(cdp: CDPSession, seconds: number): Promise<number> {
  let fired = 0;
  const count = ({ value }: { value: readonly unknown[] }) => {
    fired += value.filter((event) => (event as { name?: string }).name === 'TimerFire').length;
  };
  cdp.on('Tracing.dataCollected', count);
  const done = new Promise((resolve) => {
    cdp.once('Tracing.tracingComplete', resolve);
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'], excludedCategories: ['*'] },
  });
  await pause(seconds * 1_000);
  await cdp.send('Tracing.end');
  await done;
  cdp.off('Tracing.dataCollected', count);
  return (fired * 60) / seconds;
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
