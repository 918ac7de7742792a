import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UnavailableError, type Database } from '../../../../src/service/store/engine/database';
import { openSqlite } from '../../../../src/service/store/engine/sqlite';
import { createWriteGroups } from '../../../../src/service/store/engine/write-groups';

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

describe('a group', () => {
  let executed: string[];
  let scheduled: (() => void)[];
  let add: ReturnType<typeof createWriteGroups>;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    executed = [];
    scheduled = [];
    add = createWriteGroups({
      execute: (sql) => void executed.push(sql),
      isOpen: () => false,
      tx: { ...db, lock: () => Promise.resolve(undefined) },
      schedule: (flush) => void scheduled.push(flush),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const turn = () => {
    for (const flush of scheduled.splice(0)) flush();
  };

  test('of one is committed after its turn', async () => {
    const answer = add(() => 1);
    turn();
    expect(await answer).toBe(1);
    expect(executed).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  });

  test('grows while each turn brings further ones, and has one commit', async () => {
    const answers = [add(() => 1), add(() => 2)];
    turn();
    answers.push(add(() => 3));
    turn();
    expect(executed).toEqual([]);
    turn();
    expect(await Promise.all(answers)).toEqual([1, 2, 3]);
    expect(executed).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  });

  test('is committed after 10 ms whatever the turns bring', async () => {
    const first = add(() => 1);
    void add(() => 2);
    turn();
    vi.advanceTimersByTime(10);
    void add(() => 3);
    turn();
    expect(await first).toBe(1);
    expect(executed).toEqual(['BEGIN IMMEDIATE', 'COMMIT']);
  });
});
