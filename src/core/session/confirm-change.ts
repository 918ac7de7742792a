import { differsInMedium } from './continuity';
import { isFollowed, mayStillBeAd } from './deferred-crossing';
import type { Observation, ObservedPlayback, Reading } from './observation';
import type { PendingChange, TabWatch } from './tab-watch';
import {
  confirmSeconds,
  earlyTextSeconds,
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
  const isEarly = isReplay(watch, sameText, playback);
  const isRepeated = isEarly || (pending?.identity === identity && pending.sameText === sameText);
  if (pending === undefined || !isRepeated || at < pending.since) {
    const medium = mediumOf(playback);
    const origin = sameText ? {} : originOf(watch, playback);
    const pendingChange = { identity, sameText, since: at, medium, ...origin };
    return { confirmed: false, pendingChange, again: firstDelaySeconds };
  }
  const wait = sameText ? lateTextSeconds : confirmSeconds;
  const left = (isEarly ? earlyTextSeconds : wait) - (at - pending.since) / 1000;
  if (left <= 0) return { confirmed: true, pendingChange: pending };
  const again = Math.max(minConfirmDelaySeconds, Math.min(maxConfirmDelaySeconds, left));
  return { confirmed: false, pendingChange: pending, again };
}

/**
 * The session's own medium had begun again under its title when the page named another one: as where it plays
 * on, that is the title that will follow.
 */
function isReplay(watch: TabWatch, sameText: boolean, playback: ObservedPlayback): boolean {
  const { session, pendingChange: pending } = watch;
  if (pending?.sameText !== true || sameText || isFollowed(watch)) return false;
  // To the fraction: episodes of a series may be nearly as long as each other.
  return session?.playback.duration === playback.duration && !differsInMedium(pending.medium, playback);
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
  if ((before.afterAd === true || isOther) && mayStillBeAd(session)) return { afterAd: true };
  return before.sameText && !isOther ? { lateText: true } : {};
}

/** A little more than `confirmSeconds`, so that the second reading confirms. */
const firstDelaySeconds = 1;
