import type { PlayedRanges, TimeRange } from './played-ranges';
import type { Session } from './session';
import { clockGrainSeconds, minimumTailSeconds } from './thresholds';
import { crossingSecond } from './watched-threshold';

/** Whether a position past 90 % has not really been watched up to. `leaving`: the player is left there. */
export function isUnseen(session: Pick<Session, 'playback' | 'played'>, leaving: boolean): boolean {
  return isOnlyShown(session) || (!leaving && missingTail(session) > 0);
}

/** A paused player was moved there and has not played: nobody has watched up to this position. */
function isOnlyShown({ playback, played }: Pick<Session, 'playback' | 'played'>): boolean {
  return playback.state === 'paused' && rangeAt(playback.position, played) === undefined;
}

/**
 * Seconds that must still be played past 90 % before the position counts. At most 0 if enough was played, if
 * playing has led there, and at the end.
 */
export function missingTail({ playback, played }: Pick<Session, 'playback' | 'played'>): number {
  const { state, position, duration } = playback;
  if (state === 'ended') return 0;
  const [from] = rangeAt(position, played) ?? [position];
  const left = duration - clockGrainSeconds - position;
  return from < crossingSecond(Math.round(duration))
    ? 0
    : Math.min(minimumTailSeconds - (position - from), left);
}

/** The range played without a gap up to a position. */
function rangeAt(position: number, played: PlayedRanges): TimeRange | undefined {
  return played.find(([from, to]) => from <= position && to >= position - clockGrainSeconds);
}
