import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { afterEach, expect, test } from 'vitest';
import { exportFile } from '../../src/service/library/export-forms';
import { personalTables } from '../../src/service/store/delete-account';
import { openStore } from '../../src/service/store/store';

const folder = mkdtempSync(join(tmpdir(), 'matinee-columns-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ANNA = 'zzx-anna';

const SECRET = 'as good as a password';
const SUM = 'counted from the viewings';
const OF_MEDIA = 'says what `media` says';
const CHECKED = 'what a sign-in with the passkey is checked against';
const STAGED = 'what was found for a row of a file; the viewing has it';

/** Columns that the export leaves out, each with its reason. A table without a column: all of it. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'users.id': 'the tracker tells people apart by it, nobody else',
  'users.password': SECRET,
  'users.folded_name': 'the name, as a sign-in looks it up',
  'users.rezoned': 'how far viewings are counted by the days of the zone',
  'logins.hash': SECRET,
  'browsers.hash': SECRET,
  'keys.hash': SECRET,
  'devices.hash': SECRET,
  'devices.user_code_hash': SECRET,
  'devices.token_hash': SECRET,
  'invitations.hash': SECRET,
  'relay_sinks.address': SECRET,
  'relay_sinks.secret': SECRET,
  'passkeys.credential': CHECKED,
  'passkeys.public_key': CHECKED,
  'passkeys.counter': CHECKED,
  'watches.show_id': OF_MEDIA,
  'watches.day': SUM,
  'progress.watched_at': 'begun titles are not watched; the others are in the history',
  'removed_watches.show_id': OF_MEDIA,
  show_progress: SUM,
  tallies: SUM,
  days: SUM,
  work_years: SUM,
  watched_titles: SUM,
  unnamed_works: SUM,
  'ratings.import_id': 'of a rating the file says what the import said',
  'imported_titles.work': OF_MEDIA,
  'imported_titles.names': 'the title, for the search',
  'imported_titles.import_id': 'until when the name is kept',
  'shelf_items.shelf': 'the entries are in the part of this name',
  'list_items.list_id': 'the entries are in their list',
  'list_items.position': 'the entries are in this order',
  ...Object.fromEntries(
    `question watch_id own_id media episode_id show_id progress duration started_at watched_at halves rated_at
      part kept updated_at gives_way review`
      .split(/\s+/)
      .map((column) => [`import_rows.${column}`, STAGED]),
  ),
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly value: string | number;
}

test('each column about a person is in the export, or left out for a reason; no secret is', async () => {
  const store = await openStore({ dataDir: folder });
  const columns = fillTables();
  expect(columns.length).toBeGreaterThan(200);
  const context = {
    store,
    catalogue: { resolve: async () => [], next: async () => undefined },
    now: Date.now,
  };
  const { texts } = exportFile(context, { userId: ANNA, origin: '', form: 'json' });
  let text = '';
  for await (const part of texts) text += part;
  await store.close();
  const isLeftOut = ({ table, name }: Column) => table in LEFT_OUT || `${table}.${name}` in LEFT_OUT;
  const named = (column: Column) => `${column.table}.${column.name}`;
  expect(columns.filter((column) => !isLeftOut(column) && !isIn(text, column)).map(named)).toEqual([]);
  const secrets = columns.filter((column) => LEFT_OUT[named(column)] === SECRET);
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter((column) => isIn(text, column)).map(named)).toEqual([]);
  const known = new Set(columns.flatMap((column) => [column.table, named(column)]));
  expect(Object.keys(LEFT_OUT).filter((name) => !known.has(name))).toEqual([]);
});

/** As it is, as a time, as the parts of a key, or as half of a number of halves. */
function isIn(text: string, { value, name }: Column): boolean {
  if (name === 'media' && new RegExp(`:${String(value).split(':')[1] ?? ''}[,}]`).test(text)) return true;
  if (typeof value === 'string') return text.includes(`:${JSON.stringify(value)}`);
  const number = name === 'halves' ? value / 2 : value;
  const forms = [`:${String(value)}`, `:${String(number)}`, `:"${new Date(value).toISOString()}"`, ':true'];
  return forms.some((form) => new RegExp(`${form}[,}]`).test(text) && (form !== ':true' || value === 1));
}

/** A row of each table with values of its own. */
function fillTables(): Column[] {
  const sqlite = new SQLite(join(folder, 'matinee.db'));
  const columns = ['users', ...personalTables].flatMap((table, index) => {
    const { sql } = sqlite.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table) as {
      sql: string;
    };
    const info = sqlite.prepare(`PRAGMA table_info(${table})`).all() as { name: string; type: string }[];
    const all = info.map(({ name, type }, place) => ({
      table,
      name,
      value: valueOf({ table, name, isText: type === 'TEXT', sql, number: index * 100 + place }),
    }));
    sqlite
      .prepare(`INSERT INTO ${table} VALUES (${all.map(() => '?').join()})`)
      .run(all.map(({ value, name }) => (STAYS_EMPTY.has(`${table}.${name}`) ? null : value)));
    return all.filter(({ name }) => name !== 'user_id');
  });
  // The other one has named her, too.
  sqlite.prepare('INSERT INTO companions SELECT companion_id, user_id FROM companions').run();
  sqlite.close();
  return columns;
}

/** A viewing is in `watches`, and only what is not watched is begun. */
const STAYS_EMPTY = new Set(['progress.watched_at']);

interface Filled {
  readonly table: string;
  readonly name: string;
  readonly isText: boolean;
  readonly sql: string;
  readonly number: number;
}

function valueOf({ table, name, isText, sql, number }: Filled): string | number {
  if (name === 'user_id' || (table === 'users' && name === 'id')) return ANNA;
  if (table === 'list_items' && name === 'list_id') return 'zzx-lists-id';
  const [, allowed] = new RegExp(`\\b${name} IN \\('(\\w+)'`).exec(sql) ?? [];
  if (allowed !== undefined) return allowed;
  if (name === 'media') return `episode:${String(900_000 + number)}:1:2`;
  if (name === 'halves') return 7;
  if (name === 'gives_way') return 1;
  return isText ? `zzx-${table}-${name}` : 1_700_000_000_000 + number;
}
