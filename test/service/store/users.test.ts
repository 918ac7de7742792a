import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/service/store/store';
import { threadTime } from '../../support/thread-time';
import { isPostgres, openTestStore } from './open-test-store';

const PASSWORD = 'correct horse battery';

test('a name is found in any upper and lower case', async () => {
  const store = await openTestStore(() => 1);
  await store.users.ensureOwner();
  const anna = await store.users.add('Anna', PASSWORD, 'member');
  expect(await store.users.add('ANNA', PASSWORD, 'member')).toBeUndefined();
  expect(await store.users.idOf('anna')).toBe(anna?.id);
  // Full width is the same letter.
  expect(await store.users.idOf('\uFF21nna')).toBe(anna?.id);
  expect(await store.users.idOf('Ann')).toBeUndefined();
  await store.close();
});

describe.skipIf(isPostgres)('the names of a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'matinee-users-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const change = (sql: string) => {
    const sqlite = new SQLite(join(folder, 'matinee.db'));
    sqlite.exec(sql);
    sqlite.close();
  };

  test('of an earlier version are found as before', async () => {
    const made = await openStore({ dataDir: folder });
    await made.users.claim('Ömer', PASSWORD);
    await made.close();
    change('UPDATE users SET folded_name = NULL');
    const readOnly = await openStore({ dataDir: folder, isReadOnly: true });
    expect(await readOnly.users.idOf('ömer')).toBeDefined();
    await readOnly.close();
    const store = await openStore({ dataDir: folder });
    expect(await store.users.signIn('ÖMER', PASSWORD)).toMatchObject({ name: 'Ömer', role: 'owner' });
    await store.close();
  });

  test('of 100,000 people do not hold up a sign-in', async () => {
    const made = await openStore({ dataDir: folder });
    await made.close();
    change(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO users (id, name, folded_name, role, created_at)
        SELECT 'm' || i, 'Person ' || i, 'person ' || i, 'member', 1 FROM n`);
    const store = await openStore({ dataDir: folder });
    expect(await store.users.idOf('PERSON 77')).toBe('m77');
    const before = threadTime();
    for (let times = 0; times < 10; times += 1) expect(await store.users.idOf('nobody')).toBeUndefined();
    expect((threadTime() - before) / 10).toBeLessThan(5);
    await store.close();
  });
});
