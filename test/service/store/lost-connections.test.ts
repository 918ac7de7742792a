import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type RunningPostgres } from '../../support/postgres/start-postgres';
import { waitFor } from '../../support/wait-for';
import { end, listening, runService } from '../service-process';
import { isPostgres } from './open-test-store';
import { compare, createLoad, send, type Load } from './update-load';

// Connections to PostgreSQL die under a statement, in a transaction, and while nobody uses them.

const CLIENTS = 4;
/** Acknowledged updates between two interruptions, and after the last one. */
const BETWEEN = 8;
/** A client that got no answer, or 503, tries again after this time. */
const RETRY_MS = 20;

describe.skipIf(!isPostgres)('connections that PostgreSQL ends while updates are stored', () => {
  let postgres: RunningPostgres;
  let dataDir = '';
  beforeAll(async () => {
    // A restart keeps what was acknowledged only where a commit waits for the disk.
    postgres = await startPostgres({ durable: true });
    dataDir = mkdtempSync(join(tmpdir(), 'matinee-lost-'));
  }, 300_000);
  afterAll(async () => {
    await postgres.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test.each([
    ['all at once, again and again', 6, () => endConnections(postgres.url)],
    ['by a server that crashes and starts again', 2, () => postgres.restart()],
  ])('%s: 200 or 503, the service goes on, nothing is lost or doubled', async (_, times, interrupt) => {
    const place = { dataDir, database: await createDatabase(postgres.url) };
    const load = await createLoad(place);
    const service = runService(['--port', '0', '--data', dataDir, '--database', place.database]);
    // What it logs: a process whose pipe is full waits until somebody reads it.
    service.stderr?.resume();
    try {
      const address = await listening(service);
      await interruptUpdates({ load, service, address, times, interrupt });
      // Now nobody uses them.
      await endConnections(postgres.url);
      await waitFor('an update to be stored', () => send(load, address, load.next + 1));
    } finally {
      await end(service, 'SIGTERM');
    }
    expect(load.problems).toEqual([]);
    expect(await compare(load, place)).toEqual({ lost: [], doubled: [], problems: [] });
  });
});

interface Interruptions {
  readonly load: Load;
  readonly service: ChildProcess;
  readonly address: string;
  readonly times: number;
  readonly interrupt: () => Promise<void>;
}

/** Clients send updates, one after the other, while their service loses its connections. */
async function interruptUpdates({ load, service, address, times, interrupt }: Interruptions): Promise<void> {
  const ending = new AbortController();
  const client = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const film = load.unanswered.pop() ?? (load.next += 1);
      if (await send(load, address, film)) continue;
      load.unanswered.push(film);
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  };
  const disturb = async (): Promise<void> => {
    for (let time = 0; time <= times; time += 1) {
      const goal = load.acknowledged.size + BETWEEN;
      await waitFor('further updates', () => service.exitCode !== null || load.acknowledged.size >= goal);
      if (service.exitCode !== null) throw new Error(`the service ended with ${String(service.exitCode)}`);
      if (time < times) await interrupt();
    }
  };
  await Promise.all([...Array.from({ length: CLIENTS }, client), disturb().finally(() => ending.abort())]);
}

/** Ends all connections but the one that does it. */
async function endConnections(server: string): Promise<void> {
  await ask(
    server,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
}

/** The address of a new database of the server. */
async function createDatabase(server: string): Promise<string> {
  const name = `lost_${String(Math.floor(performance.now()))}`;
  await ask(server, `CREATE DATABASE ${name}`);
  const address = new URL(server);
  address.pathname = name;
  return address.href;
}

async function ask(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
