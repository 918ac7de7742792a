import { plainTitle } from '../../core/text/normalize-title';
import type { Database, Queries } from './engine/database';
import { inList } from './engine/in-list';
import { indexNames } from './name-words';
import { hasAll, patternsOf, searchNames } from './search-names';
import { readUnnamed } from './unnamed-works';

export type WorkNames = ReturnType<typeof createWorkNames>;

/** Works of a person's history: `movie:348` or `show:1396`. */
type SearchedWorks = Readonly<{
  /** Every word of the search is part of a name. */
  found: readonly string[];
  /** They have no name yet. */
  unnamed: readonly string[];
}>;

/** Works without a name that a search reads: each one would have to be looked up. */
const UNNAMED = 100;
/** Works whose words one transaction stores: fewer than hold another request up. */
const PART = 20;

/** The names of films (`movie:348`) and series (`show:1396`) in all languages, as `plainTitle` makes them. */
export function createWorkNames(db: Database) {
  return {
    async set(work: string, names: readonly string[]): Promise<void> {
      const plain = [...new Set(names.map(plainTitle))].filter((name) => name !== '').join('\n');
      await db.transaction(async (tx) => {
        const changed = await tx.run(SET, work, plain);
        if (changed > 0) await indexNames(tx, [{ work, names: plain }]);
        await tx.run('DELETE FROM unnamed_works WHERE work = ?', work);
      });
    },

    /** What a person has watched, the last years first. */
    async search(userId: string, text: string): Promise<SearchedWorks> {
      const patterns = patternsOf(text);
      if (patterns.length === 0) return { found: [], unnamed: [] };
      const found = await searchNames(db, userId, patterns);
      return { found, unnamed: await readUnnamed(db, userId, UNNAMED) };
    },

    /** Makes names of an earlier version findable by their words: a part of them. False: none is left. */
    indexSome: (limit = PART) => indexSome(db, limit),

    /** Those of these works that `search` would find. */
    among: (works: readonly string[], text: string) => among(db, works, patternsOf(text)),

    /** A film or episode of each of these works that the person has watched. */
    async watchedOf(userId: string, works: readonly string[]): Promise<string[]> {
      const media = await Promise.all(works.map((work) => watchedOf(db, userId, work)));
      return media.filter((one) => one !== undefined);
    },
  };
}

const SET = `
  INSERT INTO work_names (work, names) VALUES (?, ?)
  ON CONFLICT (work) DO UPDATE SET names = excluded.names WHERE work_names.names <> excluded.names`;

async function indexSome(db: Database, limit: number): Promise<boolean> {
  const rows = await db.all<{ work: string; names: string }>(
    'SELECT work, names FROM work_names WHERE indexed = 0 LIMIT ?',
    limit,
  );
  if (rows.length > 0) await db.transaction((tx) => indexNames(tx, rows));
  return rows.length > 0;
}

async function among(db: Queries, works: readonly string[], patterns: readonly string[]): Promise<string[]> {
  if (patterns.length === 0) return [];
  const { sql, values } = inList(works);
  const rows = await db.all<{ work: string }>(
    `SELECT work FROM work_names AS n WHERE work IN ${sql} AND ${hasAll(patterns)}`,
    ...values,
    ...patterns,
  );
  return rows.map(({ work }) => work);
}

async function watchedOf(db: Queries, userId: string, work: string): Promise<string | undefined> {
  if (work.startsWith('movie:')) return work;
  const row = await db.one<{ media: string }>(
    'SELECT media FROM watches WHERE user_id = ? AND show_id = ? LIMIT 1',
    userId,
    Number(work.slice('show:'.length)),
  );
  return row?.media;
}
