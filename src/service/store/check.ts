import type { Database } from './engine/database';

/**
 * What is wrong with the stored data, in sentences; empty: nothing. Reads everything, so it takes seconds for
 * a million viewings.
 */
export async function checkData(db: Database): Promise<string[]> {
  const problems = (await db.integrity()).map((text) => `The database is damaged: ${text}`);
  for (const { sql, sentence } of CHECKS) {
    const row = await db.one<{ n: number }>(sql);
    if (row !== undefined && row.n > 0) problems.push(`${String(row.n)} ${sentence}`);
  }
  return problems;
}

const CHECKS = [
  {
    sentence: 'people have a wrong number of viewings',
    sql: `SELECT count(*) AS n FROM tallies AS t
      WHERE watches <> (SELECT count(*) FROM watches WHERE user_id = t.user_id)`,
  },
  {
    sentence: 'people have a wrong number of titles',
    sql: `SELECT count(*) AS n FROM tallies AS t
      WHERE titles <> (SELECT count(*) FROM progress WHERE user_id = t.user_id)`,
  },
  {
    sentence: 'watched positions have no viewing',
    sql: `SELECT count(*) AS n FROM progress AS p WHERE watched_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM watches AS w WHERE w.user_id = p.user_id AND w.id = p.id)`,
  },
  {
    sentence: 'series do not name their last viewing',
    sql: `SELECT count(*) AS n FROM show_progress AS s
      WHERE watch_id <> (SELECT id FROM watches AS w WHERE w.user_id = s.user_id AND w.show_id = s.show_id
        ORDER BY watched_at DESC, id DESC LIMIT 1)`,
  },
];
