import { COUNT_DAYS } from '../../../src/service/store/engine/history-migrations';
import { COUNT_WATCHED_TITLES } from '../../../src/service/store/engine/title-migrations';
import type { Database } from '../../../src/service/store/engine/database';
import { createWorkNames } from '../../../src/service/store/work-names';

interface Amount {
  readonly people: number;
  /** Viewings of each person. */
  readonly viewings: number;
  /** The statement that makes a database ready for reads, as PostgreSQL does by itself after some minutes. */
  readonly tidy: 'ANALYZE' | 'VACUUM ANALYZE';
}

/** Milliseconds since 1970 of the first viewing; one follows each ten minutes. */
const BEGIN = Date.UTC(2005, 0, 1);
const STEP_MS = 600_000;

/**
 * Stores a history as if it had been watched: every second viewing is an episode, of one of 400 series. The
 * person `firstId` comes first. Rows are made by the database itself, in parts that its log can hold.
 */
export async function seedHistory(
  db: Database,
  firstId: string,
  { people, viewings, tidy }: Amount,
): Promise<void> {
  const total = people * viewings;
  for (let from = 0; from < total; from += PART) {
    const to = Math.min(total, from + PART) - 1;
    await db.run(WATCHES, from, to, viewings, firstId, viewings, viewings, BEGIN, STEP_MS);
  }
  // Or PostgreSQL plans what follows for empty tables.
  await db.run('ANALYZE');
  await db.run(PROGRESS);
  await db.run(SHOWS);
  await db.run(TALLIES);
  await db.run(TITLES);
  for (const statement of `${COUNT_WATCHED_TITLES}${COUNT_DAYS}`.split(';'))
    if (statement.trim() !== '') await db.run(statement);
  const names = createWorkNames(db);
  while (await names.indexSome(NAMED));
  await db.run(tidy);
}

const PART = 100_000;
/** Works whose names are indexed at once. */
const NAMED = 2000;

const WATCHES = `
  WITH RECURSIVE n (i) AS (SELECT CAST(? AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < ?),
  rows (user_id, i, v) AS (
    SELECT CASE WHEN i < ? THEN ? ELSE 'person' || (i / CAST(? AS BIGINT)) END, i,
      i % CAST(? AS BIGINT) FROM n)
  INSERT INTO watches (user_id, id, media, show_id, progress, duration, started_at, updated_at, watched_at)
  SELECT user_id, 'seed' || i,
    CASE WHEN v % 2 = 0 THEN 'movie:' || (1000 + v)
      ELSE 'episode:' || (1 + (v / 2) % 400) || ':' || (1 + v / 20000) || ':' || (1 + v / 800) END,
    CASE WHEN v % 2 = 0 THEN NULL ELSE 1 + (v / 2) % 400 END,
    3400, 3600, at - 3400000, at, at
  FROM (SELECT user_id, i, v, CAST(? AS BIGINT) + v * CAST(? AS BIGINT) AS at FROM rows) AS timed`;

const PROGRESS = `
  INSERT INTO progress (user_id, media, id, progress, duration, started_at, updated_at, watched_at)
  SELECT user_id, media, id, progress, duration, started_at, updated_at, watched_at FROM watches WHERE TRUE
  ON CONFLICT (user_id, media) DO NOTHING`;

const SHOWS = `
  INSERT INTO show_progress (user_id, show_id, watch_id, watched_at)
  SELECT w.user_id, w.show_id, w.id, w.watched_at FROM watches AS w
  JOIN (SELECT user_id, show_id, max(watched_at) AS at FROM watches WHERE show_id IS NOT NULL
    GROUP BY user_id, show_id) AS s
  ON s.user_id = w.user_id AND s.show_id = w.show_id AND s.at = w.watched_at`;

const TALLIES = `
  INSERT INTO tallies (user_id, watches, titles)
  SELECT w.user_id, w.n, p.n FROM (SELECT user_id, count(*) AS n FROM watches GROUP BY user_id) AS w
  JOIN (SELECT user_id, count(*) AS n FROM progress GROUP BY user_id) AS p ON p.user_id = w.user_id`;

const TITLES = `
  INSERT INTO media_titles (media, title) SELECT DISTINCT media, 'Title of ' || media FROM watches`;
