import type { CDPSession, Page } from 'playwright';
import { pollSeconds } from '../../src/core/session/thresholds';
import type { Chromium } from '../support/browser/chromium';
import { withCdp } from '../support/browser/cdp';
import { tabViews } from '../support/browser/drive-extension';
import { waitFor } from '../support/wait-for';
import { WATCH_PAGE, type Browsers } from './browsers';
import { median, quantile, type FigureGroup } from './figure';

/**
 * What a watch page costs with Matinee beyond what it costs without, in turns; and what the least content
 * script costs there.
 */
export async function measureWatching(
  { extended, least, plain }: Browsers,
  quick: boolean,
): Promise<FigureGroup> {
  const repetitions = quick ? 2 : 5;
  // Whole looks: a stretch with one more or one less would be another figure.
  const seconds = pollSeconds * (quick ? 1 : 2);
  const [withIt, withLeast, without]: [Visit[], Visit[], Visit[]] = [[], [], []];
  for (const browser of [extended, least, plain]) await visit(browser, 1);
  for (let turn = 0; turn < repetitions; turn += 1) {
    withIt.push(await visit(extended, seconds));
    withLeast.push(await visit(least, seconds));
    without.push(await visit(plain, seconds));
  }
  const added = (key: keyof Visit, visits = withIt) =>
    median(visits.map((one) => one[key])) - median(without.map((one) => one[key]));
  const ofLeast = (key: keyof Visit, per = 1) =>
    `the least that any scrobbler does: ${(added(key, withLeast) / per).toFixed(2)}`;
  const hooks = await hooksOf(extended);
  // One timer in many seconds: a short stretch would round it up or down by half.
  const [timersWith, timersWithout] = [
    await timersPerMinute(extended, seconds * 3),
    await timersPerMinute(plain, seconds * 3),
  ];
  return {
    title: `A watch page, beyond the same page without the extension (medians of ${repetitions} turns each, ${seconds} s of playback)`,
    figures: [
      {
        name: 'script time added to the load',
        value: added('loadScript'),
        unit: 'ms',
        goal: 5,
        how: ofLeast('loadScript'),
      },
      {
        name: 'first contentful paint added',
        value: added('paint'),
        unit: 'ms',
        how: `${ofLeast('paint')}; without: ${median(without.map(({ paint }) => paint)).toFixed(0)} ms, the middle half of them within ${(
          quantile(
            without.map(({ paint }) => paint),
            0.75,
          ) -
          quantile(
            without.map(({ paint }) => paint),
            0.25,
          )
        ).toFixed(0)} ms`,
      },
      {
        name: 'script time added per minute of playback',
        value: added('playScript'),
        unit: 'ms',
        goal: 5,
        how: ofLeast('playScript'),
      },
      {
        name: 'main-thread time added per minute of playback',
        value: added('playTask'),
        unit: 'ms',
        how: `without: ${median(without.map(({ playTask }) => playTask)).toFixed(0)} ms, the middle half of them within ${(
          quantile(
            without.map(({ playTask }) => playTask),
            0.75,
          ) -
          quantile(
            without.map(({ playTask }) => playTask),
            0.25,
          )
        ).toFixed(0)} ms`,
      },
      {
        name: 'timer callbacks added per minute of playback',
        value: timersWith - timersWithout,
        unit: '',
        goal: 12,
      },
      {
        name: 'heap after collection, added',
        value: added('heap') / 1e6,
        unit: 'MB',
        goal: 0.25,
        how: ofLeast('heap', 1e6),
      },
      {
        name: 'event listeners added',
        value: added('listeners'),
        unit: '',
        how: `${hooks.listeners} of them by the content script on the page, its document, its video and its navigation`,
      },
      {
        name: 'observers added (mutation, resize, intersection, performance)',
        value: hooks.observers,
        unit: '',
        goal: 0,
      },
    ],
  };
}

/** Milliseconds, per minute for what begins with play; bytes; a count. */
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
    // The page has come to rest: what the load has caused has run by now.
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

/**
 * What the content script itself has hung onto the page: listeners by the script that added them, observers
 * by its world.
 */
async function hooksOf(
  browser: Chromium,
): Promise<{ readonly listeners: number; readonly observers: number }> {
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
    // By now it has looked at the page and follows its video.
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

/** Timers that fired in the page's process, as the browser's own timeline has them. */
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

/**
 * How long it takes until the worker knows what a new page plays, and from an event of the player to the
 * tracker.
 */
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
      // Jumps a little too, so that there is a new position to tell.
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
  const how = `${arrivals.length} of ${count} events (pause, then a jump with play) led to a request of their own`;
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

/** An unsupported page: no script of ours, no waking of the worker. */
export async function measureUnsupported({ extended }: Browsers): Promise<FigureGroup> {
  const page = await extended.context.newPage();
  try {
    const cdp = await extended.context.newCDPSession(page);
    const scripts: string[] = [];
    cdp.on('Debugger.scriptParsed', ({ url }) => {
      if (url.startsWith('chrome-extension://')) scripts.push(url);
    });
    await cdp.send('Debugger.enable');
    // What earlier parts have caused (alarms, deliveries) may start it once more.
    await waitFor(
      'a worker that stays asleep',
      async () => {
        await extended.stopWorker();
        await page.waitForTimeout(2_000);
        return !(await isWorkerUp(extended));
      },
      { timeout: 40_000 },
    );
    await page.goto('https://www.unsupported.example/', { waitUntil: 'load' });
    await page.waitForTimeout(1_000);
    const woken = (await isWorkerUp(extended)) ? 1 : 0;
    return {
      title: 'An unsupported page',
      figures: [
        { name: 'scripts of the extension that ran', value: scripts.length, unit: '', goal: 0 },
        { name: 'sleeping worker woken by its load', value: woken, unit: '', goal: 0 },
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
