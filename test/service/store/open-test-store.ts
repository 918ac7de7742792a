import { threadId } from 'node:worker_threads';
import { openStore, type Store } from '../../../src/service/store/store';

/** Schemas of PostgreSQL whose store was closed. */
const free: string[] = [];
let count = 0;

/** Whether the tests run in the project `postgres`. */
export const isPostgres = process.env['MATINEE_TEST_ENGINE'] === 'postgres';

const server = process.env['MATINEE_TEST_POSTGRES'] ?? '';

/** An empty store: SQLite in memory, or a schema of PostgreSQL in the project `postgres`. */
export async function openTestStore(now: () => number): Promise<Store> {
  if (!isPostgres) return openStore({ dataDir: ':memory:', now });
  const schema = free.pop() ?? nextSchema();
  await empty(server, schema);
  const store = await openStore({ dataDir: '', database: inSchema(schema), now });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= store.close().then(() => void free.push(schema)));
  return { ...store, close };
}

/** The address of an empty schema of PostgreSQL, in the project `postgres`. */
export async function createTestSchema(): Promise<string> {
  const schema = nextSchema();
  await empty(server, schema);
  return inSchema(schema);
}

function nextSchema(): string {
  return `test_${String(process.pid)}_${String(threadId)}_${String((count += 1))}`;
}

function inSchema(schema: string): string {
  return `${server}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

async function empty(connectionString: string, schema: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 AND tablename <> 'schema_version'`,
    [schema],
  );
  await client.query(rows.map(({ name }) => `DELETE FROM ${schema}.${name};`).join(' '));
  await client.end();
}
