import { plainTitle } from '../../core/text/normalize-title';
import type { Database, Queries, Engine, Value } from './engine/database';
import { inList, rowsOf, type Insert } from './engine/rows';
import { indexNames, hasAll, patternsOf, searchNames } from './search-names';

export type WorkNames = ReturnType<typeof createWorkNames>;

/** Works of a person's history: `movie:348` or `show:1396`. */
type SearchedWorks = Readonly<{
  /** Works whose names contain every word of the search. */
  found: string[];
  /** Works that have no name yet. */
  unnamed: string[];
}>;

/** Maximum works without a name that a search returns, because each of them must be looked up. */
const UNNAMED = 100;

/** Works per transaction of `indexSome`: few enough not to delay other requests. */
const PART = 20;

/** The names of films (`movie:348`) and series (`show:1396`) in all languages, as `plainTitle` makes them. */
export function createWorkNames(db: Database) {
  return {
    async set(work: string, names: string[]): Promise<void> {
      const plain = [...new Set(names.map(plainTitle))].filter((name) => name !== '').join('\n');
      await db.transaction(async (tx) => {
        const changed = await tx.run(SET, work, plain);
        if (changed > 0) await indexNames(tx, [{ work, names: plain }]);
        await tx.run('DELETE FROM unnamed_works WHERE work = ?', work);
      });
    },

    /** Searches the works that a person has watched, latest years first. */
    async search(userId: string, text: string): Promise<SearchedWorks> {
      const patterns = patternsOf(text);
      if (patterns.length === 0) return { found: [], unnamed: [] };
      const found = await searchNames(db, userId, patterns);
      return { found, unnamed: await readUnnamed(db, userId, UNNAMED) };
    },

    /** Indexes the next works whose names an earlier version stored without words. False: none is left. */
    indexSome: (limit = PART) => indexSome(db, limit),

    /** The works among these that `search` would find. */
    among: (works: string[], text: string) => among(db, works, patternsOf(text)),

    /** A film or episode of each of these works that the person has watched. */
    async watchedOf(userId: string, works: string[]): Promise<string[]> {
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

async function among(db: Queries, works: string[], patterns: string[]): Promise<string[]> {
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

/**
 * Notes which works of a person have no name, neither in the catalogue nor in an imported file, so that a
 * search finds them without reading all works. `which`: a condition on `w.work`. Call it in the transaction
 * that counts their viewings.
 */
export async function noteUnnamed(
  tx: Queries,
  userId: string,
  which: Readonly<{ sql: string; values: Value[] }>,
): Promise<void> {
  await tx.run(
    `INSERT INTO unnamed_works (user_id, work)
     SELECT DISTINCT w.user_id, w.work FROM work_years AS w
     WHERE w.user_id = ? AND ${which.sql} AND ${isUnnamed('w')}
     ON CONFLICT (user_id, work) DO NOTHING`,
    userId,
    ...which.values,
  );
}

/** The statement that notes which of these works have no name. They may belong to several people. */
export function unnamedOf(engine: Engine, works: Readonly<{ user_id: string; work: string }>[]): Insert[] {
  if (works.length === 0) return [];
  const sql = `INSERT INTO unnamed_works (user_id, work)
     SELECT u.user_id, u.work FROM ${rowsOf(engine, { user_id: 'TEXT', work: 'TEXT' })}
     WHERE ${isUnnamed('u')} ON CONFLICT (user_id, work) DO NOTHING`;
  return [{ sql, value: JSON.stringify(works), returns: false }];
}

const isUnnamed = (table: string) =>
  `NOT EXISTS (SELECT 1 FROM work_names AS k WHERE k.work = ${table}.work)
   AND NOT EXISTS (SELECT 1 FROM imported_titles AS i
     WHERE i.user_id = ${table}.user_id AND i.work = ${table}.work)`;

/** Works of the person that have no name. */
async function readUnnamed(db: Queries, userId: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ work: string }>(
    `SELECT u.work FROM unnamed_works AS u WHERE u.user_id = ?
       AND EXISTS (SELECT 1 FROM work_years AS w WHERE w.user_id = u.user_id AND w.work = u.work)
       AND ${isUnnamed('u')}
     LIMIT ?`,
    userId,
    limit,
  );
  return rows.map(({ work }) => work);
}
