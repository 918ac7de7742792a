import type { Session } from './session';
import {
  confirmSeconds,
  lateTextSeconds,
  maxConfirmDelaySeconds,
  minConfirmDelaySeconds,
} from './thresholds';

/** Something that may be the next item: read once, not yet confirmed. */
export interface PendingChange {
  readonly identity: string;
  /** The page still states the title of the session while the player has gone to something else. */
  readonly sameText: boolean;
  /** When it was first read, in milliseconds of the page's clock. */
  readonly since: number;
}

export type Confirmation =
  | { readonly confirmed: true }
  /** `again`: seconds of the wall clock until the page should be read again. */
  | { readonly confirmed: false; readonly pendingChange: PendingChange; readonly again: number };

/**
 * A change counts when it is read twice, about a second apart. Where the player has changed and the text has
 * not, the text is probably late (Prime Video keeps address, element and, for a while, the old title), so it
 * gets longer. `at` is the moment of the observation in milliseconds of the page's clock.
 */
export function confirmChange(
  pending: PendingChange | undefined,
  session: Session | undefined,
  identity: string,
  at: number,
): Confirmation {
  const sameText = session?.identity === identity;
  const isRepeated = pending?.identity === identity && pending.sameText === sameText && at >= pending.since;
  if (!isRepeated)
    return { confirmed: false, pendingChange: { identity, sameText, since: at }, again: firstDelaySeconds };
  const left = (sameText ? lateTextSeconds : confirmSeconds) - (at - pending.since) / 1000;
  if (left <= 0) return { confirmed: true };
  const again = Math.max(minConfirmDelaySeconds, Math.min(maxConfirmDelaySeconds, left));
  return { confirmed: false, pendingChange: pending, again };
}

/** A little more than `confirmSeconds`, so that the second reading confirms. */
const firstDelaySeconds = 1;
