import type { Database } from './engine/database';
import { IS_OLDER } from './latest-session';
import { LAST_FIRST } from './show-progress';

/**
 * The faults of the stored data, in sentences; empty: none. Reads everything, so it takes seconds for a
 * million viewings.
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
    sentence: 'watched positions are older than the last viewing of their title',
    sql: `SELECT count(*) AS n FROM progress AS p WHERE ${IS_OLDER}`,
  },
  {
    sentence: 'series do not name their last viewing',
    sql: `SELECT count(*) AS n FROM show_progress AS s
      WHERE watch_id <> (SELECT id FROM watches AS w WHERE w.user_id = s.user_id AND w.show_id = s.show_id
        ORDER BY ${LAST_FIRST} LIMIT 1)`,
  },
  {
    sentence: 'titles have a wrong number of viewings',
    sql: `SELECT count(*) AS n FROM (
      SELECT user_id, media FROM (
        SELECT user_id, media, times FROM watched_titles
        UNION ALL
        SELECT user_id, media, -1 AS times FROM watches) AS counted
      GROUP BY user_id, media HAVING sum(times) <> 0) AS wrong`,
  },
  {
    sentence: 'people have a wrong number of watched titles',
    sql: `SELECT count(*) AS n FROM tallies AS t
      WHERE films + episodes <> (SELECT count(*) FROM watched_titles WHERE user_id = t.user_id)`,
  },
  {
    sentence: 'lists have a wrong number of entries',
    sql: `SELECT count(*) AS n FROM lists AS l
      WHERE items <> (SELECT count(*) FROM list_items AS i WHERE i.user_id = l.user_id AND i.list_id = l.id)`,
  },
  {
    sentence: 'viewings are counted on no day',
    sql: 'SELECT count(*) AS n FROM watches WHERE day IS NULL',
  },
  {
    sentence: 'days have a wrong sum',
    sql: `SELECT count(*) AS n FROM (
      SELECT user_id, day FROM (
        SELECT user_id, day, films + episodes AS watches, seconds FROM days
        UNION ALL
        SELECT user_id, day, -1 AS watches, -duration AS seconds FROM watches) AS counted
      GROUP BY user_id, day HAVING sum(watches) <> 0 OR sum(seconds) <> 0) AS wrong`,
  },
  {
    sentence: 'people have a wrong sum for their films and series',
    sql: `SELECT count(*) AS n FROM (
      SELECT user_id FROM (
        SELECT user_id, watches, seconds FROM work_years
        UNION ALL
        SELECT user_id, -1 AS watches, -duration AS seconds FROM watches
        WHERE show_id IS NOT NULL OR media LIKE 'movie:%') AS counted
      GROUP BY user_id HAVING sum(watches) <> 0 OR sum(seconds) <> 0) AS wrong`,
  },
];
