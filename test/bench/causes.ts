import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import type { FreeBrowser } from '../support/browser/launch-free-browser';
import type { Figure, FigureGroup } from './figure';
import { kindsOfHeap, takeHeap } from './heap-kinds';
import { LEAST_NAME, LEAST_SCRIPT, withFiles } from './least-script';
import { contentScriptSources } from './script-sources';
import { recordScript } from './script-profile';
import { startSiteBrowsers, type SiteBrowser } from './site-browsers';
import type { SitePage } from './site-pages';

/** Seconds of play until a title is confirmed and its start is sent. */
const START_SECONDS = 65;

/** Seconds: one report interval. */
const STEADY_SECONDS = 120;

/**
 * Where the costs of a watch page come from: which sources take the time of its script, what the heap of the
 * content script's world consists of, and what wakes the worker. Times are processor time, so that other work
 * of the computer does not count.
 */
export async function measureCauses(extension: string, site: SitePage): Promise<FigureGroup> {
  const { open, close } = await startSiteBrowsers();
  const closers = [close];
  try {
    const sourceOf = await contentScriptSources(extension);
    const loader = await readFile(join(extension, 'service-worker-loader.js'), 'utf8');
    const noting = await withFiles(extension, { 'service-worker-loader.js': loader + NOTE_EVENTS }, closers);
    const least = await withFiles(extension, { 'content.js': LEAST_SCRIPT }, closers);
    const browsers = [await open(noting), await open(least), await open(false)] as const;
    const [ours, floor, plain] = await Promise.all(
      browsers.map(async (browser) => {
        const page = await play(browser, site);
        const script = await recordScript(page, STEADY_SECONDS, sourceOf);
        return { page, script, heap: await takeHeap(page) };
      }),
    );
    if (!ours || !floor || !plain) throw new Error('a page is missing');
    const events = await notedEvents(browsers[0]);
    return {
      title:
        `Where the costs of the page of ${site.name} come from (processor time of ${STEADY_SECONDS} s of play ` +
        `after the first ${START_SECONDS} s, with the profiler)`,
      figures: [
        ...scriptFigures(
          ours.script.sources,
          ours.script.milliseconds - plain.script.milliseconds,
          floor.script.milliseconds - plain.script.milliseconds,
        ),
        ...kindsOfHeap({ ours: ours.heap, floor: floor.heap, plain: plain.heap }),
        ...eventFigures(events),
      ],
    };
  } finally {
    for (const closer of closers.toReversed()) await closer();
  }
}

async function play({ browser }: FreeBrowser, { address, start }: SitePage): Promise<Page> {
  const page = await browser.newPage();
  await page.bringToFront();
  await page.goto(address, { waitUntil: 'load' });
  await page.evaluate(start);
  await new Promise((resolve) => {
    setTimeout(resolve, START_SECONDS * 1_000);
  });
  return page;
}

/**
 * All of the script, and the sources that take most of it; the samples tell the shares. `milliseconds`, `least`:
 * added in the steady time by Matinee and by the smallest script.
 */
function scriptFigures(sources: ReadonlyMap<string, number>, milliseconds: number, least: number): Figure[] {
  const perMinute = (milliseconds * 60) / STEADY_SECONDS;
  const leastPerMinute = (least * 60) / STEADY_SECONDS;
  const samples = [...sources.values()].reduce((sum, count) => sum + count, 0);
  const shares = [...sources].toSorted(([, a], [, b]) => b - a);
  const shown = shares.slice(0, 12);
  const rest = shares.slice(12).reduce((sum, [, count]) => sum + count, 0);
  return [
    {
      name: 'script added per minute, with what follows in microtasks',
      value: perMinute,
      unit: 'ms',
      how: `${LEAST_NAME}: ${leastPerMinute.toFixed(2)} ms`,
    },
    ...[...shown, ['all other sources', rest] as const].map(([name, count]) => ({
      name: `– of it in ${name}`,
      value: (perMinute * count) / Math.max(1, samples),
      unit: 'ms',
    })),
  ];
}

interface NotedEvent {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly what: string;
}

function eventFigures(events: readonly NotedEvent[]): Figure[] {
  const begin = events.find(({ what }) => what === 'message hello')?.at ?? 0;
  const seconds = (event: NotedEvent) => (event.at - begin) / 1_000;
  const count = (some: readonly NotedEvent[]) => {
    const kinds = [...new Set(some.map(({ what }) => what))];
    return kinds.map((kind) => `${some.filter(({ what }) => what === kind).length} × ${kind}`).join(', ');
  };
  const first = events.filter((event) => seconds(event) >= 0 && seconds(event) < START_SECONDS);
  const steady = events.filter((event) => {
    const at = seconds(event) - START_SECONDS;
    return at >= 0 && at < STEADY_SECONDS;
  });
  return [
    {
      name: `events of the worker in the first ${START_SECONDS} s`,
      value: first.length,
      unit: '',
      how: `${count(first)}; the last after ${Math.round(Math.max(0, ...first.map(seconds)))} s`,
    },
    {
      name: `events of the worker in the ${STEADY_SECONDS} s after that`,
      value: steady.length,
      unit: '',
      how: count(steady),
    },
    {
      name: 'worker alive per minute with one event in a report interval, the least that is possible',
      value: (IDLE_SECONDS * 60) / STEADY_SECONDS,
      unit: 's',
      how: `the browser keeps it for ${IDLE_SECONDS} s after each event`,
    },
  ];
}

/** Seconds for which Chromium keeps a worker of an extension after its last event. */
const IDLE_SECONDS = 30;

/** What the worker of the copy has noted, oldest first. */
async function notedEvents({ browser, origin }: SiteBrowser): Promise<NotedEvent[]> {
  const page = await browser.newPage();
  await page.goto(`${origin}/src/popup/index.html`);
  const stored = await page.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { session: { get: (key: null) => Promise<Record<string, unknown>> } } };
    };
    return chrome.storage.session.get(null);
  });
  return Object.entries(stored)
    .filter(([key]) => key.startsWith('bench:'))
    .map(([key, what]) => ({ at: Number(key.split(':')[1]), what: String(what) }))
    .toSorted((a, b) => a.at - b.at);
}

const NOTE_EVENTS = `
const note = (what) => chrome.storage.session.set({ ['bench:' + Date.now() + ':' + Math.random()]: what });
chrome.runtime.onMessage.addListener(({ name, input }) => {
  note('message ' + name + (name === 'report' ? ' (' + input.cause + ')' : ''));
});
chrome.alarms.onAlarm.addListener(({ name }) => note('alarm ' + name));
`;
