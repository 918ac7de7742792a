import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { startSiteServer } from '../../support/server/site-server';
import { waitFor } from '../../support/wait-for';
import { cinemaHost } from './chaos-cinema';
import { createDirector } from './director';
import { engines, type Engine, type FreeBrowser } from './free-browsers';
import type { Journal } from './journal';
import { planFreeSittings } from './plan';
import { createRandom } from './random';
import { runEvening, type ChaosOptions, type ChaosResult } from './run-evening';

/**
 * The same evening in a browser that nobody drives and that is killed again and again, with the default
 * interval of updates.
 */
export function runFree(engine: Engine, options: ChaosOptions): Promise<ChaosResult> {
  const { seed, viewings, seats, log } = options;
  return runEvening(options, async (tracker, journal, closers) => {
    const script = await readFile(new URL('chaos-page.js', import.meta.url), 'utf8');
    const director = createDirector(planFreeSittings(seed, viewings), seats, script, journal);
    const sites = await startSiteServer(director.sites);
    closers.push(() => sites.close());
    const browser = await engines[engine](sites);
    closers.push(() => browser.close());
    await browser.prepare(tracker.first, [`https://${cinemaHost}/*`]);
    return {
      browser: browser.drive,
      async play() {
        await browser.start(director.firstPage);
        const kills = killAgainAndAgain({ browser, director, seed, journal, log });
        await waitFor('the end of the evening', () => director.left().length === 0, {
          timeout: viewings * 60_000,
          every: 200,
        }).catch((cause: unknown) => {
          throw new Error(`Tabs that did not come to their end: ${director.left().join(', ')}`, { cause });
        });
        const killed = await kills.end();
        // What the last page has said arrives.
        await setTimeout(3_000);
        return { truths: director.truths(), met: { kills: killed, ...director.met() } };
      },
    };
  });
}

interface Killing {
  /** Resolves with the number of kills, when the browser runs again. */
  readonly end: () => Promise<number>;
}

interface KillOptions extends Pick<ChaosOptions, 'seed' | 'log'> {
  readonly browser: FreeBrowser;
  readonly director: ReturnType<typeof createDirector>;
  readonly journal: Journal;
}

function killAgainAndAgain({ browser, director, seed, journal, log }: KillOptions): Killing {
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
      journal.note('browser: is killed');
      await browser.kill();
      journal.note('browser: was killed');
      director.killed();
      count += 1;
      log(`the browser was killed for the ${count}. time`);
      await setTimeout(random.between(500, 3_000));
      await browser.start(director.firstPage);
      journal.note('browser: has started');
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
