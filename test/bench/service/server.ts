/**
 * One server for a measurement, as a process of its own: `server.ts KIND DATA`. DATA is a folder, or an
 * address of PostgreSQL. Prints its address and a key as JSON.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import SQLite from 'libsql';
import { Pool } from 'pg';
import { join } from 'node:path';
import { limitMemory } from '../../../src/service/limit-memory';
import { startService } from '../../../src/service/start-service';
import type { ServerKind } from './server-kind';

const [kind = '', data = ''] = process.argv.slice(2);

const TABLE = `CREATE TABLE bare (user_id TEXT NOT NULL, media TEXT NOT NULL, progress BIGINT NOT NULL,
  PRIMARY KEY (user_id, media))`;
const UPSERT = `INSERT INTO bare (user_id, media, progress) VALUES ('1', $1, $2)
  ON CONFLICT (user_id, media) DO UPDATE SET progress = excluded.progress`;

type Store = (media: string, progress: number) => void | Promise<unknown>;

type Own = Exclude<ServerKind, 'earlier'>;

const KINDS: Readonly<Record<Own, () => Promise<{ url: string; key: string }>>> = {
  empty: () => listen(() => undefined),
  'sqlite-each': () => listen(storeEach(openFile())),
  'sqlite-grouped': () => listen(storeGrouped(openFile())),
  'postgres-bare': async () => {
    const pool = new Pool({ connectionString: data, max: 10 });
    await pool.query(`DROP TABLE IF EXISTS bare; ${TABLE}`);
    return listen((media, progress) => pool.query(UPSERT, [media, progress]));
  },
  sqlite: () => start({ dataDir: data }),
  postgres: () => start({ dataDir: '', database: data }),
};

// As the program does.
limitMemory();
const { url, key } = await KINDS[kind as Own]();
process.stdout.write(`${JSON.stringify({ url, key })}\n`);

async function start(options: { dataDir: string; database?: string }): Promise<{ url: string; key: string }> {
  const service = await startService(options);
  return { url: service.url, key: await service.createKey('sk') };
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
