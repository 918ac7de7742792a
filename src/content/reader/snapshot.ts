import type { Report } from '../../protocol/report';
import { lateTextSeconds } from '../../core/session/thresholds';
import type { Memory } from './memory';

/** The page at one moment, in the form of a report. */
export type PageSnapshot = Readonly<{
  video?: HTMLVideoElement | undefined;
  reading?: Report['reading'];
  playback?: Report['playback'];
  gate?: Report['gate'];
  trial?: Report['trial'];
  worse?: Report['worse'];
}>;

/**
 * Takes a snapshot of the page at `address`; undefined if the definition has no page or frame for it, or
 * nothing is watched there. During an advertisement it keeps the reading of `before`, the last snapshot.
 */
export type SnapshotReader = (
  address: string,
  before: PageSnapshot | undefined,
  occasion: Occasion,
) => Promise<PageSnapshot | undefined>;

/** Why a page is read: an event of the page, a due report, or neither. */
type Occasion = Readonly<{
  isEvent: boolean;
  isDue: boolean;
  /** At the last reading, the connector's own sources did not name what plays. */
  isUnnamed?: boolean | undefined;
}>;

/**
 * Decides what is read again. A sign of change is an event, or a `state` other than before; `state` contains
 * what changes with title and medium.
 *
 * Drops the page-world answers that may be outdated, so that this reading requests them again. A request
 * wakes the worker, so they are requested only:
 * - at every reading in the 20 s after a sign of change, because a page may write values later than its
 *   player changes;
 * - when a report is due, which wakes the worker anyway;
 * - while the title has no name, so no report becomes due: at growing intervals, up to 60 s.
 *
 * Returns whether the last reading may be kept. From a minute after the last sign of change, the whole page
 * is read only every half minute, because reading is most of the cost of a look.
 */
export function renewReading(memory: Memory, state: string, occasion: Occasion, now: number): boolean {
  /** Milliseconds after the last sign of a change in which every look reads the whole page. */
  const settledPeriod = 60_000;
  /** Milliseconds between two readings of the whole page after that. */
  const rereadPeriod = 29_000;
  const { world, readAt = 0 } = memory;
  const isChanged = occasion.isEvent || state !== world?.state;
  const changedAt = isChanged ? now : world.changedAt;
  const isKept = !occasion.isDue && now - changedAt >= settledPeriod && now - readAt < rereadPeriod;
  if (!isKept) memory.readAt = now;
  if (!world || mayBeOld(world.askedAt, changedAt, occasion, now)) {
    memory.world = { state, changedAt, askedAt: now };
    for (const [key, { failures }] of memory.answers)
      if (key.startsWith('world') && (isChanged || !failures)) memory.answers.delete(key);
  }
  return isKept;
}

function mayBeOld(askedAt: number, changedAt: number, { isDue, isUnnamed }: Occasion, now: number): boolean {
  const wait = isUnnamed ? Math.min(60_000, (askedAt - changedAt) / 2) : Infinity;
  return isDue || askedAt - changedAt < lateTextSeconds * 1_000 || now - askedAt >= wait;
}
