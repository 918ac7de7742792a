import { withFiles, leastExtension, LEAST_SCRIPT } from './least-script';
import type { FigureGroup } from './figure';
import { followProcesses, KINDS, none, type Spent } from './processes';
import { startSiteBrowsers } from './site-browsers';
import { examinedPage } from './site-pages';
import type { FreeBrowser } from '../support/browser/launch-free-browser';
import type { Page } from 'puppeteer-core';

/**
 * Where the processor time of a wake-up goes: an empty worker, then our scripts, then the work of a report.
 * Each time the browser has ended it, and a message of a page wakes it; counted until it has ended again.
 */
export async function measureWakeUp(extension: string, quick: boolean): Promise<FigureGroup> {
  const { open, openOther, close } = await startSiteBrowsers();
  const closers = [close];
  const times = quick ? 2 : 5;
  try {
    const idle = await withFiles(extension, { 'content.js': LEAST_SCRIPT + ON_PAUSE }, closers);
    const empty = await leastExtension(closers, ON_PAUSE);
    const browsers = [await openOther(empty), await open(idle), await open(extension)];
    const costs = await Promise.all(browsers.map((browser) => wakeOften(browser, times)));
    return {
      title: `A wake-up of the worker (processor time outside of the page, mean of ${times})`,
      figures: costs.map(({ extension: own, browser, other }, at) => ({
        name: KINDS_OF_WORKER[at] ?? '',
        value: own + browser + other,
        unit: 'ms',
        how: `the worker’s process ${own.toFixed(0)}, the browser ${browser.toFixed(0)}, others ${other.toFixed(0)}`,
      })),
    };
  } finally {
    for (const closer of closers.toReversed()) await closer();
  }
}

const KINDS_OF_WORKER = [
  'an empty worker: the browser starts and ends it',
  'the worker of Matinee with a message that it does not know: its script too',
  'the same with a report that is sent to the tracker: its work too',
];

/** A message for each pause of the player, where the content script does not send one. */
const ON_PAUSE = `
document.addEventListener('pause', () => chrome.runtime.sendMessage({}).catch(() => {}), { capture: true });`;

/** Seconds in which a worker starts, does its work, and is ended by the browser after 30 s without an event. */
const LIFE_SECONDS = 38;

async function wakeOften({ browser }: FreeBrowser, times: number): Promise<Spent> {
  for (const one of await browser.pages()) if (one.url().startsWith('chrome-ext')) await one.close();
  const page = await browser.newPage();
  await page.bringToFront();
  await page.goto(examinedPage.address, { waitUntil: 'load', timeout: 300_000 });
  await page.evaluate(examinedPage.start);
  // A title is confirmed and its start is sent; then the worker is ended.
  await pause(LIFE_SECONDS + 30);
  const processes = followProcesses(browser.process()?.pid ?? 0);
  const found = none();
  for (let turn = 0; turn < times; turn++) {
    await processes.spent(1);
    await setPaused(page, true);
    await pause(LIFE_SECONDS);
    const woken = await processes.spent(1);
    await pause(LIFE_SECONDS);
    const asleep = await processes.spent(1);
    for (const kind of KINDS) found[kind] += (woken[kind] - asleep[kind]) / times;
    await setPaused(page, false);
    await pause(LIFE_SECONDS);
  }
  processes.stop();
  return found;
}

async function setPaused(page: Page, isPaused: boolean): Promise<void> {
  await page.evaluate(
    `document.querySelector('[data-uia="watch-video"] video').${isPaused ? 'pause' : 'play'}()`,
  );
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}
