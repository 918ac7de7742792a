import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { afterEach, expect, test } from 'vitest';
import { createService } from '../../src/service/create-service';
import { personalTables } from '../../src/service/store/delete-account';
import { openStore, type Store } from '../../src/service/store/store';

const folder = mkdtempSync(join(tmpdir(), 'matinee-deleted-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ADDRESS = '203.0.113.77';
const NAME = 'zzx-name';

test('after "Delete account" no file of the tracker has a text of the person', async () => {
  const store = await openStore({ dataDir: folder });
  const owner = await store.users.ensureOwner();
  const marks = ['zzx-searched', 'zzx-published', 'zzx-reviewed', ADDRESS, NAME, ...fillTables()];
  await fillElsewhere(store, owner.id);
  const secret = await store.logins.open(ANNA, { address: ADDRESS, browser: 'Firefox' });
  expect(marks.length).toBeGreaterThan(30);
  // Words that were typed are stored as a hash from the beginning.
  expect(found(marks)).toEqual(marks.filter((mark) => mark !== 'zzx-searched'));

  const app = createService({ store });
  const cookie = `matinee_login=${secret}`;
  expect(await (await app.request('/account', { headers: { cookie } })).text()).toContain('zzx-reviewed');
  const answer = await app.request('/account/delete', {
    method: 'POST',
    headers: { cookie, origin: 'http://localhost' },
    body: new URLSearchParams({ name: NAME, published: 'take-back' }),
  });
  expect(answer.status).toBe(200);
  expect(found(marks)).toEqual([]);
  expect(await store.releases.retired()).toEqual(['published']);
  await store.close();
  expect(found(marks)).toEqual([]);
});

const ANNA = 'zzx';

/** A row with a mark in every text of every table that has a person. */
function fillTables(): string[] {
  const sqlite = new SQLite(join(folder, 'matinee.db'));
  sqlite.pragma('secure_delete = ON');
  sqlite.exec(`INSERT INTO users (id, name, role, created_at) VALUES ('${ANNA}', '${NAME}', 'member', 1)`);
  const marks = personalTables.flatMap((table) => {
    const sql = sqlite.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table) as { sql: string };
    const columns = sqlite.prepare(`PRAGMA table_info(${table})`).all() as { name: string; type: string }[];
    const values = columns.map(({ name, type }) => {
      if (name === 'user_id') return ANNA;
      const allowed = new RegExp(`${name} IN \\('(\\w+)'`).exec(sql.sql)?.[1];
      return allowed ?? (type === 'TEXT' ? `zzx-${table}-${name}` : 9_000_000_000_000);
    });
    const places = columns.map(({ name }) => (name === 'halves' ? 8 : undefined));
    const bound = values.map((value, index) => places[index] ?? value);
    sqlite.prepare(`INSERT INTO ${table} VALUES (${bound.map(() => '?').join()})`).run(bound);
    return bound.filter((value) => typeof value === 'string' && value.startsWith('zzx-')) as string[];
  });
  // What a page reads has to be what it expects.
  sqlite.exec(`UPDATE connectors SET name = 'zzx-reviewed', domains = '[]', definition = '{}', cases = '[]';
    UPDATE audit SET event = 'signed-in'`);
  sqlite.close();
  return marks.filter(
    (mark) => !/^zzx-connectors-(?:name|domains|definition|cases)$|^zzx-audit-event/.test(mark),
  );
}

/** What is stored about them in rows that are not theirs. */
async function fillElsewhere(store: Store, ownerId: string): Promise<void> {
  await store.titles.write({ 'search/movie?query=zzx-searched': { results: [] } });
  await store.audit.add(ownerId, 'invitation-used', ADDRESS, NAME);
  await store.audit.add(ownerId, 'connector-accepted', '', 'zzx-reviewed');
  await store.limits.take([{ key: `sign-in ${ADDRESS}`, limit: 10, windowMs: 900_000 }]);
  await store.limits.take([{ key: `user-code ${ANNA}`, limit: 10, windowMs: 900_000 }]);
  await store.releases.publish({
    id: 'published',
    hosts: [],
    body: 'zzx-published',
    sha256: 'a',
    share: 100,
    submission: 'zzx-connectors-id',
  });
}

/** The marks that are in a file of the folder. */
function found(marks: readonly string[]): string[] {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  return marks.filter((mark) => files.some((bytes) => bytes.includes(mark)));
}
