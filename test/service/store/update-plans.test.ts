import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MediaIds } from '../../../src/core/library/media-key';
import type { Database, Value } from '../../../src/service/store/engine/database';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { createPlayback, type PlaybackStore } from '../../../src/service/store/playback';
import { createSessions } from '../../../src/service/store/sessions';
import { waitFor } from '../../support/wait-for';
import { createTestSchema, isPostgres } from './open-test-store';

// A connection to PostgreSQL keeps the plan of a statement, also one that was made while the tables were
// empty. A group of updates reads by keys all the same.

const PEOPLE = 40;
const names = Array.from({ length: PEOPLE }, (_, index) => `person${String(index)}`);
const film = (tmdbId: number): MediaIds => ({ type: 'movie', tmdbId });

let db: Database;
let playback: PlaybackStore;
beforeEach(async () => {
  if (!isPostgres) {
    db = openSqlite(':memory:');
    return;
  }
  db = await openPostgres(await createTestSchema());
  let count = 0;
  playback = createPlayback(db, { now: () => 0, createId: () => `id${String((count += 1))}` });
  for (const name of names)
    await db.run(
      `INSERT INTO users (id, name, folded_name, role, created_at) VALUES (?, ?, ?, 'member', 0)`,
      name,
      name,
      name,
    );
});
afterEach(() => db.close());

test.runIf(isPostgres)(
  'a group reads rows by their keys, also where the tables were empty before',
  async () => {
    await db.run('ANALYZE');
    const groups = 12;
    for (let group = 0; group < groups; group += 1)
      await Promise.all(
        names.flatMap((name) =>
          [0, 1, 2, 3, 4].map((index) =>
            playback.update(name, film(group * 5 + index), { progress: 95, duration: 100 }),
          ),
        ),
      );
    // Statistics of a connection are told when it rests.
    const read = await waitFor('the statistics of all viewings', async () => {
      const [row] = await db.all<{ rows: number; read: number }>(READ_ROWS);
      return row !== undefined && row.rows >= groups * names.length * 5 && row;
    });
    expect(read.read / read.rows).toBeLessThan(10);
  },
);

test.runIf(isPostgres)('nor reads an index for all that its person has watched', async () => {
  const [person = ''] = names;
  const tell = (from: number, count: number, progress: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        playback.update(person, film(from + index), { progress, duration: 100 }),
      ),
    );
  const told = (viewings: number) =>
    waitFor('the statistics of all viewings', async () => {
      const now = await pagesOfIndexes(db);
      return now.viewings >= viewings && now;
    });
  await db.run('ANALYZE');
  // A connection keeps a plan from its sixth time on: of tables that have few rows and no statistics.
  const [groups, size] = [8, 6];
  for (let group = 0; group < groups; group += 1) await tell(group * size, size, 95);
  await db.run(MANY_VIEWINGS, person, person);
  await tell(1000, PEOPLE, 1);
  const before = await told(groups * size + MANY);
  await tell(1000, PEOPLE, 95);
  const after = await told(before.viewings + PEOPLE);
  expect((after.pages - before.pages) / PEOPLE).toBeLessThan(100);
});

interface IndexPages {
  readonly pages: number;
  readonly viewings: number;
}

async function pagesOfIndexes(db: Database): Promise<IndexPages> {
  const [row] = await db.all<IndexPages>(`
    SELECT sum(coalesce(idx_blks_hit + idx_blks_read, 0)) AS pages,
      (SELECT n_tup_ins FROM pg_stat_user_tables
       WHERE schemaname = current_schema() AND relname = 'watches') AS viewings
    FROM pg_statio_user_tables WHERE schemaname = current_schema()`);
  return row ?? { pages: 0, viewings: 0 };
}

const MANY = 20_000;
const MANY_VIEWINGS = `
  WITH viewings AS (
    INSERT INTO watches (user_id, id, media, progress, duration, started_at, updated_at, watched_at, day)
    SELECT ?, 'old' || i, 'movie:' || (100000 + i), 95, 100, 0, 0, i, 0 FROM generate_series(1, ${String(MANY)}) AS i)
  INSERT INTO watched_titles (user_id, media, kind, times, watched_at)
  SELECT ?, 'movie:' || (100000 + i), 'movie', 1, i FROM generate_series(1, ${String(MANY)}) AS i`;

/** How many rows were read for each viewing. */
const READ_ROWS = `
  SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read,
    sum(CASE WHEN relname = 'watches' THEN n_tup_ins ELSE 0 END) AS rows
  FROM pg_stat_user_tables WHERE schemaname = current_schema()`;

test('a page of positions is read in the order of two indexes', async () => {
  await db.run(MANY_POSITIONS);
  await db.run('ANALYZE');
  const plans: string[] = [];
  const explained: Database = {
    ...db,
    async all<T>(sql: string, ...values: Value[]): Promise<T[]> {
      const plan = await db.all(`EXPLAIN ${isPostgres ? '' : 'QUERY PLAN'} ${sql}`, ...values);
      plans.push(JSON.stringify(plan));
      return [];
    },
  };
  await createSessions(explained).latest('ana', { limit: 50, after: { time: 9000, key: 'z' } });
  await createSessions(explained).latest('ana', { limit: 50, offset: 50 });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain('progress_unfinished');
    expect(plan).toContain('progress_rest');
    expect(plan).not.toMatch(/Seq Scan on progress|Bitmap|SCAN progress/);
  }
});

const MANY_POSITIONS = `
  WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(MANY)})
  INSERT INTO progress (user_id, media, id, progress, duration, started_at, updated_at, watched_at)
  SELECT 'ana', 'movie:' || i, 'p' || i, 50, 100, i, i, CASE WHEN i % 7 = 0 THEN NULL ELSE i END FROM n`;
