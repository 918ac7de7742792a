import type { Item } from './item';
import type { Media } from './media';
import { plainTitle } from '../text/normalize-title';

/** From here on a match is sent without asking; below it is held for review. */
export const confidenceBar = 0.7;

/**
 * How sure it is that the tracker's media is the page's item, 0 to 1. An id that the page states itself settles it;
 * otherwise titles are compared, and every number on which the two disagree takes away more than a title can give back.
 */
export function confidenceOf(item: Item, media: Media, duration?: number): number {
  if (item.type !== media.type) return 0;
  if (item.ids?.tmdb !== undefined && item.ids.tmdb !== media.tmdbId) return 0;
  const sameId =
    (item.ids?.tmdb !== undefined && item.ids.tmdb === media.tmdbId) ||
    (item.ids?.episodeTmdb !== undefined && item.ids.episodeTmdb === media.id);
  // Ids that the page states name the work beyond doubt, also where only a part of it is shown.
  if (sameId) return numberFactor(item, media);
  const byId = item.ids?.imdb !== undefined;
  return (
    titleConfidence(item, media) *
    yearFactor(item, media) *
    numberFactor(item, media) *
    (byId ? 1 : runtimeFactor(media, duration))
  );
}

function titleConfidence(item: Item, media: Media): number {
  const said = item.type === 'movie' ? item.title : item.seriesTitle;
  const found = item.type === 'movie' ? [media.title] : [media.seriesTitle];
  const names = found.filter((name) => name !== undefined && name !== '');
  // Only an id was sent, or the tracker names nothing: there is no word against it.
  if (said === undefined || names.length === 0) return item.ids?.imdb === undefined ? 0.5 : 0.9;
  const sameYear = item.year !== undefined && item.year === media.year;
  return Math.max(...names.map((name) => similarity(said, name ?? '', sameYear)));
}

/**
 * 0 to 1 for two titles. Titles of different scripts cannot be compared letter by letter: the tracker's word is taken, just.
 * Nearly the same letters are not enough by themselves ("Alien", "Aliens"; "Her", "Hero"), unless the year agrees too.
 */
export function similarity(a: string, b: string, sameYear = false): number {
  const [one, other] = [plainTitle(a), plainTitle(b)];
  if (one === other) return one === '' ? 0 : 1;
  if (one === '' || other === '') return 0;
  if (numbersOf(one) !== numbersOf(other)) return 0.3;
  if (scriptOf(one) !== scriptOf(other)) return foreignScript;
  if (one.replaceAll(' ', '') === other.replaceAll(' ', '')) return 0.95;
  const close = dice(pairs(one), pairs(other));
  return Math.max(
    sameYear || (close >= 0.9 && Math.min(one.length, other.length) >= longTitle) ? close : close * 0.75,
    prefixed(one, other),
  );
}

/** "Dune" and "Dune: Part One" are near, not the same; a long shared beginning weighs more. */
function prefixed(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(`${short} `) ? 0.5 + 0.4 * (short.length / long.length) : 0;
}

function yearFactor(item: Item, media: Media): number {
  if (item.year === undefined || media.year === undefined) return 1;
  const apart = Math.abs(item.year - media.year);
  // A film is often dated a year apart (festival, country); an episode may state its own year, later than the series'.
  if (apart <= 1 || (item.type === 'episode' && item.year > media.year)) return 1;
  return 0.5;
}

function numberFactor(item: Item, media: Media): number {
  if (item.type === 'movie') return 1;
  if (
    item.episodeNumber !== undefined &&
    media.episodeNumber !== undefined &&
    item.seasonNumber !== undefined
  ) {
    if (item.episodeNumber !== media.episodeNumber || item.seasonNumber !== media.seasonNumber) return 0.4;
    return 1;
  }
  // Without a season the number may run through all seasons: the episode's own title must agree where both state one.
  if (item.episodeTitle !== undefined && media.title !== undefined)
    return similarity(item.episodeTitle, media.title) >= 0.5 ? 1 : 0.5;
  return item.episodeNumber === undefined ? 0.6 : 0.9;
}

/** What plays for less than half, or more than twice, the time that the tracker knows is not that film. */
function runtimeFactor(media: Media, duration: number | undefined): number {
  if (media.runtime === undefined || media.runtime < 60 || duration === undefined || duration <= 0) return 1;
  const ratio = duration / media.runtime;
  return ratio < 0.5 || ratio > 2.5 ? 0.5 : 1;
}

function scriptOf(text: string): string {
  return scripts.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}

const scripts: readonly (readonly [string, RegExp])[] = [
  ['cjk', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['greek', /\p{Script=Greek}/u],
  ['thai', /\p{Script=Thai}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['latin', /\p{Script=Latin}|\p{N}/u],
];

function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}

function pairs(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (let index = 0; index < text.length - 1; index++) {
    const pair = text.slice(index, index + 2);
    found.set(pair, (found.get(pair) ?? 0) + 1);
  }
  return found;
}

/** Sørensen–Dice over letter pairs. */
function dice(a: Map<string, number>, b: Map<string, number>): number {
  let shared = 0;
  for (const [pair, count] of a) shared += Math.min(count, b.get(pair) ?? 0);
  const total = sum(a) + sum(b);
  return total === 0 ? 0 : (2 * shared) / total;
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

const foreignScript = 0.75;
/** Letters from which on a difference of one or two is a spelling, and not another title. */
const longTitle = 20;
