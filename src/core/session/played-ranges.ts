/** Stretches of the content that were really played: seconds, sorted, disjoint. */
export type PlayedRanges = readonly TimeRange[];
export type TimeRange = readonly [from: number, to: number];

/** Adds a stretch; what overlaps or touches (within half a second, the grain of a player's clock) becomes one. */
export function addPlayed(played: PlayedRanges, from: number, to: number): PlayedRanges {
  if (!(to > from)) return played;
  const apart: TimeRange[] = [];
  let merged: TimeRange = [from, to];
  for (const one of played) {
    if (one[1] < merged[0] - grain || one[0] > merged[1] + grain) apart.push(one);
    else merged = [Math.min(one[0], merged[0]), Math.max(one[1], merged[1])];
  }
  apart.push(merged);
  return bounded(apart.sort((a, b) => a[0] - b[0]));
}

/** Seconds of content that were played at least once. */
export function playedSeconds(played: PlayedRanges): number {
  return played.reduce((sum, [from, to]) => sum + (to - from), 0);
}

/** Somebody who seeks for an hour must not grow a record without end: beyond this the shortest stretches are forgotten. */
function bounded(played: TimeRange[]): PlayedRanges {
  if (played.length <= mostRanges) return played;
  const shortest = played.reduce((least, one) => (one[1] - one[0] < least[1] - least[0] ? one : least));
  return played.filter((one) => one !== shortest);
}

const grain = 0.5;
const mostRanges = 60;
