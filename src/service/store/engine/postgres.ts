import type PgModule from 'pg';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { StoreError, UnavailableError, type Database, type Queries, type Value } from './database';
import { schema } from './schema';

/** Size of the connection pool. */
const CONNECTIONS = 10;
/** How long a request waits for a connection. */
const CONNECT_TIMEOUT_MS = 3000;
/** Maximum attempts of a transaction that collides with others. */
const ATTEMPTS = 5;

/** Opens PostgreSQL 15 or newer, or a database with its protocol. Applies the missing migrations. */
export async function openPostgres(url: string): Promise<Database> {
  // Imported here, because SQLite does not need it.
  const { default: pg } = await import('pg');
  // The driver returns 64-bit integers as text; our times and counts fit a number.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const pool = openPool(pg, url);
  const inTurn = createTurns();
  const database: Database = {
    ...toQueries((query) => pool.query(query)),
    schedule: (flush) => void setImmediate(flush),
    transaction: (work) => runTransaction(pool, work),
    // A person's transactions run one at a time, so that they do not occupy all connections.
    personTransaction: (userId, work) =>
      inTurn(userId, () =>
        runTransaction(pool, async (tx) => {
          await tx.lock('SELECT id FROM users WHERE id = ?', userId);
          return work(tx);
        }),
      ),
    backup: () => Promise.reject(new Error('PostgreSQL is copied with its own program pg_dump')),
    integrity: () => Promise.resolve([]),
    quickCheck: () => Promise.resolve([]),
    close: () => pool.end(),
  };
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw toUnavailable(error);
  }
  return database;
}

function openPool({ Pool }: typeof PgModule, url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks while nobody uses it is replaced at the next use. A break within a transaction
  // rejects its statements. Without this listener the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

type QueryResult = Readonly<{
  rows: unknown[];
  rowCount: number | null;
}>;

function toQueries(send: (query: QueryConfig) => Promise<QueryResult>): Queries {
  const query = async (sql: string, values: Value[]) => {
    try {
      return await send({ ...statementOf(sql), values: values.map(withoutNul) });
    } catch (error) {
      throw toUnavailable(error);
    }
  };
  return {
    engine: 'postgres',
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
    all: async <T>(sql: string, ...values: Value[]) => (await query(sql, values)).rows as T[],
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
    one: async <T>(sql: string, ...values: Value[]) => (await query(sql, values)).rows[0] as T | undefined,
    run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
  };
}

/** Replaces the NUL character, which PostgreSQL cannot store. */
function withoutNul(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/**
 * Maximum number of named statements. A connection parses and plans a named statement once, which saves more
 * time than running it takes. All others are planned each time, to save the server's memory.
 */
const NAMED = 400;
/** A statement with more values than this gets no name. */
const MOST_VALUES = 64;

const named = new Map<string, Pick<QueryConfig, 'text' | 'name'>>();

/** Replaces `?` with `$1`, `$2` …. In the store's SQL, every question mark is a parameter. */
function statementOf(sql: string): Pick<QueryConfig, 'text' | 'name'> {
  const known = named.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const text = sql.replaceAll('?', () => `$${String((count += 1))}`);
  if (count > MOST_VALUES || named.size >= NAMED) return { text };
  const statement = { text, name: `matinee-${String(named.size)}` };
  named.set(sql, statement);
  return statement;
}

const runTransaction: (pool: Pool, work: Parameters<Database['transaction']>[0]) => Promise<never> = async (
  pool,
  work,
) => {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect().catch(throwAsUnavailable);
    try {
      return (await once(client, work)) as never;
    } catch (error) {
      if (attempt >= ATTEMPTS || !isCollision(error)) throw error;
    }
  }
};

async function once(client: PoolClient, work: Parameters<Database['transaction']>[0]): Promise<unknown> {
  const queries = toQueries((query) => client.query(query));
  let broken: Error | undefined;
  try {
    await client.query(BEGIN).catch(throwAsUnavailable);
    const result = await work({
      ...queries,
      lock: (sql, ...values) => queries.one(`${sql} FOR UPDATE`, ...values),
    });
    await queries.run('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    // A connection whose rollback failed is closed.
    client.release(broken);
  }
}

/**
 * Turns off all plans but those by index, because transactions read rows by key. A connection caches its
 * plans, and a plan for an empty table would still scan that table after it has grown.
 */
const BEGIN = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].reduce(
  (sql, setting) => `${sql}; SET LOCAL ${setting} = off`,
  'BEGIN',
);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A serialization failure or a deadlock. */
function isCollision(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/**
 * Codes of an unavailable server: SQLSTATE classes 08 (connection), 53 (resources), 57 (operator
 * intervention) and 58 (system error), SQLSTATE 25006 (read-only), and the network errors of Node.js.
 */
const AWAY = /^(?:08|53|57|58|25006|E(?:CONN|PIPE|HOST|NET|TIMEDOUT|ADDR)|ENOTFOUND|EAI_)/;

/** The driver's messages, without a code, for a failed or ended connection. */
const LOST = /timeout e(?:xceeded|xpired)|Connection terminated|is not queryable/i;

function toUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isAway = AWAY.test(codeOf(error)) || LOST.test(error.message);
  return isAway
    ? new UnavailableError(`PostgreSQL: ${codeOf(error) || error.message}`, { cause: error })
    : error;
}

function throwAsUnavailable(error: unknown): never {
  throw toUnavailable(error);
}

/** Key of the advisory lock under which one process migrates while the others wait. */
const MIGRATION_LOCK = 7_061_984;

async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
    const { rows } = await client.query<{ version: number }>(
      'SELECT max(version) AS version FROM schema_version',
    );
    const version = rows[0]?.version ?? 0;
    if (version > schema.length) throw new StoreError('The data was written by a newer version of Matinee');
    for (const [index, migration] of schema.entries()) {
      if (index < version) continue;
      await client.query(
        `BEGIN; ${migration}; INSERT INTO schema_version (version) VALUES (${String(index + 1)}); COMMIT`,
      );
    }
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    client.release();
  }
}

/** Maximum number of jobs that wait for one key; more are refused. */
const QUEUE_LIMIT = 500;

/** Runs jobs with the same key one after the other, and jobs with different keys in parallel. */
function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= QUEUE_LIMIT) throw new UnavailableError('too much waits to be stored');
    queues.set(key, queue);
    queue.length += 1;
    const turn = queue.last.then(work);
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) queues.delete(key);
    }
  };
}
