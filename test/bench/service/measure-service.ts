import { basename, dirname } from 'node:path';
import autocannon from 'autocannon';
import { bundleProgram } from '../../../scripts/build/build-tracker';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { openStore } from '../../../src/service/store/store';
import { startPostgres } from '../../support/postgres/start-postgres';
import { quantile, type Figure, type FigureGroup } from '../figure';
import { unpackEarlier } from './earlier-version';
import { emptyDatabase } from './empty-database';
import { measureUpdates } from './measure-updates';
import { measureGrowth, READS } from './measure-growth';
import { inFolder, SERVER, startServer, type Running } from './run-server';
import { seedHistory } from './seed-history';

interface Effort {
  readonly seconds: number;
  readonly viewings: number;
  readonly people: number;
  readonly reads: number;
}

const FULL: Effort = { seconds: 8, viewings: 1_000_000, people: 10_000, reads: 100 };
const QUICK: Effort = { seconds: 3, viewings: 50_000, people: 500, reads: 40 };

interface Parts {
  readonly beside: string | undefined;
  readonly wants: (part: 'updates' | 'growth' | 'reads') => boolean;
}

/**
 * Updates per second, how the cost of each request grows, times of all reads, memory: on SQLite and, where it
 * is installed, on PostgreSQL.
 */
export async function measureService(isQuick: boolean, { beside, wants }: Parts): Promise<FigureGroup[]> {
  const effort = isQuick ? QUICK : FULL;
  const earlier = beside === undefined ? undefined : unpackEarlier(beside);
  await bundleProgram('test/bench/service/server.ts', dirname(SERVER), basename(SERVER));
  const postgres = findPostgres() === undefined ? undefined : await startPostgres({ durable: true });
  try {
    const groups: FigureGroup[] = [];
    if (wants('updates')) groups.push(...(await measureUpdates(effort.seconds, { postgres, earlier })));
    if (wants('growth')) groups.push(await measureGrowth(isQuick));
    if (!wants('reads')) return groups;
    groups.push(...(await measureReads(effort, 'SQLite', undefined)));
    if (postgres !== undefined) groups.push(...(await measureReads(effort, 'PostgreSQL', postgres.url)));
    return groups;
  } finally {
    await postgres?.close();
    earlier?.remove();
  }
}

async function measureReads(
  effort: Effort,
  engine: string,
  database: string | undefined,
): Promise<FigureGroup[]> {
  const amounts = [
    { people: 1, viewings: effort.viewings },
    { people: effort.people, viewings: 100 },
  ];
  const groups: FigureGroup[] = [];
  for (const amount of amounts) {
    const figures = await inFolder(async (folder) => {
      // Of its own: what was deleted from another one would be read over.
      const own = database === undefined ? undefined : await emptyDatabase(database, amount.people);
      await seed(folder, own, amount);
      const server = await startServer(own ? 'postgres-seeded' : 'sqlite-seeded', own ?? folder);
      const times = await readTimes(server, effort.reads);
      const holdUp = await longestUpdate(server);
      const memory = { name: 'memory', value: server.memory() / 1e6, unit: 'MB', goal: 150 };
      await server.close();
      return [...times, holdUp, memory];
    });
    const { people, viewings } = amount;
    const title = `${engine}: ${people.toLocaleString('en')} × ${viewings.toLocaleString('en')} viewings`;
    groups.push({ title, figures });
  }
  return groups;
}

async function seed(
  folder: string,
  database: string | undefined,
  amount: { readonly people: number; readonly viewings: number },
): Promise<void> {
  const store = await openStore({ dataDir: folder, database });
  const { id } = await store.users.ensureOwner();
  await store.close();
  const db = database === undefined ? openSqlite(folder) : await openPostgres(database);
  await seedHistory(db, id, { ...amount, tidy: database === undefined ? 'ANALYZE' : 'VACUUM ANALYZE' });
  await db.close();
}

/** 95 of 100 answers come within the stated time, whole response included; one client. */
async function readTimes({ url, key }: Running, count: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, path, body] of READS) {
    const request = {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    };
    const times: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const began = performance.now();
      const answer = await fetch(`${url}/api/v1${path}`, request);
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    }
    figures.push({ name: `${name}, 95 of 100`, value: quantile(times, 0.95), unit: 'ms', goal: 20 });
  }
  return figures;
}

/** The slowest of the updates that arrive while two clients read pages of 500. */
async function longestUpdate({ url, key }: Running): Promise<Figure> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const reading = autocannon({
    url: `${url}/api/v1/matinee/history?limit=500`,
    connections: 2,
    duration: 3,
    headers: { 'x-api-key': key },
  });
  const times: number[] = [];
  const end = performance.now() + 2500;
  while (performance.now() < end) {
    const began = performance.now();
    const body = JSON.stringify({ type: 'movie', tmdbId: 7, progress: 1, duration: 3600 });
    await (await fetch(`${url}/api/v1/scrobble`, { method: 'POST', headers, body })).arrayBuffer();
    times.push(performance.now() - began);
  }
  await reading;
  const name = 'an update while two clients read pages of 500, 95 of 100';
  return { name, value: quantile(times, 0.95), unit: 'ms', goal: 50 };
}
