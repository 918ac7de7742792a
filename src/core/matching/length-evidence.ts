import type { Item } from '../media/item';
import type { Media } from '../media/media';
import { cleanTitle } from './clean-title';
import { languageOf, type Evidence, type Question } from './question';
import type { EvidenceKind } from './weights';

/**
 * The duration that the player states against the runtime that the tracker states, both in seconds. Its value
 * falls with the distance, without a step: credits, logos, dubbing and cuts change a length by any amount. A
 * tracker that answers without `names` answers without runtimes too, which is no evidence.
 */
export function lengthEvidence(
  { type, runtime = 0 }: Media,
  { item, duration, names = false }: Pick<Question, 'item' | 'duration' | 'names'>,
): readonly Evidence[] {
  if (duration === undefined || duration <= 0) return [];
  if (runtime < shortestRuntime) return names ? [{ kind: 'runtime-unknown' }] : [];
  const ratio = duration / runtime;
  return [type === 'movie' ? ofFilm(ratio, runtime, item) : ofEpisode(ratio)];
}

/** A distance from the runtime, as a share of it, and the value of the evidence there. */
type Slope = readonly (readonly [distance: number, value: number])[];

/**
 * The logarithm of how many times more often the right film has this distance than any other film does. Half
 * of the pages are within 1 %; credits, logos and the rounding to minutes move most of the rest by up to 4 %.
 */
const filmSlope: Slope = [
  [-0.3, -4],
  [-0.12, -2.4],
  [-0.08, -1.8],
  [-0.06, -0.8],
  [-0.04, 0.6],
  [-0.02, 1.6],
  [-0.01, 2.6],
  [0.01, 2.6],
  [0.02, 1.6],
  [0.04, 0.6],
  [0.06, -0.8],
  [0.08, -1.8],
  [0.12, -2.4],
  [0.3, -4],
];

/** Where broadcasts run 25 instead of 24 pictures a second, many films are 4 % shorter. */
const fasterSlope: Slope = [
  ...filmSlope.filter(([distance]) => distance < -0.06),
  [-0.06, 0],
  [-0.05, 1.2],
  [-0.04, 2.1],
  [-0.03, 1.6],
  ...filmSlope.filter(([distance]) => distance > -0.03),
];

/** Episodes of a series differ among each other, so a length proves less than with a film. */
const episodeSlope: Slope = [
  [-0.4, -3.5],
  [-0.2, -2.2],
  [-0.13, -0.9],
  [-0.07, 1.5],
  [0.07, 1.5],
  [0.13, -0.9],
  [0.2, -2.2],
  [0.6, -3.5],
];

/**
 * Of two namesakes whose lengths are both possible the nearer one is no more than likely. Up to the speed of
 * broadcasts on both sides the other one counts as if it had the very length, in any language: then length
 * alone decides nothing, and the year or how well known they are must.
 */
const rivalSlope: Slope = [
  [-0.075, -4],
  [-0.065, 1.2],
  [-0.055, 2.6],
  [0.04, 2.6],
  [0.05, 1.2],
  [0.06, -4],
];

function ofFilm(ratio: number, runtime: number, item: Item): Evidence {
  if (ratio < 0.6) return { kind: 'runtime-clip' };
  // Another cut than the known one is up to half as long again.
  if (ratio > 1.02 && ratio < 1.5 && cleanTitle(item.title ?? '').isOtherCut)
    return { kind: 'runtime-near', value: 0 };
  const slope = isBroadcastFaster(item) ? fasterSlope : filmSlope;
  // A film database rounds to minutes, which is more than 1 % of a short film.
  const rounding = Math.max(0, 90 / runtime - 0.015);
  const distance = towardsZero(ratio - 1, rounding);
  const value = valueAt(slope, distance);
  return { kind: filmKind(value, ratio), value, asRival: Math.max(value, valueAt(rivalSlope, distance)) };
}

function filmKind(value: number, ratio: number): EvidenceKind {
  if (value >= 0.5) return ratio < 0.97 ? 'runtime-faster' : 'runtime';
  if (value >= -1.8) return 'runtime-near';
  return value >= -2.4 ? 'runtime-far' : 'runtime-differs';
}

function ofEpisode(ratio: number): Evidence {
  if (ratio < 0.4) return { kind: 'runtime-clip' };
  const value = valueAt(episodeSlope, ratio - 1);
  if (value >= 0) return { kind: 'length', value };
  if (value >= -0.9) return { kind: 'length-near', value };
  return { kind: value >= -2.2 ? 'length-far' : 'runtime-differs', value };
}

function towardsZero(distance: number, by: number): number {
  return Math.sign(distance) * Math.max(0, Math.abs(distance) - by);
}

/** Between two points of the slope on a straight line; beyond its ends as at its ends. */
function valueAt(slope: Slope, distance: number): number {
  const after = slope.findIndex(([at]) => at >= distance);
  const [end, endValue] = slope.at(after) ?? [0, 0];
  const [start, startValue] = slope[after - 1] ?? [end, endValue];
  if (after <= 0 || end === start) return endValue;
  return startValue + ((endValue - startValue) * (distance - start)) / (end - start);
}

/** Broadcasts are as fast as the film where they have 60 pictures a second: in America, Japan and Korea. */
function isBroadcastFaster(item: Item): boolean {
  const stated = item.language ?? '';
  if (languageOf(item) === 'en') return /^en[-_](?:GB|IE|AU|NZ|ZA|IN)\b/i.test(stated);
  return !/^(?:ja|ko)\b|^es[-_](?:MX|US|419)|^pt[-_]BR|^zh[-_](?:TW|Hant)|^fr[-_]CA/i.test(stated);
}

/** Seconds. A catalogue that states less has no runtime for this title, or one in another unit. */
const shortestRuntime = 60;
