import { afterEach, beforeEach, expect, test } from 'vitest';
import { UnavailableError, type Database } from '../../../../src/service/store/engine/database';
import { openSqlite } from '../../../../src/service/store/engine/sqlite';

// Transactions of one turn of the loop share a commit, and each is all or nothing on its own.

let db: Database;
beforeEach(() => {
  db = openSqlite(':memory:');
});
afterEach(() => db.close());

const write = (name: string) =>
  db.transaction(async (tx) => {
    await tx.run('INSERT INTO facts (name, value) VALUES (?, ?)', name, 'x');
    return name;
  });
const names = async () =>
  (await db.all<{ name: string }>('SELECT name FROM facts ORDER BY name')).map(({ name }) => name);

test('one that fails leaves nothing behind and does not touch the others', async () => {
  const failing = db.transaction(async (tx) => {
    await tx.run("INSERT INTO facts (name, value) VALUES ('lost', 'x')");
    throw new Error('no');
  });
  const answers = await Promise.allSettled([write('a'), failing, write('b')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await names()).toEqual(['a', 'b']);
});

test('one that fails at the database is answered with its error, the others are stored', async () => {
  await write('a');
  const answers = await Promise.allSettled([write('b'), write('a'), write('c')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { message: expect.stringContaining('UNIQUE') as string } });
  expect(await names()).toEqual(['a', 'b', 'c']);
});

test('a row without a value, and no row', async () => {
  expect(await db.one('SELECT NULL AS "aB", 1 AS c')).toEqual({ aB: null, c: 1 });
  expect(await db.one("SELECT 1 FROM facts WHERE name = 'z'")).toBeUndefined();
});

test('of 5,003 that wait for their turn the last three are refused at once, and the others are stored', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 5003 }, (_, index) => write(String(index))));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused.map(({ reason }) => reason instanceof UnavailableError)).toEqual([true, true, true]);
  expect(await names()).toHaveLength(5000);
  await write('after');
  expect(await names()).toContain('after');
});
