import { setImmediate } from 'node:timers/promises';
import { plainTitle } from '../../core/text/normalize-title';
import { yearOf } from '../../core/library/days';
import type { Queries } from './engine/database';
import { inList } from './engine/in-list';
import { worksWithWord } from './name-words';

/** Maximum works that a search finds. */
const MOST = 100;
/** Maximum words of a search that count. */
const WORDS = 6;
/** Works of a year per read: more than a search finds, few enough not to delay other requests. */
const YEAR_WORKS = 500;
/** Names of files per read: few enough not to delay other requests. */
const FILE_NAMES = 10_000;

/** LIKE patterns that the names must match; empty if the text has no word. */
export function patternsOf(text: string): string[] {
  const words = plainTitle(text).split(' ').filter(Boolean);
  return words.slice(0, WORDS).map((word) => `%${word}%`);
}

/** A condition on `n.names`. */
export const hasAll = (patterns: readonly string[]) => patterns.map(() => 'n.names LIKE ?').join(' AND ');

/** The works of a person with a name that has all patterns, those of the last years first. */
export async function searchNames(
  db: Queries,
  userId: string,
  patterns: readonly string[],
): Promise<string[]> {
  const unindexed = await db.one('SELECT 1 FROM work_names WHERE indexed = 0 LIMIT 1');
  const words = patterns.map((pattern) => pattern.slice(1, -1));
  const works = unindexed === undefined ? await worksWithWord(db, words) : undefined;
  const named =
    works === undefined
      ? await searchYears(db, userId, patterns)
      : await watchedOnes(db, userId, { works, patterns });
  const found = new Set([...named, ...(await searchFiles(db, userId, patterns))]);
  return [...found].slice(0, MOST);
}

async function watchedOnes(
  db: Queries,
  userId: string,
  { works, patterns }: Readonly<{ works: readonly string[]; patterns: readonly string[] }>,
): Promise<string[]> {
  if (works.length === 0) return [];
  const { sql, values } = inList(works);
  const rows = await db.all<{ work: string }>(
    `SELECT n.work FROM work_names AS n JOIN work_years AS w ON w.user_id = ? AND w.work = n.work
     WHERE n.work IN ${sql} AND ${hasAll(patterns)}
     GROUP BY n.work ORDER BY max(w.year) DESC LIMIT ${String(MOST)}`,
    userId,
    ...values,
    ...patterns,
  );
  return rows.map(({ work }) => work);
}

/**
 * Searches the latest years first, in parts, because SQLite is synchronous and other requests run between the
 * parts. The first parts already contain a common word, however many works the year has.
 */
async function searchYears(db: Queries, userId: string, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const [first, last] = await yearsOf(db, userId);
  for (let year = last; year >= first && found.size < MOST; year -= 1) {
    let after: string | undefined = '';
    while (after !== undefined && found.size < MOST) {
      const works: FoundWork[] = await db.all<FoundWork>(
        `SELECT w.work, CASE WHEN ${hasAll(patterns)} THEN 1 ELSE 0 END AS "isFound"
         FROM (SELECT work FROM work_years WHERE user_id = ? AND year = ? AND work > ?
           ORDER BY work LIMIT ${String(YEAR_WORKS)}) AS w
         LEFT JOIN work_names AS n ON n.work = w.work ORDER BY w.work`,
        ...patterns,
        userId,
        year,
        after,
      );
      for (const { work, isFound } of works) if (isFound === 1) found.add(work);
      after = works.length < YEAR_WORKS ? undefined : works.at(-1)?.work;
      await setImmediate();
    }
  }
  return [...found];
}

type FoundWork = Readonly<{
  work: string;
  isFound: number;
}>;

/** The first and the last year in which the person has watched something. */
async function yearsOf(db: Queries, userId: string): Promise<[first: number, last: number]> {
  const row = await db.one<{ first: number | null; last: number | null }>(
    'SELECT min(day) AS first, max(day) AS last FROM days WHERE user_id = ?',
    userId,
  );
  return row?.first == null || row.last === null ? [1, 0] : [yearOf(row.first), yearOf(row.last)];
}

/** Names of files count until the catalogue has supplied some. */
async function searchFiles(db: Queries, userId: string, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  let after = '';
  for (;;) {
    // The last one of a part says where the next one begins.
    const end = await db.one<{ media: string }>(
      `SELECT media FROM imported_titles WHERE user_id = ? AND media > ? ORDER BY media
       LIMIT 1 OFFSET ${String(FILE_NAMES - 1)}`,
      userId,
      after,
    );
    const upTo = end === undefined ? '' : 'AND n.media <= ?';
    const rows = await db.all<{ work: string }>(
      `SELECT DISTINCT n.work FROM imported_titles AS n WHERE n.user_id = ? AND n.media > ? ${upTo}
         AND ${hasAll(patterns)} AND NOT EXISTS (SELECT 1 FROM work_names AS k WHERE k.work = n.work)`,
      userId,
      after,
      ...(end === undefined ? [] : [end.media]),
      ...patterns,
    );
    for (const { work } of rows) found.add(work);
    if (end === undefined || found.size >= MOST) return [...found];
    after = end.media;
    await setImmediate();
  }
}
