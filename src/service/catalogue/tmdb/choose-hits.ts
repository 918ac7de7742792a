import { compareNames, type Likeness } from '../../../core/matching/compare-names';
import type { HitRecord } from './records';

/** Limits of look-ups, each of which costs a request. */
export type ChoiceLimits = Readonly<{
  /** For works that have the requested name, or may have it. */
  named: number;
  /** For the first others, if none of them may. */
  others: number;
}>;

/**
 * The search results whose other names must be looked up: those that show the requested name, and those that
 * show no name containing it, so the search found them by another name. Those of the requested year come
 * first, then the best known.
 */
export function chooseHits(
  hits: readonly HitRecord[],
  { name, year }: Readonly<{ name: string; year: number | undefined }>,
  limits: ChoiceLimits,
): HitRecord[] {
  const ranked = hits
    .map((hit) => ({ hit, rank: rankOf(hit, name) }))
    .toSorted(
      (a, b) =>
        Number(isNearYear(b.hit, year)) - Number(isNearYear(a.hit, year)) ||
        b.rank - a.rank ||
        (b.hit.popularity ?? 0) - (a.hit.popularity ?? 0),
    );
  const named = ranked.filter(({ hit, rank }) => rank > 0 || isOfYear(hit, year)).map(({ hit }) => hit);
  if (named.length === 0) return preferYear(hits, year).slice(0, limits.others);
  const dated = named.filter((hit) => isNearYear(hit, year));
  return (dated.length > 0 ? dated : named).slice(0, limits.named);
}

/** A work of exactly that year may have the requested name besides the longer one that is shown. */
function isOfYear(hit: HitRecord, year: number | undefined): boolean {
  return year !== undefined && hit.year === year && (hit.popularity ?? 0) >= KNOWN;
}

/** From this popularity on, a longer name is worth a request. */
const KNOWN = 5;

/** 2: shows the name; 1: shows none that contains it; 0: shows a longer one. */
function rankOf({ title, originalTitle }: HitRecord, name: string): 0 | 1 | 2 {
  const shown = [title, originalTitle];
  if (shown.some((one) => SAME.has(compareNames(name, one)))) return 2;
  const asked = lettersOf(name);
  return shown.some((one) => lettersOf(one).includes(asked)) ? 0 : 1;
}

/** Letters and digits only: the search ignores spaces and punctuation, but no word, not even an article. */
function lettersOf(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const SAME: ReadonlySet<Likeness> = new Set(['same', 'variant']);

function preferYear(hits: readonly HitRecord[], year: number | undefined): HitRecord[] {
  return hits.toSorted((a, b) => Number(isNearYear(b, year)) - Number(isNearYear(a, year)));
}

/** Sources may differ by one year. A work without a year may be of any year. */
export function isNearYear(hit: HitRecord, year: number | undefined): boolean {
  return year === undefined || hit.year === undefined || Math.abs(hit.year - year) <= 1;
}
