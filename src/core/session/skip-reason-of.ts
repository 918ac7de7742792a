import type { Observation, Reading } from './observation';
import type { SkipReason } from './skip-reason';
import { longestTitleSeconds } from './thresholds';
import type { Rules } from './transition';

/** Why this observation is not recorded; `undefined` if it may be. The page's own gate comes first. */
export function skipReasonOf({ gate, reading, playback }: Observation, rules: Rules): SkipReason | undefined {
  // An ad before the film is seen before the page has been read at all.
  if (gate !== undefined || reading === undefined || playback === undefined) return gate;
  const { duration } = playback;
  if (duration > longestTitleSeconds) return 'live';
  if (duration > 0 && duration < rules.minimumLength) return 'too-short';
  return isTypeOff(reading, rules) ? 'type-off' : undefined;
}

function isTypeOff({ item: { type } }: Reading, { films, episodes }: Rules): boolean {
  return (type === 'movie' && !films) || (type === 'episode' && !episodes);
}
