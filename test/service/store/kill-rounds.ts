import type { ChildProcess } from 'node:child_process';
import { end, listening, runService } from '../service-process';
import { compare, createLoad, send, type DataPlace, type Load } from './update-load';

interface KillOptions extends DataPlace {
  readonly rounds: number;
  /** Processes of the service on the same data; in each round the first one is killed. */
  readonly processes: number;
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
  const place = { dataDir, database };
  const load = await createLoad(place);
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
  const found = await compare(load, place);
  return { acknowledged: acknowledged.size, repeated, ...found, problems: [...problems, ...found.problems] };
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
