import { lateTextSeconds } from '../../core/session/thresholds';
import type { Memory } from './memory';

/** Why a page is read: an event of the page, a report that is due, or neither. */
export interface Occasion {
  readonly isEvent: boolean;
  readonly isDue: boolean;
  /** At the last reading, the connector's own sources did not name what plays. */
  readonly isUnnamed?: boolean | undefined;
}

/**
 * Forgets answers of the page's world that may no longer be true, so that they are asked for again. An
 * answer wakes the worker: without a sign of a change the page asks only where a report is due, for which the
 * worker wakes anyway. Signs are events and another `state`, which names what changes with title and medium.
 * After one the page asks at every reading for 20 s, since a page can write values later than its player
 * changes. Without a title no report becomes due: then it goes on to ask, ever later, at most after 60 s.
 */
export function renewWorld(
  memory: Memory,
  state: string,
  { isEvent, isDue, isUnnamed }: Occasion,
  now: number,
): void {
  const { world } = memory;
  const isChanged = isEvent || state !== world?.state;
  const changedAt = isChanged || !world ? now : world.changedAt;
  if (world && !isDue) {
    const { askedAt } = world;
    const isOver = askedAt >= changedAt + lateTextSeconds * 1_000;
    const wait = isUnnamed ? Math.min(60_000, (askedAt - changedAt) / 2) : Infinity;
    if (isOver && now < askedAt + wait) return;
  }
  memory.world = { state, changedAt, askedAt: now };
  for (const [key, { failures }] of memory.answers)
    if (key.startsWith('world') && (isChanged || !failures)) memory.answers.delete(key);
}
