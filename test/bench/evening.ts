import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession } from 'puppeteer-core';
import type { FreeBrowser } from '../support/browser/launch-free-browser';
import type { Figure, FigureGroup } from './figure';
import { leastExtension, LEAST_NAME } from './least-script';
import { followProcesses, type Spent } from './processes';
import { startSiteBrowsers } from './site-browsers';
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
 * the folder `MATINEE_RIVALS`, named by their folders, and none. Goals are ratios of the same run.
 */
export async function measureEvening(extension: string, quick: boolean): Promise<FigureGroup> {
  const { open, openOther, close } = await startSiteBrowsers();
  const closers = [close];
  try {
    const others = { [LEAST_NAME]: await leastExtension(closers), ...(await rivals()) };
    const seconds = quick ? STEADY_SECONDS / 2 : STEADY_SECONDS;
    const opened = [];
    for (const page of sitePages.filter(({ name }) => ['Netflix', 'YouTube'].includes(name))) {
      const browsers: [string, FreeBrowser][] = [
        ['Matinee', await open(extension)],
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
  const { page, extension, browser, other } = ours.steady;
  const parts = [page - plain.steady.page, extension, browser - plain.steady.browser];
  /** `most`: how much of the floor is allowed; of a rival that is better than that, no more than it takes. */
  const row = (name: string, unit: string, value: (of: Evening) => number, most?: number): Figure => {
    const beside = Object.entries({ [LEAST_NAME]: least, ...rivals });
    const found = Object.values(rivals).map(value);
    return {
      name: `${site}: ${name}`,
      value: value(ours),
      unit,
      how: beside.map(([who, of]) => `${who}: ${value(of).toPrecision(3)}`).join('; '),
      ...(most !== undefined && { goal: Math.min(most * value(least), ...found) }),
    };
  };
  const added = (of: Spent, from: Spent) => total(of) - total(from);
  return [
    row('processor time added in the first minute', 'ms', ({ first }) => added(first, plain.first), 3),
    row('processor time added in a steady minute', 'ms', ({ steady }) => added(steady, plain.steady), 1.5),
    ...['the page', 'the extension', 'the browser itself'].map((of, at) => ({
      name: `– of it in the process of ${of}`,
      value: parts[at] ?? 0,
      unit: 'ms',
    })),
    { name: '– of it in all other processes', value: other - plain.steady.other, unit: 'ms' },
    row('wake-ups of the worker in an hour of steady play', '', ({ wakeUps }) => wakeUps),
    row(
      'processor time for each of them, outside of the page',
      'ms',
      ({ steady, wakeUps }) =>
        (60 / Math.max(1, wakeUps)) * (added(steady, plain.steady) - steady.page + plain.steady.page),
    ),
    row('script added in a steady minute', 'ms', ({ script }) => script - plain.script, 2),
    row('heap after collection, added', 'MB', ({ heap }) => (heap - plain.heap) / 1e6, 2),
  ];
}

function total({ page, extension, browser, other }: Spent): number {
  return page + extension + browser + other;
}
