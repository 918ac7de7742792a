import type { Item } from '../media/item';
import type { Playback } from './observation';
import { maxRanges, rangeGrainSeconds } from './thresholds';

/** One item being watched. Kept in `storage.session` with the tab that holds it. */
export type Session = Readonly<{
  id: string;
  siteId: string;
  /** The text by which the page's reader tells one item from the next. */
  identity: string;
  item: Item;
  /** 0 to 1: how well the page was read (1: the connector's own sources). */
  confidence: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The latest playback that belongs to this item. */
  playback: Playback;
  played: PlayedRanges;
  /** Possible lengths of the title in seconds: those of the works of its name at the tracker, best first. */
  runtimes?: number[];
  /** Total seconds of the earlier media, if the player loads the work as several. */
  offset?: number;
  /**
   * When the duration last grew, in milliseconds of the page's clock. 90 % of a growing duration means
   * nothing.
   */
  grewAt?: number;
  /** The last update given to the outbox: whole seconds, and milliseconds of the page's clock. */
  lastSent?: Readonly<{ position: number; at: number }>;
  /** Present while the crossing of a short medium is held back. */
  deferredCrossing?: DeferredCrossing;
  /** Present while it is doubtful whether the page's text belongs to this medium. */
  doubt?: Doubt;
  /** The short medium before this one, while it may have been an advertisement. */
  former?: FormerSession;
  /** A position above 90 % was given to the outbox with evidence: this session sends nothing more. */
  crossed: boolean;
}>;

/**
 * Either a medium began under the title of the previous one, or the title appeared while the medium played.
 */
type Doubt = Readonly<{
  /** Milliseconds of the page's clock. */
  since: number;
  /**
   * The previous medium under the same title is no advertisement and has another length. So this one more
   * likely belongs to a title that is named late, and until that is settled not even its last position is
   * sent.
   */
  isOther?: boolean;
}>;

/** A short medium passed 90 % with evidence. What follows its end decides whether it was an advertisement. */
export type DeferredCrossing = Readonly<{
  /** Whole seconds, as they will be sent. */
  position: number;
  duration: number;
  /** Who was signed in when it was watched (`accountKey`). */
  account?: string;
  /** Milliseconds of the page's clock. */
  until: number;
  /** Since when the player has stood at the end of the medium, in milliseconds of the page's clock. */
  endedAt?: number;
}>;

/**
 * The session of a short medium that has ended with its crossing held back, and what it is presumed to be.
 */
export type FormerSession = Readonly<{
  session: Session;
  presumed: 'advertisement' | 'title';
}>;

/** Why an update is sent. */
export type Cause = 'start' | 'pause' | 'seek' | 'end' | 'leave' | 'tick' | 'crossing' | 'asked';

/**
 * What the session gives to the outbox. Position and duration are whole seconds, as the tracker expects them.
 */
export type Update = Readonly<{
  sessionId: string;
  cause: Cause;
  position: number;
  duration: number;
  crossing: boolean;
  /**
   * The account (`accountKey`), if it was watched earlier than it is sent; otherwise whoever is signed in
   * now.
   */
  account?: string;
  /** Milliseconds since 1970. */
  at: number;
}>;

/**
 * Ranges of the content that were really played: seconds, sorted, disjoint (compare `TimeRanges` of a media
 * element).
 */
export type PlayedRanges = TimeRange[];

export type TimeRange = readonly [from: number, to: number];

/** Adds a range; overlapping or touching ranges become one. */
export function addPlayed(played: PlayedRanges, from: number, to: number): PlayedRanges {
  if (!(to > from)) return played;
  const apart: TimeRange[] = [];
  let merged: TimeRange = [from, to];
  for (const one of played) {
    if (one[1] < merged[0] - rangeGrainSeconds || one[0] > merged[1] + rangeGrainSeconds) apart.push(one);
    else merged = [Math.min(one[0], merged[0]), Math.max(one[1], merged[1])];
  }
  apart.push(merged);
  return dropShortest(apart.sort((a, b) => a[0] - b[0]));
}

/** Seconds of content that were played at least once. */
export function playedSeconds(played: PlayedRanges): number {
  return played.reduce((sum, [from, to]) => sum + (to - from), 0);
}

/** Each addition adds at most one range, so at most one has to be dropped. */
function dropShortest(played: TimeRange[]): PlayedRanges {
  if (played.length <= maxRanges) return played;
  const shortest = played.reduce((least, one) => (one[1] - one[0] < least[1] - least[0] ? one : least));
  return played.filter((one) => one !== shortest);
}
