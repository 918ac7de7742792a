import { differsInMedium } from './continuity';
import { isFollowed, mayStillBeAd } from './deferred-crossing';
import type { Observation, ObservedPlayback, Reading } from './observation';
import type { PendingChange, TabWatch } from './tab-watch';
import {
  confirmSeconds,
  lateTextSeconds,
  maxConfirmDelaySeconds,
  minConfirmDelaySeconds,
} from './thresholds';
import { defined } from '../values/defined';

export type Confirmation = { readonly pendingChange: PendingChange } & (
  | { readonly confirmed: true }
  /** `again`: seconds of the wall clock until the page should be read again. */
  | { readonly confirmed: false; readonly again: number }
);

/**
 * A change counts when it is read twice, about a second apart. Where the player has changed and the text has
 * not, the text is probably late (Prime Video keeps address, element and, for a while, the old title), so it
 * gets longer.
 */
export function confirmChange(
  watch: TabWatch,
  { at }: Pick<Observation, 'at'>,
  { identity }: Reading,
  playback: ObservedPlayback,
): Confirmation {
  const pending = watch.pendingChange;
  const sameText = watch.session?.identity === identity;
  const isRepeated = pending?.identity === identity && pending.sameText === sameText && at >= pending.since;
  if (!isRepeated) {
    const medium = mediumOf(playback);
    const origin = sameText ? {} : originOf(watch, playback);
    const pendingChange = { identity, sameText, since: at, medium, ...origin };
    return { confirmed: false, pendingChange, again: firstDelaySeconds };
  }
  const left = (sameText ? lateTextSeconds : confirmSeconds) - (at - pending.since) / 1000;
  if (left <= 0) return { confirmed: true, pendingChange: pending };
  const again = Math.max(minConfirmDelaySeconds, Math.min(maxConfirmDelaySeconds, left));
  return { confirmed: false, pendingChange: pending, again };
}

/** What distinguishes the medium of a playback from another one. */
export function mediumOf({ duration, source }: ObservedPlayback): PendingChange['medium'] {
  return { duration, ...defined({ source }) };
}

/** Where the medium of another title comes from. */
function originOf(watch: TabWatch, playback: ObservedPlayback): Pick<PendingChange, 'afterAd' | 'lateText'> {
  const { pendingChange: before } = watch;
  if (wasAd(watch, playback)) return { afterAd: true };
  const isLate =
    before?.sameText === true &&
    !differsInMedium(before.medium, playback) &&
    // The session's own medium that is played once more is no medium of the next title.
    watch.session !== undefined &&
    differsInMedium(watch.session.playback, playback);
  return isLate ? { lateText: true } : {};
}

/**
 * Whether the session of a title that is now left was an advertisement: another medium had followed under its
 * title, and is not the one that plays under the next title. Where it is, the text of the page was late, and
 * the session was the title itself.
 */
function wasAd(watch: TabWatch, playback: ObservedPlayback): boolean {
  const { session, pendingChange: before } = watch;
  if (session === undefined || !isFollowed(watch) || !mayStillBeAd(session)) return false;
  return before?.afterAd === true || (before !== undefined && differsInMedium(before.medium, playback));
}

/** A little more than `confirmSeconds`, so that the second reading confirms. */
const firstDelaySeconds = 1;
