import { watchedThreshold } from '../session/thresholds';

/** What an update does to the latest session of the same person and media. */
export type UpdateEffect =
  /** There is no session, or the last one was watched and this is a rewatch. */
  | 'begin'
  /** The open session reaches 90 %, which makes one history entry. */
  | 'watch'
  /** Only the position changes. From 90 % on this makes a repeated update harmless. */
  | 'move'
  /** The rest of a playing whose viewing the person has removed. */
  | 'ignore';

/**
 * Below this share of the duration, a title that was watched is being watched again. In the second half it is
 * the same viewing: whoever seeks around 90 % has not seen it twice.
 */
const REWATCH_BELOW = 0.5;

/**
 * Whether a position counts as watched; both in seconds. Documented: from 90 %. The interface description has
 * two wordings; "reaching 90 % or more" is followed, so exactly 90 % counts.
 */
export function isWatched(progress: number, duration: number): boolean {
  return progress / duration >= watchedThreshold;
}

/**
 * Milliseconds: 30 days after its last update nobody watches the end of a viewing any more. Who goes on in
 * the second half then has seen the first one elsewhere, such as on a television that does not report.
 */
const OVER_AFTER_MS = 30 * 86_400_000;

export type LatestSession = Readonly<{
  watched: boolean;
  /** Milliseconds since its last update. */
  quietMs: number;
  /** The person has removed the viewing of the last playing. */
  removed: boolean;
}>;

/** Whole seconds. */
export type Position = Readonly<{
  progress: number;
  duration: number;
}>;

/**
 * Whether an update can be the rest of a playing whose viewing was removed: none is open, and none goes on.
 */
export function mayBeRest(latest: Pick<LatestSession, 'watched'> | undefined, update: Position): boolean {
  return latest === undefined || (latest.watched && !isWatched(update.progress, update.duration));
}

/**
 * A media server that reports only ends has played it again, if the last end was on another evening: 12
 * hours.
 */
export const EVENING_MS = 12 * 3_600_000;

/** `isEnd`: a media server has reported the end. */
function isRewatch({ quietMs }: LatestSession, { progress, duration }: Position, isEnd: boolean): boolean {
  if (isEnd && quietMs > EVENING_MS) return true;
  const share = progress / duration;
  return share < REWATCH_BELOW || (quietMs > OVER_AFTER_MS && !isWatched(progress, duration));
}

/** The step that an update takes. A session stays open however much time passes between two updates. */
export function nextStep(latest: LatestSession | undefined, update: Position, isEnd = false): UpdateEffect {
  const watched = isWatched(update.progress, update.duration);
  if (latest === undefined) return 'begin';
  if (latest.removed) return watched ? 'ignore' : 'begin';
  if (latest.watched && isRewatch(latest, update, isEnd)) return 'begin';
  return watched && !latest.watched ? 'watch' : 'move';
}
