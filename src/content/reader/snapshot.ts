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
 * Decides which parts of the page are read again. Signs of a change are events, and another `state`, which
 * consists of what changes with title and medium.
 *
 * Page-world answers that may be outdated are dropped, so that they are requested again. A request wakes the
 * worker. So without a sign of change they are requested only when a report is due, which wakes the worker
 * anyway. After a sign they are requested at every reading for 20 s, because a page can write values later
 * than its player changes. Without a title no report becomes due; the page is then asked with growing delays,
 * up to 60 s.
 *
 * Returns whether the last reading is kept. A minute after the last sign of change the whole page is read
 * only every half minute, because reading is most of the cost of a look.
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
