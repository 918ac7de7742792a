import { readFile } from 'node:fs/promises';
import { signIn } from '../../support/browser/drive-extension';
import type { Chromium } from '../../support/browser/chromium';
import { launchChromium } from '../../support/browser/launch-chromium';
import { startSiteServer } from '../../support/server/site-server';
import { cinemaHost, createChaosCinema, otherHost, type ChaosCinema } from './chaos-cinema';
import { stopWorker } from './make-trouble';
import { planSittings, type Sitting } from './plan';
import { runEvening, type ChaosOptions, type ChaosResult } from './run-evening';
import { viewingsOf, type TabTruth, type ViewingTruth } from './truth';
import { watchTab } from './watch-tab';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

/** Plays the planned viewings in a driven Chromium, of which workers, pages and tabs are ended. */
export function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, viewings, seats, log } = options;
  return runEvening(options, async (tracker, _, closers) => {
    const script = await readFile(new URL('chaos-page.js', import.meta.url), 'utf8');
    const cinema = createChaosCinema(script);
    const sites = await startSiteServer({
      [cinemaHost]: (request) => cinema.fetch(request),
      [otherHost]: () => new Response('<!doctype html><title>Elsewhere</title>', { headers: HTML }),
    });
    closers.push(() => sites.close());
    const chromium = await launchChromium({ sites });
    closers.push(() => chromium.close());
    await chromium.grantHosts([`https://${cinemaHost}/*`]);
    await signIn(chromium, tracker.first);
    return {
      browser: async () => chromium,
      stopWorker: () => stopWorker(chromium),
      play: async () => ({
        truths: await watchAll(chromium, cinema, planSittings(seed, viewings), seats, log),
      }),
    };
  });
}

async function watchAll(
  chromium: Chromium,
  cinema: ChaosCinema,
  sittings: readonly Sitting[],
  seats: number,
  log: (line: string) => void,
): Promise<readonly ViewingTruth[]> {
  // The longest sittings first, so that all seats end at about the same time.
  const waiting = sittings.toSorted((a, b) => partsInARow(b) - partsInARow(a));
  const found: ViewingTruth[] = [];
  async function seat(): Promise<void> {
    for (let sitting = waiting.shift(); sitting !== undefined; sitting = waiting.shift()) {
      found.push(...viewingsOf(sitting, await watchSitting(chromium, cinema, sitting)));
      log(`sitting ${sitting.id} (${sitting.shape}) is over; ${found.length} viewings`);
    }
  }
  await Promise.all(Array.from({ length: seats }, seat));
  return found;
}

function partsInARow({ shape, tabs }: Sitting): number {
  const counts = tabs.map(({ parts }) => parts.length);
  return shape === 'twin' ? Math.max(...counts) : counts.reduce((sum, count) => sum + count, 0);
}

async function watchSitting(
  { context }: Chromium,
  cinema: ChaosCinema,
  { id, shape, tabs }: Sitting,
): Promise<readonly TabTruth[]> {
  const key = (index: number) => `${id}-${index}`;
  if (shape === 'twin') {
    return Promise.all(
      tabs.map(async (tab, index) => {
        await new Promise((resolve) => {
          setTimeout(resolve, tab.delay);
        });
        return watchTab(context, cinema, key(index), tab);
      }),
    );
  }
  const truths: TabTruth[] = [];
  for (const [index, tab] of tabs.entries()) truths.push(await watchTab(context, cinema, key(index), tab));
  return truths;
}
