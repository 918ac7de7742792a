import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { createImports } from '../../../src/service/store/imports';

test('the rows of a file are made and stored part by part, so that they are never all in memory', async () => {
  const db = openSqlite(':memory:');
  const held = { now: 0, most: 0 };
  const transaction: typeof db.transaction = async (work) => {
    const result = await db.transaction(work);
    held.now = 0;
    return result;
  };
  const imports = createImports({ ...db, transaction }, { now: Date.now, createId: () => 'one' });
  const rows = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const stage = (tmdbId: number) => {
    held.now += 1;
    held.most = Math.max(held.most, held.now);
    const times = { startedAt: undefined, watchedAt: tmdbId, halves: undefined, ratedAt: undefined };
    const ids = { type: 'movie', tmdbId } as const;
    return { question: '', ids, row: '{}', id: undefined, progress: 1, duration: 1, ...times };
  };
  const id = await imports.open('ada', { source: 'Trakt', unread: 0, rows, stage });
  expect(held.most).toBeLessThanOrEqual(100);
  expect(await imports.count('ada', id)).toMatchObject({ ready: 1_000 });
  await db.close();
});
