import { z } from 'zod';
import type { Ending, Sitting, Work } from './plan';

/** What a page played of one work, as `chaos-page.js` records it. */
const partTruth = z.object({
  viewing: z.number(),
  /** The highest playback rate. */
  rate: z.number(),
  samples: z.number(),
  position: z.number(),
  duration: z.number(),
  playedSeconds: z.number(),
  /** Those of the longest visit: after a page was left, what is played in it is a session of its own. */
  visitSeconds: z.number(),
  highest: z.number(),
  /** Samples from 90 % on: position, seconds of content played until then, time. */
  passed: z.array(z.tuple([z.number(), z.number(), z.number()])),
  at: z.number(),
  state: z.enum(['playing', 'paused', 'ended']).optional(),
  /** Seconds for which the page named another title. */
  lag: z.number().default(0),
  /** Seconds for which the page named it already while the one before played. */
  early: z.number().default(0),
  /** Seconds for which its page had been open when it began. */
  openFor: z.number().default(0),
  /** Seconds from its beginning until the page was left first; absent where it has not been. */
  firstStay: z.number().optional(),
  /** Seconds that were played before the browser was killed; none of them need be known afterwards. */
  lost: z.number().default(0),
  /** 90 % was passed before the browser was killed. */
  passedEarlier: z.boolean().default(false),
  /** The browser was killed just after it. */
  cutOff: z.boolean().default(false),
  /** A short one: the page was gone before the next title had shown that it was no advertisement. */
  undecided: z.boolean().default(false),
  /** The browser was killed while it played, and its page was opened again. */
  reopened: z.boolean().default(false),
  /** It stood at its end then. */
  killedAtEnd: z.boolean().default(false),
  /** Shown again from the back-forward cache. */
  restored: z.boolean().default(false),
  /** The browser has stated the same position for seconds while the film went on. */
  stuck: z.boolean().default(false),
});
export type PartTruth = z.infer<typeof partTruth>;

export const pageTruth = z.object({
  parts: z.array(partTruth),
  done: z.boolean(),
  /** Number of the next step of the last part. */
  step: z.number().default(0),
});
export type PageTruth = z.infer<typeof pageTruth>;

/** A medium this short may be an advertisement: pods of more than five minutes were seen. */
const LONGEST_AD_SECONDS = 360;

/**
 * Milliseconds after which another title has shown that the short one before it was no advertisement: 20 s of
 * play and the looks of the extension, besides the seconds for which the page names it late (23 s were seen
 * with 3 s of them).
 */
const SHORT_ONE_KNOWN_MS = 30_000;

/**
 * The same after the browser was killed at `now`, in milliseconds since 1970. `settled`: milliseconds after the
 * end of a part in which its last words may still be under way.
 */
export function afterKill({ parts, ...truth }: PageTruth, now: number, settled: number): PageTruth {
  const known = parts.map((part, index): PartTruth => {
    const next = parts[index + 1];
    if (!truth.done && next === undefined) return brokenOff(part);
    const ago = now - part.at;
    const isOpen =
      next !== undefined && part.duration <= LONGEST_AD_SECONDS && ago < SHORT_ONE_KNOWN_MS + next.lag * 1000;
    return { ...part, cutOff: part.cutOff || ago < settled, undecided: part.undecided || isOpen };
  });
  return { ...truth, parts: known };
}

/** What is played from now on is all that is surely known of the part. */
function brokenOff({ playedSeconds, passed, lost, passedEarlier, ...part }: PartTruth): PartTruth {
  return {
    ...part,
    playedSeconds: 0,
    visitSeconds: 0,
    passed: [],
    lost: lost + playedSeconds,
    passedEarlier: passedEarlier || passed.length > 0,
    reopened: true,
    killedAtEnd: part.state === 'ended',
  };
}

/**
 * Seconds between two looks of the extension at its page, with their delay: only a look later does it take over
 * what a page names late.
 */
export const LOOK_SECONDS = 16;

/** Seconds of the clock from the start of a work until it is observed: loading, and confirming which item it is. */
export const START_SECONDS = 4;

/**
 * A short title may be an advertisement for the extension where the browser was killed during the one before, and
 * the page that was opened again stood at the end of that, or had not named it for long enough to be observed
 * when it named this one: the first medium under this name was then that of the one before.
 */
function isDoubtful(part: PartTruth, before: PartTruth | undefined): boolean {
  // Where it was killed too, its own page names nothing else.
  if (before?.reopened !== true || part.reopened || part.duration > LONGEST_AD_SECONDS) return false;
  return before.killedAtEnd || (part.early > 0 && part.openFor < START_SECONDS + part.early);
}

/** The page was left while it still named this short one, or had just begun to name the next. */
function isLeftUndecided({ duration }: PartTruth, next: PartTruth | undefined): boolean {
  if (next?.firstStay === undefined || next.lag === 0) return false;
  return duration <= LONGEST_AD_SECONDS && next.firstStay < next.lag + LOOK_SECONDS;
}

export interface ObservedPart extends PartTruth {
  /** The browser was killed, so that its last seconds can be unknown. */
  readonly killed: boolean;
  /**
   * A short title that began in a page which was opened again shortly before: a page with two advertisements
   * under the name of a title states the same.
   */
  readonly doubtful: boolean;
}

/** What all tabs of one viewing played. */
export interface ViewingTruth {
  readonly viewing: number;
  readonly work: Work;
  readonly sitting: Sitting;
  readonly parts: readonly ObservedPart[];
}

export interface TabTruth {
  readonly ending: Ending | 'lost';
  readonly truth: PageTruth;
}

export function viewingsOf(sitting: Sitting, tabs: readonly TabTruth[]): readonly ViewingTruth[] {
  const works = new Map(
    sitting.tabs.flatMap(({ parts }) => parts.map(({ viewing, work }) => [viewing, work] as const)),
  );
  return [...works].map(([viewing, work]) => ({
    viewing,
    work,
    sitting,
    parts: tabs.flatMap(({ ending, truth }) => {
      // A tab whose process was killed can have lost data of the last work only.
      const own = truth.parts.map((part, index): ObservedPart => ({
        ...part,
        undecided: part.undecided || isLeftUndecided(part, truth.parts[index + 1]),
        doubtful: isDoubtful(part, truth.parts[index - 1]),
        killed:
          part.cutOff || ((ending === 'crash' || ending === 'lost') && index === truth.parts.length - 1),
      }));
      return own.filter((part) => part.viewing === viewing);
    }),
  }));
}
