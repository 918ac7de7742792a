import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchHistory } from '../../../src/service/library/name-media';
import type { Database } from '../../../src/service/store/engine/database';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { createWorkNames, type WorkNames } from '../../../src/service/store/work-names';
import { waitFor } from '../../support/wait-for';
import { startTest } from '../service-under-test';
import { store, upload } from '../import-file';
import { createTestSchema, isPostgres } from './open-test-store';

let db: Database;
let names: WorkNames;
/** The statements since the last look. */
let asked: string[];
beforeEach(async () => {
  db = isPostgres ? await openPostgres(await createTestSchema()) : openSqlite(':memory:');
  asked = [];
  names = createWorkNames({
    ...db,
    all: (sql, ...values) => {
      asked.push(sql);
      return db.all(sql, ...values);
    },
  });
});
afterEach(() => db.close());

/** As the counting of a viewing leaves it. */
const watch = async (userId: string, work: string, year: number) => {
  await db.run('INSERT INTO work_years VALUES (?, ?, ?, 1, 100)', userId, year, work);
  const day = (year - 1970) * 366;
  await db.run('INSERT INTO days VALUES (?, ?, 1, 0, 100) ON CONFLICT DO NOTHING', userId, day);
};
const found = async (text: string, userId = 'ada') => (await names.search(userId, text)).found;

describe('a search of the history', () => {
  beforeEach(async () => {
    for (const [work, year, ...all] of [
      ['movie:1', 2020, 'Der Weltkrieg', 'The World War'],
      ['movie:2', 2022, 'World of Tomorrow'],
      ['show:3', 2021, '鬼滅の刃'],
    ] as const) {
      await watch('ada', work, year);
      await names.set(work, all);
    }
    await names.set('movie:4', ['World without a viewing']);
  });

  test.each([
    ['krieg', ['movie:1']],
    ['world', ['movie:2', 'movie:1']],
    ['world war', ['movie:1']],
    ['war weltkrieg', ['movie:1']],
    ['鬼滅', ['show:3']],
    ['滅の刃', ['show:3']],
    ['o', ['movie:2', 'movie:1']],
    ['nowhere', []],
    ['world nowhere', []],
    ['viewing', []],
  ])('%s', async (text, works) => {
    expect(await found(text)).toEqual(works);
    expect(await found(text, 'ben')).toEqual([]);
  });

  test('that finds nothing does not read the years of the history', async () => {
    for (const text of ['nowhere', 'xy', 'world nowhere']) await found(text);
    expect(asked.filter((sql) => sql.includes('year = ?'))).toEqual([]);
  });

  test('finds a word that a thousand works have, and those with a rare one beside it', async () => {
    for (let number = 100; number < 1200; number += 1)
      await db.run('INSERT INTO work_names (work, names) VALUES (?, ?)', `movie:${number}`, 'world common');
    while (await names.indexSome(2000));
    expect(await found('world')).toEqual(['movie:2', 'movie:1']);
    expect(await found('world tomorrow')).toEqual(['movie:2']);
    expect(await found('world krieg')).toEqual(['movie:1']);
  });

  test('reads a year in parts, and as few as it needs', async () => {
    const works = Array.from({ length: 1100 }, (_, index) => `movie:${String(5000 + index)}`);
    const rows = (of: (work: string) => string) => works.map((work) => `(${of(work)})`).join(', ');
    await db.run(`INSERT INTO work_years VALUES ${rows((work) => `'ada', 2022, '${work}', 1, 100`)}`);
    const named = (work: string) => `'${work}', '${work === works.at(-1) ? 'world x' : 'world'}', 0`;
    await db.run(`INSERT INTO work_names (work, names, indexed) VALUES ${rows(named)}`);
    const parts = () => asked.filter((sql) => sql.includes('year = ?')).length;
    expect(await found('world')).toHaveLength(100);
    expect(parts()).toBe(1);
    asked.length = 0;
    expect(await found('x')).toEqual([works.at(-1)]);
    // Three of 2022, one each of 2021 and 2020.
    expect(parts()).toBe(5);
  });

  test('finds new names of a work, and no longer those it had', async () => {
    await names.set('movie:2', ['Day of Yesterday']);
    expect(await found('tomorrow')).toEqual([]);
    expect(await found('yesterday')).toEqual(['movie:2']);
  });

  test('finds names that an earlier version has stored, before and after they are indexed', async () => {
    await watch('ada', 'movie:9', 2020);
    await db.run(`INSERT INTO work_names (work, names) VALUES ('movie:9', 'an older name')`);
    expect(await found('older')).toEqual(['movie:9']);
    expect(await names.indexSome()).toBe(true);
    expect(await names.indexSome()).toBe(false);
    asked = [];
    expect(await found('older')).toEqual(['movie:9']);
    expect(asked.filter((sql) => sql.includes('year = ?'))).toEqual([]);
  });
});

test('a search names what nothing names, also after the undo of the import that named it', async () => {
  const service = await startTest();
  const { id: ada } = await service.store.users.ensureOwner();
  const search = async () => service.store.workNames.search(ada, 'known');
  const movie = { title: 'A Film Nobody Knows', year: 1999, ids: { tmdb: 987_001 } };
  const { id } = await upload(service, JSON.stringify([{ watched_at: '2024-03-02T20:00:00Z', movie }]));
  await store(service, id);
  // From its beginning: another viewing than that of the file.
  for (const progress of [10, 95])
    for (const tmdbId of [987_001, 987_002])
      await service.scrobble({ type: 'movie', tmdbId, progress, duration: 100 });
  expect(await search()).toEqual({ found: [], unnamed: ['movie:987002'] });
  await service.call('DELETE', `/matinee/imports/${String(id)}`);
  expect((await search()).unnamed.toSorted()).toEqual(['movie:987001', 'movie:987002']);
  await service.store.workNames.set('movie:987001', ['Known Now']);
  expect(await search()).toEqual({ found: ['movie:987001'], unnamed: ['movie:987002'] });
  await service.close();
});

test('the first search of a process indexes all names that an earlier version has stored', async () => {
  const left = { parts: 3 };
  const workNames = {
    search: async () => ({ found: [], unnamed: [] }),
    indexSome: async () => (left.parts -= 1) > 0,
  };
  await searchHistory({ store: { workNames } } as never, 'ada', 'bunny');
  await waitFor('all parts', () => left.parts === 0);
});
