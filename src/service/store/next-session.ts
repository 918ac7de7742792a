import { watchedThreshold } from '../../core/session/thresholds';

/** What an update does to the latest session of the same person and media. */
export type SessionStep =
  /** There is no session, or the last one was watched and the position is below 90 % again: a rewatch. */
  | 'begin'
  /** The open session reaches 90 %, which makes one history entry. */
  | 'watch'
  /** Only the position changes. From 90 % on this makes a repeated update harmless. */
  | 'move';

/**
 * Whether a position counts as watched; both in seconds. Documented: from 90 %. The interface description has
 * two wordings; "reaching 90 % or more" is followed, so exactly 90 % counts.
 */
export function isWatched(progress: number, duration: number): boolean {
  return progress / duration >= watchedThreshold;
}

/** The step that an update takes. A session stays open however much time passes between two updates. */
export function nextStep(
  latest: { readonly watched: boolean } | undefined,
  update: { readonly progress: number; readonly duration: number },
): SessionStep {
  const watched = isWatched(update.progress, update.duration);
  if (latest === undefined || (latest.watched && !watched)) return 'begin';
  return watched && !latest.watched ? 'watch' : 'move';
}
