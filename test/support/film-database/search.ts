import { describeBriefly, showsName } from './describe-work';
import type { Answer } from './create-film-database';
import type { IndexedWork } from './indexed-work';
import { compareNames, toSearchedName, type SearchedName } from './searched-name';
import type { AbsentRecord } from './titles';

const PAGE_SIZE = 20;

/** How much a name of each closeness (0 to 3) counts. */
const WEIGHTS = [0, 0.3, 1, 2] as const;
/** The name that a result shows is the one that was asked for. */
const SHOWN_WEIGHT = 4;

/**
 * `/search/movie`, `/search/tv` and `/search/multi`: looks in original, translated and alternative titles.
 * Without typing errors: each word of the query is a word of one title, the last one at least begins one; in
 * scripts without spaces the query is a part of a title. Ordered by popularity and closeness.
 */
export function createSearch(works: readonly IndexedWork[], absent: readonly AbsentRecord[]) {
  const strays = findStrays(absent);
  return (kind: string, query: URLSearchParams): Answer => {
    const text = query.get('query') ?? '';
    if (text === '') return { status: 422, body: { errors: ['query must be provided'] } };
    const language = query.get('language');
    const name = toSearchedName(text);
    const found = works
      .filter((work) => (kind === 'multi' || work.kind === kind) && isOfYear(work, query))
      .map((work) => ({ work, rank: rankOf(work, name, language, strays) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank || a.work.record.id - b.work.record.id)
      .map(({ work }) => work);
    const page = Math.max(1, Number(query.get('page') ?? 1) || 1);
    const results = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((work) => ({
      ...describeBriefly(work, language),
      ...(kind === 'multi' && { media_type: work.kind }),
    }));
    const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
    return { status: 200, body: { page, results, total_pages: pages, total_results: found.length } };
  };
}

/** Works that a search returns though its words do not fit, by kind and query. */
function findStrays(absent: readonly AbsentRecord[]): ReadonlyMap<string, readonly number[]> {
  return new Map(
    absent.flatMap(({ type, titles, strays = [] }) =>
      Object.values(titles).map((title) => [`${type}|${toSearchedName(title).joined}`, strays] as const),
    ),
  );
}

function rankOf(
  work: IndexedWork,
  query: SearchedName,
  language: string | null,
  strays: ReadonlyMap<string, readonly number[]>,
): number {
  const { record, names } = work;
  const closeness = names.reduce<0 | 1 | 2 | 3>((best, name) => {
    const compared = compareNames(query, name);
    return compared > best ? compared : best;
  }, 0);
  if (closeness === 0)
    return strays.get(`${record.type}|${query.joined}`)?.includes(record.id) ? record.popularity : 0;
  return record.popularity * (showsName(work, language, query.joined) ? SHOWN_WEIGHT : WEIGHTS[closeness]);
}

function isOfYear({ kind, record }: IndexedWork, query: URLSearchParams): boolean {
  const yearIn = (name: string) => {
    const text = query.get(name) ?? '';
    return /^\d{4}$/.test(text) ? Number(text) : undefined;
  };
  const first = yearIn(kind === 'tv' ? 'first_air_date_year' : 'primary_release_year');
  if (first !== undefined && record.year !== first) return false;
  const any = yearIn('year');
  if (any === undefined) return true;
  // A film may come to other countries in the year after; a series has episodes in each of its years.
  const last = kind === 'tv' ? (record.lastYear ?? record.year) : record.year + 1;
  return any >= record.year && any <= last;
}
