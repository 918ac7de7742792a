import SQLite from 'libsql';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createService } from '../../../src/service/create-service';
import { UnavailableError } from '../../../src/service/store/engine/database';
import { openStore, type Store } from '../../../src/service/store/store';
import { waitFor } from '../../support/wait-for';
import { createTestSchema, isPostgres } from './open-test-store';

// When keys and sign-ins were used last is written beside the answers.

let dataDir = '';
let database: string | undefined;
let store: Store;
const clock = { now: Date.UTC(2026, 0, 1) };
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-use-'));
  database = isPostgres ? await createTestSchema() : undefined;
  store = await openStore({ dataDir, database, now: () => clock.now });
});
let release = async () => {};
afterEach(async () => {
  await release();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Nothing else can write until the result is called. */
async function holdWriter(): Promise<() => Promise<void>> {
  if (database === undefined) {
    const other = new SQLite(join(dataDir, 'matinee.db'));
    other.exec('BEGIN IMMEDIATE');
    return async () => void other.close();
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE keys, logins IN EXCLUSIVE MODE');
  return () => client.end();
}

test('reading waits for nothing while another program writes; the use is noted afterwards', async () => {
  const { id } = await store.users.ensureOwner();
  const key = await store.keys.create(id, 'sk', 'test');
  const secret = await store.logins.open(id, { address: '', browser: '' });
  clock.now += 3_600_000;
  const app = createService({ store, now: () => clock.now });
  const read = async () => {
    const api = await app.request('/api/v1/history', { headers: { 'x-api-key': key } });
    const page = await app.request('/history', { headers: { cookie: `matinee_login=${secret}` } });
    return [api.status, page.status];
  };
  const used = async () => [(await store.keys.list(id))[0]?.usedAt, (await store.logins.list(id))[0]?.usedAt];
  release = await holdWriter();
  const began = performance.now();
  expect(await read()).toEqual([200, 200]);
  // An update waits 3 s for the other program, and is refused then.
  expect(performance.now() - began).toBeLessThan(2500);
  expect(await used()).not.toContain(clock.now);
  // More than there are connections: one note at a time waits for each sign-in.
  for (let count = 0; count < 12; count += 1) expect(await read()).toEqual([200, 200]);
  // What is stored after the notes is refused after them: SQLite has given up waiting, so they have failed.
  if (!isPostgres) await expect(store.keys.create(id, 'sk', 'later')).rejects.toThrow(UnavailableError);
  await release();
  release = async () => {};
  await waitFor('the use to be noted', async () => {
    await read();
    return (await used()).every((at) => at === clock.now);
  });
});
