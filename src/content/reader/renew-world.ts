import { lateTextSeconds } from '../../core/session/thresholds';
import type { Memory } from './memory';

/** Why a page is read: an event of the page, a report that is due, or neither. */
export interface Occasion {
  readonly isEvent: boolean;
  readonly isDue: boolean;
}

/**
 * Forgets answers of the page's world that may no longer be true, so that they are asked for again. An
 * answer wakes the worker: without a sign of a change the page asks only where a report is due, for which the
 * worker wakes anyway. Signs are events and another `state`, which names what changes with title and medium.
 * After one the page asks at every reading for 20 s, since a page can write values later than its player
 * changes.
 */
export function renewWorld(memory: Memory, state: string, { isEvent, isDue }: Occasion, now: number): void {
  const { world } = memory;
  const isChanged = isEvent || state !== world?.state;
  const changedAt = isChanged || !world ? now : world.changedAt;
  if (world && !isDue && world.askedAt >= changedAt + lateTextSeconds * 1_000) return;
  memory.world = { state, changedAt, askedAt: now };
  for (const [key, { failures }] of memory.answers)
    if (key.startsWith('world') && (isChanged || !failures)) memory.answers.delete(key);
}
