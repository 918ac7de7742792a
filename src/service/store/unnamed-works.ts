import type { Queries, Value } from './engine/database';

/**
 * Keeps which works of a person nothing names, so that a search finds them without reading the others.
 * `which`: a condition on `w.work`. Call it in the transaction that counts viewings of them.
 */
export async function noteUnnamed(
  tx: Queries,
  userId: string,
  which: { readonly sql: string; readonly values: readonly Value[] },
): Promise<void> {
  await tx.run(
    `INSERT INTO unnamed_works (user_id, work)
     SELECT DISTINCT w.user_id, w.work FROM work_years AS w
     WHERE w.user_id = ? AND ${which.sql}
       AND NOT EXISTS (SELECT 1 FROM work_names AS k WHERE k.work = w.work)
       AND NOT EXISTS (SELECT 1 FROM imported_titles AS i WHERE i.user_id = w.user_id AND i.work = w.work)
     ON CONFLICT (user_id, work) DO NOTHING`,
    userId,
    ...which.values,
  );
}

/** Works of the person that nothing names. */
export async function readUnnamed(db: Queries, userId: string, limit: number): Promise<string[]> {
  const rows = await db.all<{ work: string }>(
    `SELECT u.work FROM unnamed_works AS u WHERE u.user_id = ?
       AND EXISTS (SELECT 1 FROM work_years AS w WHERE w.user_id = u.user_id AND w.work = u.work)
       AND NOT EXISTS (SELECT 1 FROM work_names AS k WHERE k.work = u.work)
       AND NOT EXISTS (SELECT 1 FROM imported_titles AS i WHERE i.user_id = u.user_id AND i.work = u.work)
     LIMIT ?`,
    userId,
    limit,
  );
  return rows.map(({ work }) => work);
}
