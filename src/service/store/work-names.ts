import { setImmediate } from 'node:timers/promises';
import { plainTitle } from '../../core/text/normalize-title';
import { yearOf } from '../calendar/days';
import type { Database, Queries } from './engine/database';
import { inList } from './engine/in-list';

export type WorkNames = ReturnType<typeof createWorkNames>;

/** Most works that a search finds. */
const worksFound = 100;
/** Words of a search that count. */
const WORDS = 6;

/** Works of a person's history: `movie:348` or `show:1396`. */
interface SearchedWorks {
  /** Every word of the search is part of a name. */
  readonly found: readonly string[];
  /** They have no name yet. */
  readonly unnamed: readonly string[];
}

/** The names of films (`movie:348`) and series (`show:1396`) in all languages, as `plainTitle` makes them. */
export function createWorkNames(db: Database) {
  return {
    async set(work: string, names: readonly string[]): Promise<void> {
      const plain = [...new Set(names.map(plainTitle))].filter((name) => name !== '').join('\n');
      await db.run(
        `INSERT INTO work_names (work, names) VALUES (?, ?)
         ON CONFLICT (work) DO UPDATE SET names = excluded.names WHERE work_names.names <> excluded.names`,
        work,
        plain,
      );
    },

    /** What a person has watched, the last years first. */
    search: (userId: string, text: string) => searchYears(db, userId, text),

    /** Those of these works that `search` would find. */
    async among(works: readonly string[], text: string): Promise<string[]> {
      const patterns = patternsOf(text);
      if (patterns.length === 0) return [];
      const { sql, values } = inList(works);
      const rows = await db.all<{ work: string }>(
        `SELECT work FROM work_names AS n WHERE work IN ${sql} AND ${hasAll(patterns)}`,
        ...values,
        ...patterns,
      );
      return rows.map(({ work }) => work);
    },

    /** A film or episode of each of these works that the person has watched. */
    async watchedOf(userId: string, works: readonly string[]): Promise<string[]> {
      const media = await Promise.all(works.map((work) => watchedOf(db, userId, work)));
      return media.filter((one) => one !== undefined);
    },
  };
}

/** Works without a name that a search reads, about: each one would have to be looked up. */
const UNNAMED = 100;

/** What a person has watched in a year. Names of files count until the catalogue has supplied some. */
const NAMED_WORKS = `
  SELECT w.work, coalesce(k.names, (SELECT max(i.names) FROM imported_titles AS i
    WHERE i.user_id = w.user_id AND i.work = w.work)) AS names
  FROM work_years AS w LEFT JOIN work_names AS k ON k.work = w.work WHERE w.user_id = ? AND w.year = ?`;

/** Year by year, because SQLite answers at once: whoever waits has their turn in between. */
async function searchYears(db: Queries, userId: string, text: string): Promise<SearchedWorks> {
  const patterns = patternsOf(text);
  const found = new Set<string>();
  const unnamed = new Set<string>();
  if (patterns.length === 0) return { found: [], unnamed: [] };
  const [first, last] = await yearsOf(db, userId);
  for (let year = last; year >= first && found.size < worksFound; year -= 1) {
    const isUnnamed = unnamed.size < UNNAMED ? 'n.names IS NULL OR' : '';
    const rows = await db.all<{ work: string; names: string | null }>(
      `SELECT n.work, n.names FROM (${NAMED_WORKS}) AS n WHERE ${isUnnamed} (${hasAll(patterns)})`,
      userId,
      year,
      ...patterns,
    );
    for (const { work, names } of rows) (names === null ? unnamed : found).add(work);
    await setImmediate();
  }
  return { found: [...found].slice(0, worksFound), unnamed: [...unnamed] };
}

/** The first and the last year in which the person has watched something. */
async function yearsOf(db: Queries, userId: string): Promise<[first: number, last: number]> {
  const row = await db.one<{ first: number | null; last: number | null }>(
    'SELECT min(day) AS first, max(day) AS last FROM days WHERE user_id = ?',
    userId,
  );
  return row?.first == null || row.last === null ? [1, 0] : [yearOf(row.first), yearOf(row.last)];
}

/** What the names have to be like; empty where the text has no word. */
function patternsOf(text: string): string[] {
  const words = plainTitle(text).split(' ').filter(Boolean);
  return words.slice(0, WORDS).map((word) => `%${word}%`);
}

const hasAll = (patterns: readonly string[]) => patterns.map(() => 'n.names LIKE ?').join(' AND ');

async function watchedOf(db: Queries, userId: string, work: string): Promise<string | undefined> {
  if (work.startsWith('movie:')) return work;
  const row = await db.one<{ media: string }>(
    'SELECT media FROM watches WHERE user_id = ? AND show_id = ? LIMIT 1',
    userId,
    Number(work.slice('show:'.length)),
  );
  return row?.media;
}
