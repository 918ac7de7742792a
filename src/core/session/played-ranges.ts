import { maxRanges, rangeGrainSeconds } from './thresholds';

/**
 * Ranges of the content that were really played: seconds, sorted, disjoint (compare `TimeRanges` of a media
 * element).
 */
export type PlayedRanges = readonly TimeRange[];
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
