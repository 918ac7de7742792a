import type { PlayedRanges, TimeRange } from './played-ranges';
import type { Session } from './session';
import { clockGrainSeconds, minimumTailSeconds } from './thresholds';
import { crossingSecond } from './watched-threshold';

/** Whether the place past 90 % is none that was watched yet. `leaving`: the player is left there. */
export function isUnseen(session: Pick<Session, 'playback' | 'played'>, leaving: boolean): boolean {
  return isOnlyShown(session) || (!leaving && missingTail(session) > 0);
}

/** A paused player was moved there, and nothing of it has played: no place to which somebody has watched. */
function isOnlyShown({ playback, played }: Pick<Session, 'playback' | 'played'>): boolean {
  return playback.state === 'paused' && rangeAt(playback.position, played) === undefined;
}

/**
 * Seconds of the medium that must still be played past 90 % before that counts: at most 0 where enough was,
 * where playing has led there, and at the end.
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

/** What was played without a gap up to a position. */
function rangeAt(position: number, played: PlayedRanges): TimeRange | undefined {
  return played.find(([from, to]) => from <= position && to >= position - clockGrainSeconds);
}
