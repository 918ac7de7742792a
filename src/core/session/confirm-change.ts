import { isReadable } from '../media/item';
import { differsInMedium } from './continuity';
import { isFollowed, mayStillBeAd } from './deferred-crossing';
import type { Observation, ObservedPlayback, Reading } from './observation';
import { withPendingChange, type PendingChange, type TabWatch, type Transition } from './tab-watch';
import {
  confirmSeconds,
  lateTextSeconds,
  maxConfirmDelaySeconds,
  minConfirmDelaySeconds,
  earlyMediumSeconds,
} from './thresholds';
import { defined } from '../values/defined';
import type { Session } from './session';

export type Confirmation = Readonly<{ pendingChange: PendingChange }> &
  (
    | Readonly<{ confirmed: true }>
    /** `again`: seconds of the wall clock until the page should be read again. */
    | Readonly<{ confirmed: false; again: number }>
  );

/**
 * Confirms a change when it has been read twice, about a second apart. If the player has changed and the text
 * has not, the text is probably late, so the wait is longer: Prime Video keeps the address, the element and,
 * for a while, the old title.
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

/** The facts that confirm a change. */
type ObservedChange = Readonly<{
  watch: TabWatch;
  observation: Observation;
  reading: Reading;
  playback: ObservedPlayback;
}>;

/** Applies a change only after a second observation has confirmed it; until then nothing moves. */
export function onceConfirmed<S extends ObservedChange>(
  change: (step: S) => Transition,
): (step: S) => Transition {
  return (step) => {
    const { watch, observation, reading, playback } = step;
    const confirmation = confirmChange(watch, observation, reading, playback);
    if (confirmation.confirmed) return change(step);
    // A page that has no title yet does not count as waiting for confirmation.
    const isSettling = watch.session !== undefined || isReadable(reading.item);
    return {
      watch: withPendingChange(watch, confirmation.pendingChange),
      updates: [],
      ...defined({ again: confirmation.again, skip: isSettling ? 'settling' : undefined }),
    };
  };
}

/**
 * Which title the page gives to this medium. In a document that was reloaded or is shown again, the session's
 * medium has begun under its own title; another title is then that of the next medium, which is awaited for a
 * while. Elsewhere a medium of exactly the same length usually belongs to the next title, which is named
 * late.
 */
function identityOf(
  { session, pendingChange }: TabWatch,
  { identity }: Reading,
  { source, duration }: ObservedPlayback,
): string {
  return pendingChange?.sameText === true &&
    session?.playback.duration === duration &&
    // `resumeTab` leaves the source undefined; a player without a source shows nothing.
    session.playback.source === undefined &&
    source !== undefined &&
    source === pendingChange.medium.source
    ? session.identity
    : identity;
}

/** The facts by which one medium is distinguished from another. */
export function mediumOf({ duration, source }: ObservedPlayback): PendingChange['medium'] {
  return { duration, ...defined({ source }) };
}

/**
 * What the change to another title says about the session's medium. If another medium followed under the
 * session's title and is not the one under the next title, the session was an advertisement. If it is the
 * same one, the page's text was late, and the session was the title itself.
 */
function originOf(watch: TabWatch, playback: ObservedPlayback): Pick<PendingChange, 'afterAd' | 'lateText'> {
  const { session, pendingChange: before } = watch;
  // The session's own medium that is played once more does not belong to the next title.
  if (session === undefined || before === undefined || !isFollowed(watch)) return {};
  const isOther = differsInMedium(before.medium, playback);
  if ((before.afterAd || isOther) && mayStillBeAd(session)) return { afterAd: true };
  return before.sameText && !isOther ? { lateText: true } : {};
}

/** Seconds; slightly more than `confirmSeconds`, so that the second reading confirms. */
const firstDelaySeconds = 1;

/**
 * Fields of the session that follows a short medium, when that medium seems to have been a title of its own.
 */
export function asTitle(session: Session, since: number): Pick<Session, 'former' | 'doubt'> {
  return { former: { session, presumed: 'title' }, doubt: { since } };
}

/** The title appeared seconds before the pending medium: what played until then belongs to another title. */
export function isEarly({ former, doubt }: Session, pending: PendingChange | undefined): boolean {
  if (former?.presumed !== 'title' || pending === undefined) return false;
  return pending.since - (doubt?.since ?? 0) < earlyMediumSeconds * 1000;
}
