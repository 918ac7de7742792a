import type { Item } from '../media/item';
import type { Media } from '../media/media';
import { leastShare, shortestKnown } from '../media/work-length';
import { cleanTitle } from './clean-title';
import { episodesOf } from './episode-evidence';
import { languageOf, type Evidence, type Question } from './question';
import { slopes, type EvidenceKind, type Slope } from './weights';

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
  if (runtime < shortestKnown) return names ? [{ kind: 'runtime-unknown' }] : [];
  const ratio = duration / runtime / episodesOf(item);
  return [type === 'movie' ? ofFilm(ratio, runtime, item) : ofEpisode(ratio)];
}

function ofFilm(ratio: number, runtime: number, item: Item): Evidence {
  if (ratio < leastShare.movie) return { kind: 'runtime-clip' };
  // Another cut than the known one is up to half as long again.
  if (ratio > 1.02 && ratio < 1.5 && cleanTitle(item.title ?? '').isOtherCut)
    return { kind: 'runtime-near', value: 0 };
  const slope = isBroadcastFaster(item) ? slopes.faster : slopes.film;
  // A film database rounds to minutes, which is more than 1 % of a short film.
  const rounding = Math.max(0, 90 / runtime - 0.015);
  const distance = towardsZero(ratio - 1, rounding);
  const value = valueAt(slope, distance);
  return { kind: filmKind(value, ratio), value, asRival: Math.max(value, valueAt(slopes.rival, distance)) };
}

function filmKind(value: number, ratio: number): EvidenceKind {
  if (value >= 0.5) return ratio < 0.97 ? 'runtime-faster' : 'runtime';
  if (value >= -1.8) return 'runtime-near';
  return value >= -2.4 ? 'runtime-far' : 'runtime-differs';
}

function ofEpisode(ratio: number): Evidence {
  if (ratio < leastShare.episode) return { kind: 'runtime-clip' };
  const value = valueAt(slopes.episode, ratio - 1);
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
