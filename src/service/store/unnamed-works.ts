import type { Engine, Queries, Value } from './engine/database';
import { rowsOf, type Insert } from './engine/rows';

/**
 * Keeps which works of a person nothing names, so that a search finds them without reading the others.
 * `which`: a condition on `w.work`. Call it in the transaction that counts viewings of them.
 */
export async function noteUnnamed(
  tx: Queries,
  userId: string,
  which: Readonly<{ sql: string; values: readonly Value[] }>,
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

/** The same for works of any people, which are counted already. */
export function unnamedOf(
  engine: Engine,
  works: readonly Readonly<{ user_id: string; work: string }>[],
): Insert[] {
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

/** Works of the person that nothing names. */
export async function readUnnamed(db: Queries, userId: string, limit: number): Promise<string[]> {
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
