import { type Item, type ItemIds, leastShare, shortestKnown } from '../media/item';
import type { Media } from '../media/media';
import { cleanTitle } from './clean-title';
import { episodeEvidence, episodesOf, rangeEvidence } from './episode-evidence';
import { nameEvidence } from './name-evidence';
import { languageOf, type Evidence, type Question } from './question';
import { slopes, weights, type EvidenceKind, type Slope } from './weights';

/**
 * Everything that the page states for or against one candidate, at most one of each kind. If the page states
 * an id, the length only distinguishes a clip from the work, not one work from another.
 */
export function evidenceFor(question: Question, media: Media): Evidence[] {
  const { item } = question;
  const ids = idEvidence(item, media);
  const isNamedById = ids.some(({ kind, asRival }) => kind === 'id' || asRival !== undefined);
  const hasPlace = item.type === 'episode' && !isBySiteId(item, media);
  return [
    ...ids,
    ...(isNamedById ? [] : [...nameEvidence(item, media), ...yearEvidence(item, media)]),
    ...(hasPlace ? episodeEvidence(item, media) : []),
    ...rangeEvidence(question, media),
    ...lengthEvidence(media, question).filter(({ kind }) => ids.length === 0 || kind === 'runtime-clip'),
    ...(!isNamedById && isInLanguageOf(item, media) ? [{ kind: 'language' } as const] : []),
  ];
}

/** The page is in the original language of the work. */
function isInLanguageOf(item: Item, { originalLanguage: language }: Media): boolean {
  return language !== undefined && languageOf(item) === languageOf({ language });
}

/** The tracker has already compared the numbers, because a site may call season 3 a series of one season. */
function isBySiteId({ ids }: Item, { matchedBy }: Media): boolean {
  return ids?.site !== undefined && matchedBy === 'siteId';
}

function idEvidence(item: Item, media: Media): Evidence[] {
  const { ids } = item;
  if (ids === undefined) return [];
  if (isBySiteId(item, media)) return [{ kind: 'id' }];
  if (ids.tmdb !== undefined && ids.tmdb !== media.tmdbId) return [otherId(media)];
  if (isOtherFilm(item, media)) return [{ kind: 'id-differs' }];
  const isStated = ids.tmdb !== undefined || (ids.episodeTmdb !== undefined && ids.episodeTmdb === media.id);
  if (isStated) return [{ kind: 'id' }];
  return isAskedById(ids, media) ? [{ kind: 'id-asked' }] : [];
}

/** A tracker that is asked by an IMDb id need not repeat it in the answer. */
function isAskedById({ imdb }: ItemIds, { matchedBy }: Media): boolean {
  return imdb !== undefined || matchedBy === 'externalId';
}

/** If the page states the ids of two works, each is equally likely, so neither is sent. */
function otherId({ matchedBy }: Media): Evidence {
  const kind = 'id-differs';
  return matchedBy === 'externalId' ? { kind, asRival: weights.id } : { kind };
}

/** For an episode a page may state the episode's IMDb id while the tracker states that of the series. */
function isOtherFilm({ type, ids }: Item, { imdbId }: Media): boolean {
  return type === 'movie' && ids?.imdb !== undefined && imdbId !== undefined && ids.imdb !== imdbId;
}

function yearEvidence(item: Item, media: Media): Evidence[] {
  const { type, title, seriesTitle } = item;
  const { year = cleanTitle((type === 'movie' ? title : seriesTitle) ?? '').year } = item;
  if (year === undefined || media.year === undefined) return [];
  const distance = year - media.year;
  if (distance === 0) return [{ kind: 'year' }];
  if (Math.abs(distance) === 1) return [{ kind: 'year-near' }];
  return [{ kind: type === 'episode' && distance > 0 ? 'year-later' : 'year-differs' }];
}

/**
 * Compares the player's duration with the tracker's runtime, both in seconds. The value falls gradually with
 * the distance, because credits, logos, dubbing and cuts change a length by any amount. A tracker that
 * answers without `names` has no runtimes either, which is no evidence.
 */
function lengthEvidence(
  { type, runtime = 0 }: Media,
  { item, duration, names = false }: Pick<Question, 'item' | 'duration' | 'names'>,
): Evidence[] {
  if (duration === undefined || duration <= 0) return [];
  if (runtime < shortestKnown) return names ? [{ kind: 'runtime-unknown' }] : [];
  const ratio = duration / runtime / episodesOf(item);
  return [type === 'movie' ? ofFilm(ratio, runtime, item) : ofEpisode(ratio)];
}

function ofFilm(ratio: number, runtime: number, item: Item): Evidence {
  if (ratio < leastShare.movie) return { kind: 'runtime-clip' };
  // Another cut is up to half as long again as the known one.
  if (ratio > 1.02 && ratio < 1.5 && cleanTitle(item.title ?? '').isOtherCut)
    return { kind: 'runtime-near', value: 0 };
  const slope = isBroadcastFaster(item) ? slopes.faster : slopes.film;
  // Film databases round to minutes, which is more than 1 % of a short film.
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

/** Linear interpolation between two points of the slope; beyond its ends the end values hold. */
function valueAt(slope: Slope, distance: number): number {
  const after = slope.findIndex(([at]) => at >= distance);
  const [end, endValue] = slope.at(after) ?? [0, 0];
  const [start, startValue] = slope[after - 1] ?? [end, endValue];
  if (after <= 0 || end === start) return endValue;
  return startValue + ((endValue - startValue) * (distance - start)) / (end - start);
}

/**
 * In America, Japan and Korea (60 pictures a second) broadcasts run at the speed of the film; elsewhere they
 * run faster.
 */
function isBroadcastFaster(item: Item): boolean {
  const stated = item.language ?? '';
  if (languageOf(item) === 'en') return /^en[-_](?:GB|IE|AU|NZ|ZA|IN)\b/i.test(stated);
  return !/^(?:ja|ko)\b|^es[-_](?:MX|US|419)|^pt[-_]BR|^zh[-_](?:TW|Hant)|^fr[-_]CA/i.test(stated);
}
