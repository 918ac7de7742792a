import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { startSiteServer } from '../../support/server/site-server';
import { waitFor } from '../../support/wait-for';
import { cinemaHost } from './chaos-cinema';
import { compare } from './compare';
import { createDirector } from './director';
import { engines, type Engine, type FreeBrowser } from './free-browsers';
import { makeTrouble } from './make-trouble';
import { planFreeSittings } from './plan';
import { createRandom } from './random';
import type { ChaosOptions, ChaosResult } from './run-chaos';
import { startTracker } from './start-tracker';

/**
 * The same evening in a browser that nobody drives and that is killed again and again, with the default
 * interval of updates.
 */
export async function runFree(
  engine: Engine,
  { seed, viewings, seats, gentle, drainTimeout, log }: ChaosOptions,
): Promise<ChaosResult> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const tracker = await startTracker(closers);
    const { proxy, port, readKey } = tracker;
    const script = await readFile(new URL('chaos-page.js', import.meta.url), 'utf8');
    const director = createDirector(planFreeSittings(seed, viewings), seats, script);
    const sites = await startSiteServer(director.sites);
    closers.push(() => sites.close());
    const browser = await engines[engine](sites);
    closers.push(() => browser.close());
    await browser.prepare(tracker.first, [`https://${cinemaHost}/*`]);
    const service = await tracker.moveOut();

    const started = Date.now();
    // Nobody can end the worker alone; it ends with its browser, and when it rests.
    const troubles = makeTrouble({ seed, gentle, proxy, service, log });
    closers.push(() => troubles.end());
    await browser.start(director.firstPage);
    const kills = killAgainAndAgain(browser, director, seed, log);
    await waitFor('the end of the evening', () => director.isOver(), {
      timeout: viewings * 60_000,
      every: 200,
    });
    const killed = await kills.end();
    // What the last page has said arrives.
    await setTimeout(3_000);
    const occurred = await troubles.end();
    const viewing = Math.round((Date.now() - started) / 1000);
    const truths = director.truths();
    const { draining, ...compared } = await compare(truths, {
      browser: await browser.drive(),
      port,
      readKey,
      drainTimeout,
      log,
    });
    return {
      ...compared,
      viewings: truths.length,
      troubles: occurred,
      faults: proxy.counts,
      seconds: { viewing, draining },
      met: { kills: killed, ...director.met() },
    };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

interface Killing {
  /** Resolves with the number of kills, when the browser runs again. */
  readonly end: () => Promise<number>;
}

function killAgainAndAgain(
  browser: FreeBrowser,
  { firstPage, killed }: ReturnType<typeof createDirector>,
  seed: number,
  log: (line: string) => void,
): Killing {
  const random = createRandom(seed, 'kills');
  const ended = new AbortController();
  let count = 0;
  async function run(): Promise<void> {
    for (;;) {
      // Rejects when the evening ends.
      await setTimeout(random.between(30_000, 60_000), undefined, { signal: ended.signal }).catch(
        () => undefined,
      );
      if (ended.signal.aborted) return;
      await browser.kill();
      killed();
      count += 1;
      log(`the browser was killed for the ${count}. time`);
      await setTimeout(random.between(500, 3_000));
      await browser.start(firstPage);
    }
  }
  const running = run();
  running.catch(() => undefined);
  return {
    async end() {
      ended.abort();
      await running;
      return count;
    },
  };
}
