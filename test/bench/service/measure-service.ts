import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { bundleProgram } from '../../../scripts/build/build-tracker';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { openStore } from '../../../src/service/store/store';
import { startPostgres } from '../../support/postgres/start-postgres';
import { quantile, type Figure, type FigureGroup } from '../figure';
import { unpackEarlier, type EarlierVersion } from './earlier-version';
import { emptyDatabase } from './empty-database';
import { seedHistory } from './seed-history';
import type { ServerKind } from './server-kind';

/** The servers as one file, as people run the tracker: a loader of TypeScript would count as its memory. */
const SERVER = fileURLToPath(new URL('../../../.cache/bench-server/server.js', import.meta.url));

interface Running {
  readonly url: string;
  readonly key: string;
  /** Resident memory in bytes. */
  readonly memory: () => number;
  /** Milliseconds that the process has used so far. */
  readonly processorTime: () => number;
  readonly close: () => Promise<void>;
}

interface Effort {
  readonly seconds: number;
  readonly viewings: number;
  readonly people: number;
  readonly reads: number;
}

const FULL: Effort = { seconds: 8, viewings: 1_000_000, people: 10_000, reads: 100 };
const QUICK: Effort = { seconds: 3, viewings: 50_000, people: 500, reads: 40 };

/** Updates per second, times of all reads, memory: on SQLite and, where it is installed, on PostgreSQL. */
export async function measureService(isQuick: boolean, beside?: string): Promise<FigureGroup[]> {
  const effort = isQuick ? QUICK : FULL;
  const earlier = beside === undefined ? undefined : unpackEarlier(beside);
  await bundleProgram('test/bench/service/server.ts', dirname(SERVER), basename(SERVER));
  const postgres = findPostgres() === undefined ? undefined : await startPostgres({ durable: true });
  try {
    const groups = [await measureUpdates(effort, { postgres: postgres?.url, earlier })];
    groups.push(...(await measureReads(effort, 'SQLite', undefined)));
    if (postgres !== undefined) groups.push(...(await measureReads(effort, 'PostgreSQL', postgres.url)));
    return groups;
  } finally {
    await postgres?.close();
    earlier?.remove();
  }
}

interface Beside {
  readonly postgres: string | undefined;
  readonly earlier: EarlierVersion | undefined;
}

async function measureUpdates(effort: Effort, { postgres, earlier }: Beside): Promise<FigureGroup> {
  const kinds: readonly ServerKind[] = [
    ...(['empty', 'sqlite-each', 'sqlite-grouped', 'sqlite'] as const),
    ...(earlier ? (['earlier'] as const) : []),
    ...(postgres ? (['postgres-bare', 'postgres'] as const) : []),
  ];
  const rates = new Map<ServerKind, UpdateRate>();
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const { rate, memory } = await inFolder(async (folder) => {
      const data = kind.startsWith('postgres') ? (postgres ?? '') : folder;
      const server = await startServer(kind, data, kind === 'earlier' ? earlier?.program : undefined);
      const measured = { rate: await measureRate(server, effort.seconds), memory: server.memory() };
      await server.close();
      return measured;
    });
    rates.set(kind, rate);
    figures.push({ name: `${NAMES[kind]}: requests per second`, value: rate.perSecond, unit: '' });
    figures.push({
      name: `${NAMES[kind]}: processor time of a request`,
      value: rate.processorUs,
      unit: 'µs',
    });
    if (kind === 'sqlite' || kind === 'postgres')
      figures.push({ name: `${NAMES[kind]}: memory`, value: memory / 1e6, unit: 'MB', goal: 150 });
  }
  const compare = (engine: string, one: ServerKind, other: ServerKind) => {
    const [own, bare] = [rates.get(one), rates.get(other)];
    if (own === undefined || bare === undefined) return;
    const name = `an update on ${engine}, as a multiple of the bare upsert`;
    figures.push({ name, value: bare.perSecond / own.perSecond, unit: '×', goal: 1 / 0.6 });
    const processor = own.processorUs / bare.processorUs;
    figures.push({ name: `${name}, in processor time`, value: processor, unit: '×' });
  };
  compare('SQLite', 'sqlite', 'sqlite-grouped');
  compare('PostgreSQL', 'postgres', 'postgres-bare');
  const [now, before] = [rates.get('sqlite'), rates.get('earlier')];
  if (earlier && now && before)
    figures.push({
      name: `an update on SQLite, as a part of the time at ${earlier.commit}`,
      value: before.perSecond / now.perSecond,
      unit: '×',
      goal: 1 / 5,
    });
  return { title: 'Updates of 50 clients at once', figures };
}

const NAMES: Readonly<Record<ServerKind, string>> = {
  empty: 'a route that stores nothing',
  'sqlite-each': 'libsql, one upsert and one commit for each',
  'sqlite-grouped': 'libsql, one upsert for each and one commit for all of a turn',
  'postgres-bare': 'pg, one upsert for each',
  sqlite: 'POST /scrobble on SQLite',
  earlier: 'POST /scrobble of the earlier version',
  postgres: 'POST /scrobble on PostgreSQL',
};

/** Requests before the measurement. */
const WARM_UP = 5_000;

interface UpdateRate {
  readonly perSecond: number;
  /** Microseconds of the process for one request: says the same on a busy machine. */
  readonly processorUs: number;
}

/** Positions of 1,000 films, each one further on. */
async function measureRate({ url, key, processorTime }: Running, seconds: number): Promise<UpdateRate> {
  let count = 0;
  const body = () => {
    count += 1;
    const progress = Math.floor(count / 1000) % 3000;
    return JSON.stringify({ type: 'movie', tmdbId: 1 + (count % 1000), progress, duration: 3600 });
  };
  const load = {
    url: `${url}/api/v1/scrobble`,
    connections: 50,
    requests: [
      {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }),
      },
    ],
  } as const;
  // So that the code is compiled, and each film has its row.
  await autocannon({ ...load, requests: [...load.requests], amount: WARM_UP });
  const before = processorTime();
  const result = await autocannon({ ...load, requests: [...load.requests], duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} updates were refused, ${result.errors} failed`);
  const processorUs = ((processorTime() - before) * 1000) / result.requests.total;
  return { perSecond: result.requests.average, processorUs };
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
      const server = await startServer(own ? 'postgres' : 'sqlite', own ?? folder);
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

const SHOWS = Array.from({ length: 10 }, (_, index) => index + 1);

/** Paths of reads; with a body they are sent by POST. */
const READS: readonly (readonly [name: string, path: string, body?: object])[] = [
  ['history, first page', '/matinee/history'],
  ['history, a page of 500', '/matinee/history?limit=500'],
  ['history, last page', '/matinee/history?after=1104540000000~z'],
  ['history of one title', '/matinee/history?type=movie&tmdbId=1000'],
  ['history, films of a year', '/matinee/history?only=movie&from=2012-01-01&to=2012-12-31'],
  ['history of one series', '/matinee/history?show=7'],
  ['search that finds much', '/matinee/history?q=title'],
  ['search that finds nothing', '/matinee/history?q=nowhere'],
  ['statistics of a year', '/matinee/statistics?year=2012'],
  ['progress, first page', '/matinee/progress'],
  ['progress, last page', '/matinee/progress?after=1104540000000~z'],
  ['dashboard', '/dashboard'],
  ['up next', '/upnext'],
  ['recently watched', '/dashboard/widget?type=recently_watched'],
  ['channel of series', '/channels/my-series'],
  ['channel of films', '/channels/open-films'],
  ['status of ten series', '/media/status', { items: SHOWS.map((id) => ({ type: 'tv', id })) }],
  ['progress of a series of 1,250 episodes', '/media/show-progress', { ids: [7] }],
  ['progress of ten such series', '/media/show-progress', { ids: SHOWS }],
];

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

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A process of its own, so that the load does not share its thread. */
async function startServer(
  kind: ServerKind,
  data: string,
  program: readonly string[] = [SERVER, kind],
): Promise<Running> {
  const child = spawn(process.execPath, [...program, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`the server ${kind} ended with ${code}`)));
  });
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  return {
    url,
    key,
    memory: () => residentBytes(child.pid ?? 0),
    processorTime: () => processorTime(child.pid ?? 0),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function residentBytes(processId: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Of the fields of Linux behind the name, in steps of 10 ms. */
function processorTime(processId: number): number {
  const [, fields = ''] = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
