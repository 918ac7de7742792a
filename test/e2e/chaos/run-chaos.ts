import { readFile } from 'node:fs/promises';
import { signIn } from '../../support/browser/drive-extension';
import type { Fault } from '../../support/server/fault-proxy';
import type { Chromium } from '../../support/browser/chromium';
import { launchChromium } from '../../support/browser/launch-chromium';
import { startSiteServer } from '../../support/server/site-server';
import { cinemaHost, createChaosCinema, otherHost, type ChaosCinema } from './chaos-cinema';
import { compare, type Comparison } from './compare';
import { makeTrouble, stopWorker } from './make-trouble';
import { planSittings, type Sitting } from './plan';
import { startTracker } from './start-tracker';
import type { Trouble } from './trouble-plan';
import { viewingsOf, type TabTruth, type ViewingTruth } from './truth';
import { watchTab } from './watch-tab';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

export interface ChaosOptions {
  readonly viewings: number;
  readonly seed: number;
  /** Number of sittings at a time. */
  readonly seats: number;
  /** Short troubles, for `npm test`. */
  readonly gentle: boolean;
  /** Milliseconds for the outbox to empty after the troubles have ended. */
  readonly drainTimeout: number;
  readonly log: (line: string) => void;
}

export interface ChaosResult extends Pick<Comparison, 'verdict' | 'calls' | 'retried'> {
  readonly viewings: number;
  readonly troubles: ReadonlyMap<Trouble['kind'], number>;
  readonly faults: ReadonlyMap<Fault['kind'] | 'forwarded' | 'unreachable', number>;
  readonly seconds: { readonly viewing: number; readonly draining: number };
  /** Where nobody drives the browser: how often it was killed, and what its pages have met. */
  readonly met?: { readonly kills: number; readonly prerendered: number; readonly restored: number };
}

/** Plays the planned viewings during the planned troubles, and compares the history with what was played. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, viewings, seats, gentle, drainTimeout, log } = options;
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const tracker = await startTracker(closers);
    const { proxy, port, readKey } = tracker;
    const cinema = createChaosCinema(await readFile(new URL('chaos-page.js', import.meta.url), 'utf8'));
    const sites = await startSiteServer({
      [cinemaHost]: (request) => cinema.fetch(request),
      [otherHost]: () => new Response('<!doctype html><title>Elsewhere</title>', { headers: HTML }),
    });
    closers.push(() => sites.close());
    const chromium = await launchChromium({ sites });
    closers.push(() => chromium.close());
    await chromium.grantHosts([`https://${cinemaHost}/*`]);
    await signIn(chromium, tracker.first);
    const service = await tracker.moveOut();

    const started = Date.now();
    const troubles = makeTrouble({
      seed,
      gentle,
      stopWorker: () => stopWorker(chromium),
      proxy,
      service,
      log,
    });
    closers.push(() => troubles.end());
    const truths = await watchAll(chromium, cinema, planSittings(seed, viewings), seats, log);
    const occurred = await troubles.end();
    const viewing = Math.round((Date.now() - started) / 1000);
    const { draining, ...compared } = await compare(truths, {
      browser: chromium,
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
    };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
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
