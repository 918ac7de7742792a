import { hasName } from '../rank-titles';
import type { HitRecord } from './records';

/** How many works are looked up: each costs a request. */
export interface ChoiceLimits {
  /** Of works that show the asked name. */
  readonly named: number;
  /** Of the first others where none shows it: it may be one of their other names. */
  readonly others: number;
}

/**
 * The results of a search whose other names have to be known. Those that show the asked name, those of the
 * asked year first; and those which the film database ranks before them, for an other name of theirs.
 */
export function chooseHits(
  hits: readonly HitRecord[],
  { name, year }: { readonly name: string; readonly year: number | undefined },
  limits: ChoiceLimits,
): HitRecord[] {
  const named = hits.filter((hit) => showsName(hit, name));
  const dated = named.filter((hit) => isNearYear(hit, year));
  const best = (dated.length > 0 ? dated : named).slice(0, limits.named);
  if (best[0] === undefined) return preferYear(hits, year).slice(0, limits.others);
  const before = hits.slice(0, hits.indexOf(best[0])).filter((hit) => !named.includes(hit));
  return [...best, ...before.filter((hit) => isNearYear(hit, year)).slice(0, 1)];
}

export function showsName(hit: HitRecord, name: string): boolean {
  return hasName(name, [hit.title, hit.originalTitle]);
}

function preferYear(hits: readonly HitRecord[], year: number | undefined): HitRecord[] {
  return hits.toSorted((a, b) => Number(isNearYear(b, year)) - Number(isNearYear(a, year)));
}

/** Sources may differ by one year. A work without a year may be of any. */
function isNearYear(hit: HitRecord, year: number | undefined): boolean {
  return year === undefined || hit.year === undefined || Math.abs(hit.year - year) <= 1;
}
