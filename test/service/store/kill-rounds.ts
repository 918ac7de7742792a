import type { ChildProcess } from 'node:child_process';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { openStore } from '../../../src/service/store/store';
import { end, listening, runService } from '../service-process';

interface KillOptions {
  readonly rounds: number;
  /** Processes of the service on the same data; in each round the first one is killed. */
  readonly processes: number;
  /** A folder. */
  readonly dataDir: string;
  /** `postgres://…` instead of a file in the folder. */
  readonly database?: string | undefined;
}

interface KillOutcome {
  /** Updates that were answered with 200. */
  readonly acknowledged: number;
  /** Updates without an answer, which were sent again. */
  readonly repeated: number;
  /** Acknowledged updates that are not stored, or otherwise. */
  readonly lost: readonly string[];
  /** Films with more entries in the history than viewings. */
  readonly doubled: readonly string[];
  /** Other statuses than 200 and 503, and what `check` finds in the data. */
  readonly problems: readonly string[];
}

interface Load {
  readonly key: string;
  readonly acknowledged: Map<number, number>;
  readonly unanswered: number[];
  readonly problems: string[];
  repeated: number;
  next: number;
}

/** Answers after which the first process of a round is killed, and how many the others give after that. */
const ANSWERS_BEFORE = 60;
const ANSWERS_AFTER = 40;
const CLIENTS = 8;

/** Kills the service in the middle of writing, again and again, and compares what it has stored. */
export async function killRounds({
  rounds,
  processes,
  dataDir,
  database,
}: KillOptions): Promise<KillOutcome> {
  const load: Load = {
    key: await createOwnerKey(dataDir, database),
    acknowledged: new Map(),
    unanswered: [],
    problems: [],
    repeated: 0,
    next: 0,
  };
  const data = database === undefined ? ['--data', dataDir] : ['--data', dataDir, '--database', database];
  for (let round = 0; round < rounds; round += 1) {
    const services = Array.from({ length: processes }, () => runService(['--port', '0', ...data]));
    try {
      await playRound(load, services, ANSWERS_BEFORE + ((round * 17) % 60));
    } finally {
      for (const service of services) await end(service, 'SIGKILL');
    }
  }
  const { acknowledged, repeated, problems } = load;
  const found = await compare(load, dataDir, database);
  return { acknowledged: acknowledged.size, repeated, ...found, problems: [...problems, ...found.problems] };
}

async function createOwnerKey(dataDir: string, database: string | undefined): Promise<string> {
  const store = await openStore({ dataDir, database });
  const key = await store.keys.create((await store.users.ensureOwner()).id, 'sk', 'load');
  await store.close();
  return key;
}

async function playRound(load: Load, services: ChildProcess[], answers: number): Promise<void> {
  const addresses = await Promise.all(services.map(listening));
  const killAt = load.acknowledged.size + answers;
  const isOver = () => load.acknowledged.size >= killAt + ANSWERS_AFTER;
  const client = async (index: number): Promise<void> => {
    let address = addresses[index % addresses.length];
    while (address !== undefined && !isOver()) {
      const film = load.unanswered.pop() ?? (load.next += 1);
      if (!(await send(load, address, film))) {
        load.unanswered.push(film);
        load.repeated += 1;
        // Another process of the same service, if there is one.
        address = addresses.find((one, at) => at > 0 && one !== address);
      } else if (load.acknowledged.size >= killAt) services[0]?.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  for (const service of services.slice(1)) await end(service, 'SIGTERM');
}

/** One update for each film. False: no answer, or 503. */
async function send({ key, acknowledged, problems }: Load, address: string, film: number): Promise<boolean> {
  const progress = progressOf(film);
  const answer = await fetch(`${address}/scrobble`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'movie', progress, duration: 100, tmdbId: film }),
  }).catch(() => undefined);
  if (answer?.status === 200) acknowledged.set(film, progress);
  else if (answer !== undefined && answer.status !== 503) problems.push(`status ${String(answer.status)}`);
  return answer?.status === 200;
}

function progressOf(film: number): number {
  return 1 + (film % 100);
}

async function compare({ acknowledged }: Load, dataDir: string, database: string | undefined) {
  const db = database === undefined ? openSqlite(dataDir) : await openPostgres(database);
  const positions = await db.all<{ media: string; progress: number }>('SELECT media, progress FROM progress');
  const viewings = await db.all<{ media: string; n: number }>(
    'SELECT media, count(*) AS n FROM watches GROUP BY media',
  );
  await db.close();
  const progress = new Map(positions.map((row) => [row.media, row.progress]));
  const watched = new Map(viewings.map((row) => [row.media, row.n]));
  const lost = [...acknowledged].filter(([film, position]) => {
    const media = `movie:${String(film)}`;
    return progress.get(media) !== position || (watched.get(media) ?? 0) < (position >= 90 ? 1 : 0);
  });
  const doubled = viewings.filter(({ media, n }) => n > (progressOf(Number(media.slice(6))) >= 90 ? 1 : 0));
  const store = await openStore({ dataDir, database });
  const problems = await store.check();
  await store.close();
  return {
    lost: lost.map(([film]) => `movie:${String(film)}`),
    doubled: doubled.map(({ media }) => media),
    problems,
  };
}
