import type { ExtensionBrowser } from '../../support/browser/drive-extension';
import type { Fault } from '../../support/server/fault-proxy';
import { compare, type Comparison } from './compare';
import type { Met } from './director';
import { createJournal, type Journal } from './journal';
import { makeTrouble } from './make-trouble';
import { startTracker, type ChaosTracker } from './start-tracker';
import type { Trouble } from './trouble-plan';
import type { ViewingTruth } from './truth';

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

export interface ChaosResult extends Pick<Comparison, 'verdict' | 'story' | 'retried'>, Partial<Played> {
  readonly viewings: number;
  readonly troubles: ReadonlyMap<Trouble['kind'], number>;
  readonly faults: ReadonlyMap<Fault['kind'] | 'forwarded' | 'unreachable', number>;
  readonly seconds: { readonly viewing: number; readonly draining: number };
}

interface Played {
  readonly truths: readonly ViewingTruth[];
  /** Where nobody drives the browser: how often it was killed, and what its pages have met. */
  readonly met?: Met & { readonly kills: number };
}

/** A browser in which somebody is signed in, and what is watched in it. */
export interface Stage {
  readonly play: () => Promise<Played>;
  /** The browser, afterwards, with an extension that answers messages. */
  readonly browser: () => Promise<ExtensionBrowser>;
  /** Ends the worker of the extension at any moment; absent where nobody can. */
  readonly stopWorker?: () => Promise<void>;
}

/** What is opened is added to `closers`, which close it in reverse order. */
export type Closers = (() => Promise<unknown>)[];

/** Plays on a stage during the planned troubles, and compares the history with what was played. */
export async function runEvening(
  { seed, gentle, drainTimeout, log }: ChaosOptions,
  prepare: (tracker: ChaosTracker, journal: Journal, closers: Closers) => Promise<Stage>,
): Promise<ChaosResult> {
  const closers: Closers = [];
  try {
    const journal = createJournal();
    const tracker = await startTracker(closers, journal);
    const { proxy, port, readKey } = tracker;
    const { stopWorker, play, browser } = await prepare(tracker, journal, closers);
    const service = await tracker.moveOut();

    const started = Date.now();
    const troubles = makeTrouble({ seed, gentle, proxy, service, log, ...(stopWorker && { stopWorker }) });
    closers.push(() => troubles.end());
    const { truths, met } = await play();
    const occurred = await troubles.end();
    const viewing = Math.round((Date.now() - started) / 1000);
    const compared = await compare(truths, {
      browser: await browser(),
      journal,
      port,
      readKey,
      drainTimeout,
      log,
    });
    const { draining, verdict, story, retried } = compared;
    return {
      verdict,
      story,
      retried,
      viewings: truths.length,
      troubles: occurred,
      faults: proxy.counts,
      seconds: { viewing, draining },
      ...(met && { met }),
    };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}
