import { lateTextSeconds } from '../../core/session/thresholds';
import type { Memory } from './memory';

/** Why a page is read: an event of the page, a report that is due, or neither. */
export type Occasion = Readonly<{
  isEvent: boolean;
  isDue: boolean;
  /** At the last reading, the connector's own sources did not name what plays. */
  isUnnamed?: boolean | undefined;
}>;

/**
 * Decides what of the page is read anew. Signs of a change are events and another `state`, which names what
 * changes with title and medium.
 *
 * Answers of the page's world that may no longer be true are forgotten, so that they are asked for again. An
 * answer wakes the worker: without a sign the page asks only where a report is due, for which the worker
 * wakes anyway. After one it asks at every reading for 20 s, since a page can write values later than its
 * player changes. Without a title no report becomes due: then it goes on to ask, ever later, at most after
 * 60 s.
 *
 * Returns whether the last reading is kept: a minute after the last sign, the whole page is read only every
 * half minute, since a reading is most of what a look costs.
 */
export function renewReading(memory: Memory, state: string, occasion: Occasion, now: number): boolean {
  /** For so many milliseconds after the last sign of a change, every look reads the whole page. */
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
