/**
 * One server for a measurement, as a process of its own: `server.ts KIND DATA`. DATA is a folder, or an
 * address of PostgreSQL. Prints its address and a key as JSON.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import SQLite from 'libsql';
import { Pool } from 'pg';
import { join } from 'node:path';
import { LOGIN_COOKIE } from '../../../src/service/http/authenticate';
import { limitMemory, startService } from '../../../src/service/start-service';
import { createKey, hashSecret } from '../../../src/service/secrets/secret';
import type { Database } from '../../../src/service/store/engine/database';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { rowsOf } from '../../../src/service/store/engine/rows';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { FIRST_BEGUN, type ServerKind } from './server-kind';

const [kind = '', data = ''] = process.argv.slice(2);

const TABLE = `CREATE TABLE bare (user_id TEXT NOT NULL, media TEXT NOT NULL, progress BIGINT NOT NULL,
  PRIMARY KEY (user_id, media))`;
const UPSERT = `INSERT INTO bare (user_id, media, progress) VALUES ('1', $1, $2)
  ON CONFLICT (user_id, media) DO UPDATE SET progress = excluded.progress`;

const PEOPLE = 10_000;
/** Films of the owner, and of each of the people, that are begun. */
const [OWN, THEIRS] = [150_000, 15];

const NUMBERS = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)`;
const BEGUN = `INSERT INTO progress (user_id, media, id, progress, duration, started_at, updated_at)`;
const SESSION = (person: string, film: string, prefix: string) =>
  `${person}, 'movie:' || (${String(FIRST_BEGUN)} + ${film}), '${prefix}begun' || i, 1, 3600, 0, 0`;

type Store = (media: string, progress: number) => void | Promise<unknown>;

type Own = Exclude<ServerKind, 'earlier'>;

interface Started {
  readonly url: string;
  readonly key: string;
  readonly keys?: string[];
  readonly cookie?: string;
}

const KINDS: Readonly<Record<Own, () => Promise<Started>>> = {
  empty: () => listen(() => undefined),
  'sqlite-each': () => listen(storeEach(openFile())),
  'sqlite-grouped': () => listen(storeGrouped(openFile())),
  'postgres-bare': async () => {
    const pool = new Pool({ connectionString: data, max: 10 });
    await pool.query(TABLE);
    return listen((media, progress) => pool.query(UPSERT, [media, progress]));
  },
  'postgres-grouped': async () => {
    const pool = new Pool({ connectionString: data, max: 10 });
    await pool.query(TABLE);
    return listen(storeTogether(pool));
  },
  sqlite: () => start({ dataDir: data }, openSqlite),
  postgres: () => start({ dataDir: '', database: data }, () => openPostgres(data)),
  'sqlite-seeded': () => startSeeded({ dataDir: data }),
  'postgres-seeded': () => startSeeded({ dataDir: '', database: data }),
};

// As the program does.
limitMemory();
process.stdout.write(`${JSON.stringify(await KINDS[kind as Own]())}\n`);

async function start(
  options: { dataDir: string; database?: string },
  open: (dataDir: string) => Database | Promise<Database>,
): Promise<{ url: string; key: string; keys: string[] }> {
  const service = await startService(options);
  const key = await service.createKey('sk');
  const db = await open(options.dataDir);
  const owner = await db.one<{ id: string }>('SELECT id FROM users');
  // Or SQLite would wait for itself.
  const keys = await addPeople(db, owner?.id ?? '');
  await db.close();
  return { url: service.url, key, keys };
}

async function startSeeded(options: { dataDir: string; database?: string }): Promise<Started> {
  const service = await startService(options);
  const { url, store } = service;
  const { id } = await store.users.ensureOwner();
  const secret = await store.logins.open(id, { address: '', browser: '' });
  return { url, key: await service.createKey('sk'), cookie: `${LOGIN_COOKIE}=${secret}` };
}

/** People with a key each, and films that are begun. Returns the keys. */
async function addPeople(db: Database, owner: string): Promise<string[]> {
  const keys = Array.from({ length: PEOPLE }, (_, index) => createKey('sk', `p${String(index)}`));
  const people = keys.map((one, index) => ({ id: `p${String(index)}`, hash: hashSecret(one) }));
  const rows = rowsOf(db.engine, { id: 'TEXT', hash: 'TEXT' });
  const text = JSON.stringify(people);
  await db.run(
    `INSERT INTO users (id, name, folded_name, role, created_at)
     SELECT u.id, u.id, u.id, 'member', 0 FROM ${rows}`,
    text,
  );
  await db.run(
    `INSERT INTO keys (user_id, id, kind, hash, label, scope, created_at, used_at)
     SELECT u.id, u.id, 'sk', u.hash, '', 'all', 0, CAST(? AS BIGINT) FROM ${rows}`,
    Date.now(),
    text,
  );
  await db.run(`${NUMBERS} ${BEGUN} SELECT ${SESSION(`'${owner}'`, 'i', '0')} FROM n`, OWN);
  await db.run(
    `${NUMBERS} ${BEGUN} SELECT ${SESSION(`'p' || (i / ${String(THEIRS)})`, `i % ${String(THEIRS)}`, '1')} FROM n`,
    PEOPLE * THEIRS,
  );
  await db.run('ANALYZE');
  return keys;
}

/** Reads the body as the service has to. */
function listen(store: Store): Promise<{ url: string; key: string }> {
  const app = new Hono().post('/api/v1/scrobble', async (c) => {
    const { tmdbId, progress } = await c.req.json<{ tmdbId: number; progress: number }>();
    await store(`movie:${tmdbId}`, progress);
    return c.json({ success: true });
  });
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, key: 'none' }),
    );
  });
}

function openFile(): SQLite.Database {
  const sqlite = new SQLite(join(data, 'bare.db'));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) sqlite.pragma(pragma);
  sqlite.exec(TABLE);
  return sqlite;
}

function storeEach(sqlite: SQLite.Database): Store {
  const upsert = sqlite.prepare<[string, number]>(UPSERT.replaceAll(/\$\d/g, '?'));
  return (media, progress) => void upsert.run(media, progress);
}

function storeGrouped(sqlite: SQLite.Database): Store {
  const upsert = sqlite.prepare<[string, number]>(UPSERT.replaceAll(/\$\d/g, '?'));
  let waiting: (() => void)[] = [];
  return (media, progress) => {
    if (waiting.length === 0) {
      sqlite.exec('BEGIN IMMEDIATE');
      setImmediate(() => {
        sqlite.exec('COMMIT');
        const answered = waiting;
        waiting = [];
        for (const answer of answered) answer();
      });
    }
    upsert.run(media, progress);
    return new Promise<void>((resolve) => void waiting.push(resolve));
  };
}

/** What arrives while a statement is under way is the next one. */
function storeTogether(pool: Pool): Store {
  let waiting: { row: [string, number]; answer: () => void }[] = [];
  let isBusy = false;
  const flush = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    // A statement cannot set a row twice.
    const rows = [...new Map(group.map(({ row }) => [row[0], row[1]]))];
    const text = `INSERT INTO bare SELECT '1', * FROM unnest($1::text[], $2::bigint[])
      ON CONFLICT (user_id, media) DO UPDATE SET progress = excluded.progress`;
    const values = [rows.map(([media]) => media), rows.map(([, progress]) => progress)];
    await pool.query({ name: 'upsert', text, values });
    for (const { answer } of group) answer();
    isBusy = false;
    begin();
  };
  const begin = (): void => {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    setImmediate(() => void flush());
  };
  return (media, progress) =>
    new Promise<void>((resolve) => {
      waiting.push({ row: [media, progress], answer: resolve });
      begin();
    });
}
