import { watchedThreshold } from '../session/thresholds';

/** What an update does to the latest session of the same person and media. */
export type UpdateEffect =
  /** There is no session, or the last one was watched and this is a rewatch. */
  | 'begin'
  /** The open session reaches 90 %, which makes one history entry. */
  | 'watch'
  /** Only the position changes. From 90 % on, this makes a repeated update harmless. */
  | 'move'
  /** The update belongs to a viewing that the person has removed. */
  | 'ignore';

/**
 * Share of the duration. A watched title that plays below it is a rewatch. In the second half it is the same
 * viewing: a person who seeks around 90 % has not seen it twice.
 */
const REWATCH_BELOW = 0.5;

/**
 * Whether a position counts as watched; both in seconds. API v1 says "from 90 %", and describes it in two
 * wordings; this follows "reaching 90 % or more", so exactly 90 % counts.
 */
export function isWatched(progress: number, duration: number): boolean {
  return progress / duration >= watchedThreshold;
}

/**
 * Milliseconds: a viewing is over 30 days after its last update. A person who then continues in the second
 * half has seen the first half elsewhere, such as on a television that does not report.
 */
const OVER_AFTER_MS = 30 * 86_400_000;

export type LatestSession = Readonly<{
  watched: boolean;
  /** Milliseconds since the last update of the session. */
  quietMs: number;
  /** The person has removed the last viewing. */
  removed: boolean;
}>;

/** Whole seconds. */
export type Position = Readonly<{
  progress: number;
  duration: number;
}>;

/** Whether an update can still belong to a removed viewing: no session is open, and none continues. */
export function mayBeRest(latest: Pick<LatestSession, 'watched'> | undefined, update: Position): boolean {
  return latest === undefined || (latest.watched && !isWatched(update.progress, update.duration));
}

/** 12 hours. Some media servers report only ends; two ends further apart than this are two viewings. */
export const EVENING_MS = 12 * 3_600_000;

/** `isEnd`: a media server has reported the end. */
function isRewatch({ quietMs }: LatestSession, { progress, duration }: Position, isEnd: boolean): boolean {
  if (isEnd && quietMs > EVENING_MS) return true;
  const share = progress / duration;
  return share < REWATCH_BELOW || (quietMs > OVER_AFTER_MS && !isWatched(progress, duration));
}

/** What an update does to the session. A session stays open however much time passes between two updates. */
export function nextStep(latest: LatestSession | undefined, update: Position, isEnd = false): UpdateEffect {
  const watched = isWatched(update.progress, update.duration);
  if (latest === undefined) return 'begin';
  if (latest.removed) return watched ? 'ignore' : 'begin';
  if (latest.watched && isRewatch(latest, update, isEnd)) return 'begin';
  return watched && !latest.watched ? 'watch' : 'move';
}
