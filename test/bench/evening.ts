import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession } from 'puppeteer-core';
import type { FreeBrowser } from '../support/browser/launch-free-browser';
import { waitFor } from '../support/wait-for';
import type { Figure, FigureGroup } from './figure';
import { leastExtension, LEAST_NAME } from './least-script';
import { KINDS, followProcesses, type Spent } from './processes';
import { startSiteBrowsers, type SiteBrowser } from './site-browsers';
import { sitePages, type SitePage } from './site-pages';

/** Seconds for which the browsers rest after their start, and of play until the worker sleeps. */
const REST_SECONDS = 35;
const FIRST_SECONDS = 60;
/** Seconds of steady play: two report intervals, with their jitter. */
const STEADY_SECONDS = 720;

interface Evening {
  /** In the first minute, and per minute of steady play. */
  readonly first: Spent;
  readonly steady: Spent;
  /** Per hour of steady play. */
  readonly wakeUps: number;
  /** Milliseconds of the page's main thread, per minute of steady play. */
  readonly script: number;
  /** Bytes after a collection. */
  readonly heap: number;
}

/**
 * What an evening costs the whole computer: the processor time of all processes of the browser, each condition
 * in a browser of its own at the same time: Matinee, the least extension that wakes as often, those in
 * the folder `MATINEE_RIVALS`, named by their folders, and none. Goals are ratios of the same run. On a busy
 * machine the film falls behind the clock, and Matinee reports whenever that is 4 s: more wake-ups are counted.
 */
export async function measureEvening(extension: string, quick: boolean): Promise<FigureGroup> {
  const { open, openOther, close } = await startSiteBrowsers();
  const closers = [close];
  try {
    const others = { [LEAST_NAME]: await leastExtension(closers), ...(await rivals()) };
    const seconds = quick ? STEADY_SECONDS / 2 : STEADY_SECONDS;
    const opened = [];
    const measuredSites = quick ? ['Netflix'] : ['Netflix', 'YouTube'];
    for (const page of sitePages.filter(({ name }) => measuredSites.includes(name))) {
      const ours = await open(extension);
      await postponeCatalogue(ours);
      const browsers: [string, FreeBrowser][] = [
        ['Matinee', ours],
        ['', await open(false)],
      ];
      for (const [name, folder] of Object.entries(others)) browsers.push([name, await openOther(folder)]);
      opened.push({ page, browsers });
    }
    await pause(REST_SECONDS);
    const measured = await Promise.all(
      opened.map(async ({ page, browsers }) => {
        const watch = async ([name, browser]: [string, FreeBrowser]) =>
          [name, await watchEvening(browser, page, seconds)] as const;
        return figuresOf(page.name, Object.fromEntries(await Promise.all(browsers.map(watch))));
      }),
    );
    return {
      title:
        'An evening: processor time of all processes, beyond the same page without an extension ' +
        `(${FIRST_SECONDS} s and then ${seconds} s of play)`,
      figures: measured.flat(),
    };
  } finally {
    for (const closer of closers.toReversed()) await closer();
  }
}

/**
 * The look at connectors that follows each start of the browser by five minutes, and is repeated every six
 * hours, is no part of steady play: it would count as one in six minutes.
 */
async function postponeCatalogue({ browser, origin }: SiteBrowser): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${origin}/manifest.json`);
  await waitFor('the alarm of the catalogue', () => page.evaluate(`chrome.alarms.get('catalogue')`));
  await page.evaluate(`chrome.alarms.create('catalogue', { delayInMinutes: 360 })`);
  await page.close();
}

/** Folders of built extensions, by their names. */
async function rivals(): Promise<Readonly<Record<string, string>>> {
  const folder = process.env['MATINEE_RIVALS'];
  if (folder === undefined) return {};
  return Object.fromEntries((await readdir(folder)).map((name) => [name, join(folder, name)]));
}

async function watchEvening(
  { browser, wakeUps }: FreeBrowser,
  { address, start }: SitePage,
  seconds: number,
): Promise<Evening> {
  // What an extension opens after its installation.
  for (const one of await browser.pages()) if (one.url().startsWith('chrome-ext')) await one.close();
  const page = await browser.newPage();
  const cdp = await page.createCDPSession();
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.bringToFront();
  const processes = followProcesses(browser.process()?.pid ?? 0);
  await processes.spent(1);
  const began = performance.now();
  // On a busy machine that takes minutes.
  await page.goto(address, { waitUntil: 'load', timeout: 300_000 });
  await page.evaluate(start);
  await pause(FIRST_SECONDS - (performance.now() - began) / 1_000);
  const first = await processes.spent(1);
  const before = await metric(cdp, 'ScriptDuration');
  wakeUps();
  await pause(seconds);
  const steady = await processes.spent(seconds / 60);
  processes.stop();
  const script = ((await metric(cdp, 'ScriptDuration')) - before) * 1_000;
  const perHour = (wakeUps() * 3_600) / seconds;
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const heap = await metric(cdp, 'JSHeapUsedSize');
  return { first, steady, wakeUps: perHour, script: (script * 60) / seconds, heap };
}

async function metric(cdp: CDPSession, name: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find((one) => one.name === name)?.value ?? 0;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}

/** `evenings`: by condition; `''` without an extension. */
function figuresOf(
  site: string,
  { '': plain, Matinee: ours, [LEAST_NAME]: least, ...rivals }: Readonly<Record<string, Evening>>,
): readonly Figure[] {
  if (plain === undefined || ours === undefined || least === undefined) throw new Error('one is missing');
  const row = (name: string, unit: string, value: (of: Evening) => number, goal?: number): Figure => ({
    name: `${site}: ${name}`,
    value: value(ours),
    unit,
    how: Object.entries({ [LEAST_NAME]: least, ...rivals })
      .map(([who, of]) => `${who}: ${value(of).toPrecision(3)}`)
      .join('; '),
    ...(goal !== undefined && { goal }),
  });
  /** No more than any rival takes, and no more than `most`. */
  const beside = (value: (of: Evening) => number, most?: number): number | undefined => {
    const limits = [...Object.values(rivals).map(value), ...(most === undefined ? [] : [most])];
    return limits.length === 0 ? undefined : Math.min(...limits);
  };
  const added = (of: Spent, from: Spent) => total(of) - total(from);
  const first = (of: Evening) => added(of.first, plain.first);
  const steady = (of: Evening) => added(of.steady, plain.steady);
  const outside = (of: Evening) => steady(of) - of.steady.page + plain.steady.page;
  const script = (of: Evening) => of.script - plain.script;
  return [
    row('processor time added in the first minute', 'ms', first, beside(first)),
    ...parts(ours.first, plain.first),
    row('processor time added in a steady minute', 'ms', steady, beside(steady, 80)),
    ...parts(ours.steady, plain.steady),
    row('wake-ups of the worker in an hour of steady play', '', ({ wakeUps }) => wakeUps),
    row(
      'processor time for each of them, outside of the page',
      'ms',
      (of) => (60 / Math.max(1, of.wakeUps)) * outside(of),
      100,
    ),
    row('script added in a steady minute', 'ms', script, 2 * script(least)),
    row('heap after collection, added', 'MB', ({ heap }) => (heap - plain.heap) / 1e6, 0.45),
  ];
}

function parts(of: Spent, from: Spent): readonly Figure[] {
  return KINDS.map((kind) => ({ name: `– of it ${WHERE[kind]}`, value: of[kind] - from[kind], unit: 'ms' }));
}

const WHERE: Readonly<Record<keyof Spent, string>> = {
  page: 'in the process of the page',
  extension: 'in the process of the extension',
  browser: 'in the process of the browser itself',
  other: 'in all other processes',
};

function total({ page, extension, browser, other }: Spent): number {
  return page + extension + browser + other;
}
