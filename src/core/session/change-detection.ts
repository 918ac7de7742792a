import { mayStillBeAd, isMainFeatureAfterAd } from './deferred-crossing';
import type { Session } from './session';
import type { ObservedPlayback } from './observation';

/** Something that may be the next item: seen, but not yet often enough. */
export interface PendingChange {
  readonly identity: string;
  /** The page still states the old title while the player has gone to something else. */
  readonly sameText: boolean;
  /** Milliseconds of the page's clock. */
  readonly since: number;
}

export type Confirmation =
  { readonly candidate: PendingChange; readonly again: number } | { readonly candidate?: undefined };

/**
 * A new identity counts when it is seen twice, at least a second apart. Where the player has changed and the page's
 * text has not, the text is probably late (Prime Video keeps address, element and, for a while, the old title): it gets
 * longer to change before it is believed.
 */
export function confirmChange(
  candidate: PendingChange | undefined,
  session: Session | undefined,
  identity: string,
  at: number,
): Confirmation {
  const sameText = session?.identity === identity;
  if (
    candidate === undefined ||
    candidate.identity !== identity ||
    candidate.sameText !== sameText ||
    at < candidate.since
  ) {
    return { candidate: { identity, sameText, since: at }, again: 1 };
  }
  const waited = (at - candidate.since) / 1000;
  const needed = sameText ? lateTextSeconds : confirmSeconds;
  return waited < needed ? { candidate, again: Math.max(0.2, Math.min(2, needed - waited)) } : {};
}

/**
 * The player seems to play something else although the page still states the same: its source or length is another and
 * the position does not follow from the last one; or a session that is already watched starts again from the beginning.
 */
export function hasMediaChanged(
  session: Session,
  playback: ObservedPlayback,
  candidate?: PendingChange,
): boolean {
  const before = session.playback;
  // An advertisement that passed for the title until the title itself began: its crossing must not stand for that.
  if (session.crossed && playback.duration > before.duration * 1.5) return true;
  // A title never loses half of its length, or doubles it; an advertisement just after the beginning stands at a position that would follow.
  if (playback.duration < before.duration / 2 || isMainFeatureAfterAd(playback.duration, before.duration))
    return true;
  const longer = Math.abs(playback.duration - before.duration) > Math.max(5, before.duration * 0.02);
  const other =
    playback.source !== undefined && before.source !== undefined && playback.source !== before.source;
  const begun = candidate?.sameText === true && candidate.identity === session.identity;
  // Several advertisements in a row: the second comes by the place where the first one ended.
  if (begun && mayStillBeAd(session) && (longer || other)) return true;
  if (isContinuous(session, playback)) return false;
  if (longer || other) return true;
  // Once it has begun again, it may get on while it settles.
  return (
    session.crossed &&
    (playback.position < playback.duration * (begun ? 0.5 : 0.1) ||
      (begun && hasPlayedFromStart(candidate, playback)))
  );
}

/** The position is one that playing on from the beginning has led to since the candidate was first seen, at whatever speed. */
export function hasPlayedFromStart(
  { since }: PendingChange,
  { position, duration, rate, at }: ObservedPlayback,
): boolean {
  return position < duration * 0.1 + ((at - since) / 1000) * rate * 1.1;
}

/** The position is where the last one leads, so nothing else can have begun in between. */
function isContinuous({ playback: before }: Session, playback: ObservedPlayback): boolean {
  const elapsed = Math.max(0, playback.at - before.at) / 1000;
  const reach = before.position + (before.state === 'playing' ? elapsed * before.rate * 1.1 : 0) + 10;
  return playback.position >= before.position - 3 && playback.position <= reach;
}

/** The same medium plays on: what the page says of it may become more exact, but cannot have become another title. */
export function isSameStream(session: Session, playback: ObservedPlayback): boolean {
  const before = session.playback;
  return (
    isContinuous(session, playback) &&
    playback.source === before.source &&
    Math.abs(playback.duration - before.duration) <= 1
  );
}

const confirmSeconds = 0.9;
const lateTextSeconds = 20;
