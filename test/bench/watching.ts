import type { CDPSession, Page } from 'playwright';
import { pollSeconds } from '../../src/core/session/thresholds';
import type { Chromium } from '../support/browser/chromium';
import { withCdp } from '../support/browser/cdp';
import { tabViews } from '../support/browser/drive-extension';
import { waitFor } from '../support/wait-for';
import { WATCH_PAGE, type Browsers } from './browsers';
import { median, quantile, type FigureGroup } from './figure';
import { LEAST_NAME } from './least-script';

/**
 * The cost of a watch page with Matinee and with the smallest content script, less the cost without either.
 */
export async function measureWatching(browsers: Browsers, quick: boolean): Promise<FigureGroup> {
  const repetitions = quick ? 2 : 5;
  // A multiple of the poll interval, so that each measurement contains the same number of polls.
  const seconds = pollSeconds * (quick ? 1 : 2);
  const visits = await visitInTurns(browsers, repetitions, seconds);
  const hooks = await hooksOf(browsers.extended);
  // A longer time than for the other figures, since there are few timers per minute.
  const timers =
    (await timersPerMinute(browsers.extended, seconds * 3)) -
    (await timersPerMinute(browsers.plain, seconds * 3));
  return {
    title:
      'A watch page, beyond the same page without the extension ' +
      `(medians of ${repetitions} turns each, ${seconds} s of playback)`,
    figures: [
      ...costFigures(visits),
      { name: 'timer callbacks added per minute of playback', value: timers, unit: '', goal: 12 },
      ...memoryFigures(visits, hooks),
    ],
  };
}

interface Visits {
  readonly extended: readonly Visit[];
  readonly least: readonly Visit[];
  readonly plain: readonly Visit[];
}

async function visitInTurns(
  { extended, least, plain }: Browsers,
  repetitions: number,
  seconds: number,
): Promise<Visits> {
  const visits = { extended: [] as Visit[], least: [] as Visit[], plain: [] as Visit[] };
  for (const browser of [extended, least, plain]) await visit(browser, 1);
  for (let turn = 0; turn < repetitions; turn += 1) {
    visits.extended.push(await visit(extended, seconds));
    visits.least.push(await visit(least, seconds));
    visits.plain.push(await visit(plain, seconds));
  }
  return visits;
}

function costFigures(visits: Visits): FigureGroup['figures'] {
  return [
    {
      name: 'script time added to the load',
      value: added(visits, 'loadScript'),
      unit: 'ms',
      goal: 5,
      how: ofLeast(visits, 'loadScript'),
    },
    {
      name: 'first contentful paint added',
      value: added(visits, 'paint'),
      unit: 'ms',
      how: `${ofLeast(visits, 'paint')}; ${ofPlain(visits, 'paint')}`,
    },
    {
      name: 'script time added per minute of playback',
      value: added(visits, 'playScript'),
      unit: 'ms',
      goal: 5,
      how: ofLeast(visits, 'playScript'),
    },
    {
      name: 'main-thread time added per minute of playback',
      value: added(visits, 'playTask'),
      unit: 'ms',
      how: ofPlain(visits, 'playTask'),
    },
  ];
}

function memoryFigures(visits: Visits, hooks: Hooks): FigureGroup['figures'] {
  return [
    {
      name: 'heap after collection, added',
      value: added(visits, 'heap') / 1e6,
      unit: 'MB',
      goal: 0.25,
      how: ofLeast(visits, 'heap', 1e6),
    },
    {
      name: 'event listeners added',
      value: added(visits, 'listeners'),
      unit: '',
      how: `${hooks.listeners} by the content script on the page, its document, its video and its navigation`,
    },
    {
      name: 'observers added (mutation, resize, intersection, performance)',
      value: hooks.observers,
      unit: '',
      goal: 0,
    },
  ];
}

/** Difference of the medians to the page without an extension. */
function added({ extended, plain }: Pick<Visits, 'extended' | 'plain'>, key: keyof Visit): number {
  return median(extended.map((one) => one[key])) - median(plain.map((one) => one[key]));
}

/** The same difference with the smallest content script, in units of `per`. */
function ofLeast({ least, plain }: Visits, key: keyof Visit, per = 1): string {
  return `${LEAST_NAME}: ${(added({ extended: least, plain }, key) / per).toFixed(2)}`;
}

/** Median and interquartile range without an extension, in milliseconds. */
function ofPlain({ plain }: Visits, key: keyof Visit): string {
  const values = plain.map((one) => one[key]);
  const range = quantile(values, 0.75) - quantile(values, 0.25);
  return `without: ${median(values).toFixed(0)} ms, the middle half of them within ${range.toFixed(0)} ms`;
}

/** Times in milliseconds (`play…`: per minute of playback), `heap` in bytes, number of `listeners`. */
interface Visit {
  readonly loadScript: number;
  readonly paint: number;
  readonly playScript: number;
  readonly playTask: number;
  readonly heap: number;
  readonly listeners: number;
}

async function visit(browser: Chromium, seconds: number): Promise<Visit> {
  const page = await browser.context.newPage();
  try {
    const cdp = await browser.context.newCDPSession(page);
    await cdp.send('Performance.enable');
    const before = await metrics(cdp);
    await page.goto(WATCH_PAGE, { waitUntil: 'load' });
    await playing(page);
    // The load and its effects have ended by now.
    await page.waitForTimeout(1_500);
    const loaded = await metrics(cdp);
    await page.waitForTimeout(seconds * 1_000);
    const played = await metrics(cdp);
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    await cdp.send('HeapProfiler.collectGarbage');
    await cdp.send('HeapProfiler.collectGarbage');
    const rested = await metrics(cdp);
    const perMinute = 60_000 / seconds;
    return {
      loadScript: (loaded('ScriptDuration') - before('ScriptDuration')) * 1_000,
      paint,
      playScript: (played('ScriptDuration') - loaded('ScriptDuration')) * perMinute,
      playTask: (played('TaskDuration') - loaded('TaskDuration')) * perMinute,
      heap: rested('JSHeapUsedSize'),
      listeners: rested('JSEventListeners'),
    };
  } finally {
    await page.close();
  }
}

interface Hooks {
  readonly listeners: number;
  readonly observers: number;
}

/** Counts the listeners that the content script added, and the observers in its isolated world. */
async function hooksOf(browser: Chromium): Promise<Hooks> {
  const page = await browser.context.newPage();
  try {
    const cdp = await browser.context.newCDPSession(page);
    let script: { readonly scriptId: string; readonly executionContextId: number } | undefined;
    cdp.on('Debugger.scriptParsed', (parsed) => {
      if (parsed.url.startsWith('chrome-extension://') && parsed.url.endsWith('/content.js')) script = parsed;
    });
    await cdp.send('Debugger.enable');
    await page.goto(WATCH_PAGE, { waitUntil: 'load' });
    await playing(page);
    const { scriptId, executionContextId: contextId } = await waitFor('the content script', () => script);
    const objectOf = async (expression: string) =>
      (await cdp.send('Runtime.evaluate', { expression, contextId })).result.objectId ?? '';
    // Waits until the content script has found the video.
    await waitFor(
      'the listeners of the video',
      async () => (await listenersOf('document.querySelector("#screen video.main")')) > 0,
    );
    async function listenersOf(expression: string): Promise<number> {
      const { listeners } = await cdp.send('DOMDebugger.getEventListeners', {
        objectId: await objectOf(expression),
      });
      return listeners.filter((one) => one.scriptId === scriptId).length;
    }
    let [listeners, observers] = [0, 0];
    for (const target of ['window', 'document', 'document.querySelector("#screen video.main")', 'navigation'])
      listeners += await listenersOf(target);
    for (const kind of [
      'MutationObserver',
      'ResizeObserver',
      'IntersectionObserver',
      'PerformanceObserver',
    ]) {
      const { objects } = await cdp.send('Runtime.queryObjects', {
        prototypeObjectId: await objectOf(`${kind}.prototype`),
      });
      const { result } = await cdp.send('Runtime.callFunctionOn', {
        objectId: objects.objectId ?? '',
        functionDeclaration: 'function () { return this.length; }',
        returnByValue: true,
      });
      observers += Number(result.value);
    }
    return { listeners, observers };
  } finally {
    await page.close();
  }
}

async function metrics(cdp: CDPSession): Promise<(name: string) => number> {
  const { metrics: list } = await cdp.send('Performance.getMetrics');
  return (name) => list.find((one) => one.name === name)?.value ?? 0;
}

async function playing(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const video = document.querySelector<HTMLVideoElement>('#screen video.main');
    return video !== null && !video.paused && video.currentTime > 0;
  });
}

/** Timers per minute that fired in the page's process, from a trace of the browser. */
async function timersPerMinute(browser: Chromium, seconds: number): Promise<number> {
  const page = await browser.context.newPage();
  try {
    await page.goto(WATCH_PAGE);
    await playing(page);
    const cdp = await browser.context.newCDPSession(page);
    let fired = 0;
    cdp.on('Tracing.dataCollected', ({ value }) => {
      fired += value.filter((event) => (event as { name?: string }).name === 'TimerFire').length;
    });
    const done = new Promise((resolve) => {
      cdp.once('Tracing.tracingComplete', resolve);
    });
    await cdp.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['devtools.timeline'], excludedCategories: ['*'] },
    });
    await page.waitForTimeout(seconds * 1_000);
    await cdp.send('Tracing.end');
    await done;
    return (fired * 60) / seconds;
  } finally {
    await page.close();
  }
}

/** Times from opening a page to its first report, and from an event of the player to the request. */
export async function measureDelays({ extended, tracker }: Browsers, quick: boolean): Promise<FigureGroup> {
  const firsts: number[] = [];
  for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
    const page = await extended.context.newPage();
    try {
      const start = Date.now();
      await page.goto(`${WATCH_PAGE}&turn=${turn}`, { waitUntil: 'commit' });
      const view = await waitFor(
        'the first report',
        async () =>
          (await tabViews(extended)).find((one) => one.updatedAt >= start && one.item !== undefined),
        { every: 10 },
      );
      firsts.push(view.updatedAt - start);
    } finally {
      await page.close();
    }
  }
  return {
    title: 'Delays',
    figures: [
      { name: 'from opening a page to its first report, median', value: median(firsts), unit: 'ms' },
      ...(await eventDelays(extended, tracker, quick ? 4 : 20)),
    ],
  };
}

async function eventDelays(
  extended: Chromium,
  tracker: Browsers['tracker'],
  count: number,
): Promise<FigureGroup['figures']> {
  const page = await extended.context.newPage();
  const arrivals: number[] = [];
  try {
    await page.goto(WATCH_PAGE);
    await playing(page);
    const sent = () => tracker.seen.filter(({ path }) => path.endsWith('/scrobble')).length;
    await waitFor('the first update', () => sent() > 0, { timeout: 60_000 });
    for (let turn = 0; turn < count; turn += 1) {
      const pause = turn % 2 === 0;
      const before = sent();
      // Also seeks by 5 s, so that there is a new position to send.
      const start = await page.evaluate((stop) => {
        const video = document.querySelector<HTMLVideoElement>('#screen video.main');
        if (video === null) throw new Error('no video');
        if (stop) video.pause();
        else {
          video.currentTime += 5;
          void video.play();
        }
        return Date.now();
      }, pause);
      const arrived = await waitFor('the update', () => sent() > before && Date.now(), {
        timeout: 8_000,
        every: 2,
      }).catch(() => undefined);
      if (arrived !== undefined) arrivals.push(arrived - start);
      await page.waitForTimeout(700);
    }
  } finally {
    await page.close();
  }
  const how = `${arrivals.length} of ${count} events (pause, then a seek with play) caused a request`;
  return [
    {
      name: 'from a media event to the request at the tracker, median',
      value: median(arrivals),
      unit: 'ms',
      how,
    },
    { name: 'the same, 95th percentile', value: quantile(arrivals, 0.95), unit: 'ms' },
  ];
}

/** Scripts and starts of the worker that a page without a connector causes. */
export async function measureUnsupported({ extended }: Browsers): Promise<FigureGroup> {
  const page = await extended.context.newPage();
  try {
    const cdp = await extended.context.newCDPSession(page);
    const scripts: string[] = [];
    cdp.on('Debugger.scriptParsed', ({ url }) => {
      if (url.startsWith('chrome-extension://')) scripts.push(url);
    });
    await cdp.send('Debugger.enable');
    // Alarms and deliveries of earlier parts can start the worker again.
    await waitFor(
      'a worker that stays stopped',
      async () => {
        await extended.stopWorker();
        await page.waitForTimeout(2_000);
        return !(await isWorkerUp(extended));
      },
      { timeout: 40_000 },
    );
    await page.goto('https://www.unsupported.example/', { waitUntil: 'load' });
    await page.waitForTimeout(1_000);
    const started = (await isWorkerUp(extended)) ? 1 : 0;
    return {
      title: 'An unsupported page',
      figures: [
        { name: 'scripts of the extension that ran', value: scripts.length, unit: '', goal: 0 },
        { name: 'sleeping worker woken by its load', value: started, unit: '', goal: 0 },
      ],
    };
  } finally {
    await page.close();
  }
}

async function isWorkerUp({ context, extensionId }: Chromium): Promise<boolean> {
  return withCdp(context, async (cdp) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    return targetInfos.some(({ type, url }) => type === 'service_worker' && url.includes(extensionId));
  });
}
