import type { Session } from './session';
import { clockGrainSeconds, minimumTailSeconds } from './thresholds';
import { crossingSecond } from './watched-threshold';

/**
 * Seconds of the medium that must still be played past 90 % before that counts: none where playing has led
 * there, or at the end.
 */
export function missingTail({ playback, played }: Pick<Session, 'playback' | 'played'>): number {
  const { state, position, duration } = playback;
  if (state === 'ended') return 0;
  const [from] = played.find((range) => range[0] <= position && range[1] >= position - clockGrainSeconds) ?? [
    position,
  ];
  const left = duration - clockGrainSeconds - position;
  return from < crossingSecond(Math.round(duration))
    ? 0
    : Math.max(0, Math.min(minimumTailSeconds - (position - from), left));
}
