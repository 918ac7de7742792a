import { isReadable } from '../media/item';
import { differsInMedium } from './continuity';
import { isFollowed, mayStillBeAd } from './deferred-crossing';
import type { Observation, ObservedPlayback, Reading } from './observation';
import { withPendingChange, type PendingChange, type TabWatch } from './tab-watch';
import {
  confirmSeconds,
  lateTextSeconds,
  maxConfirmDelaySeconds,
  minConfirmDelaySeconds,
} from './thresholds';
import type { Transition } from './transition';
import { defined } from '../values/defined';

export type Confirmation = Readonly<{ pendingChange: PendingChange }> &
  (
    | Readonly<{ confirmed: true }>
    /** `again`: seconds of the wall clock until the page should be read again. */
    | Readonly<{ confirmed: false; again: number }>
  );

/**
 * A change counts when it is read twice, about a second apart. Where the player has changed and the text has
 * not, the text is probably late (Prime Video keeps address, element and, for a while, the old title), so it
 * gets longer.
 */
export function confirmChange(
  watch: TabWatch,
  { at }: Pick<Observation, 'at'>,
  reading: Reading,
  playback: ObservedPlayback,
): Confirmation {
  const pending = watch.pendingChange;
  const identity = identityOf(watch, reading, playback);
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

/** What a change is confirmed by. */
type ObservedChange = Readonly<{
  watch: TabWatch;
  observation: Observation;
  reading: Reading;
  playback: ObservedPlayback;
}>;

/** Takes a change over only when it has been confirmed by a second observation; until then nothing moves. */
export function onceConfirmed<S extends ObservedChange>(
  change: (step: S) => Transition,
): (step: S) => Transition {
  return (step) => {
    const { watch, observation, reading, playback } = step;
    const confirmation = confirmChange(watch, observation, reading, playback);
    if (confirmation.confirmed) return change(step);
    // A page without a title yet awaits no confirmation.
    const isSettling = watch.session !== undefined || isReadable(reading.item);
    return {
      watch: withPendingChange(watch, confirmation.pendingChange),
      updates: [],
      ...defined({ again: confirmation.again, skip: isSettling ? 'settling' : undefined }),
    };
  };
}

/**
 * Whose medium this is by the page. In a document that was loaded anew, or is shown again, the medium of the
 * session has begun under its title when the page names another one: that one will follow, and its own medium
 * is awaited for a while. Elsewhere a medium of the same length, to the fraction, is more often that of the
 * next title, which is named late.
 */
function identityOf(
  { session, pendingChange }: TabWatch,
  { identity }: Reading,
  { source, duration }: ObservedPlayback,
): string {
  return pendingChange?.sameText === true &&
    session?.playback.duration === duration &&
    // As `resumeTab` leaves it; a player without sources shows nothing.
    session.playback.source === undefined &&
    source !== undefined &&
    source === pendingChange.medium.source
    ? session.identity
    : identity;
}

/** What distinguishes the medium of a playback from another one. */
export function mediumOf({ duration, source }: ObservedPlayback): PendingChange['medium'] {
  return { duration, ...defined({ source }) };
}

/**
 * Where the medium of another title comes from. Where another medium had followed under the title of the
 * session and is not the one that plays under the next title, the session was an advertisement. Where it is,
 * the text of the page was late, and the session was the title itself.
 */
function originOf(watch: TabWatch, playback: ObservedPlayback): Pick<PendingChange, 'afterAd' | 'lateText'> {
  const { session, pendingChange: before } = watch;
  // The session's own medium that is played once more is no medium of the next title.
  if (session === undefined || before === undefined || !isFollowed(watch)) return {};
  const isOther = differsInMedium(before.medium, playback);
  if ((before.afterAd || isOther) && mayStillBeAd(session)) return { afterAd: true };
  return before.sameText && !isOther ? { lateText: true } : {};
}

/** A little more than `confirmSeconds`, so that the second reading confirms. */
const firstDelaySeconds = 1;
