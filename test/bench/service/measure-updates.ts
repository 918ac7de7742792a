import autocannon from 'autocannon';
import type { RunningPostgres } from '../../support/postgres/start-postgres';
import type { Figure, FigureGroup } from '../figure';
import type { EarlierVersion } from './earlier-version';
import { emptyDatabase } from './empty-database';
import { inFolder, startServer, treeTime, type Running } from './run-server';
import { FIRST_BEGUN, type ServerKind } from './server-kind';

/** What a request does to what is stored. */
type Step = 'move' | 'begin' | 'cross';

interface Load {
  readonly step: Step;
  /** Each with a key of their own. */
  readonly hasManyPeople: boolean;
  readonly clients: number;
}

const FLOOR: Load = { step: 'move', hasManyPeople: false, clients: 50 };
const LOADS: readonly Load[] = [
  ...(['move', 'begin', 'cross'] as const).flatMap((step) =>
    [false, true].map((hasManyPeople) => ({ step, hasManyPeople, clients: 50 })),
  ),
  ...(['move', 'begin', 'cross'] as const).map((step) => ({ step, hasManyPeople: true, clients: 500 })),
];

interface Measured extends Load {
  readonly perSecond: number;
  /** Microseconds of the processor for a request, which a busy machine changes less than the rate. */
  readonly serviceUs: number;
  readonly databaseUs: number;
  /** Milliseconds. */
  readonly p99: number;
}

interface Beside {
  readonly postgres: RunningPostgres | undefined;
  readonly earlier: EarlierVersion | undefined;
}

/**
 * Updates of each kind, on each engine, beside the least that a service can do: one upsert for each request
 * and one commit, on PostgreSQL one statement, for all that have arrived meanwhile.
 */
export async function measureUpdates(seconds: number, beside: Beside): Promise<FigureGroup[]> {
  const { postgres } = beside;
  const measure = (kind: ServerKind, loads: readonly Load[]) => measureServer(kind, loads, seconds, beside);
  const bare = await measure('empty', [FLOOR]);
  const sqlite = {
    each: await measure('sqlite-each', [FLOOR]),
    grouped: await measure('sqlite-grouped', [FLOOR]),
    own: await measure('sqlite', LOADS),
    earlier: beside.earlier === undefined ? [] : await measure('earlier', [FLOOR]),
  };
  const groups = [
    figuresOf('SQLite', { ...sqlite, goals: { move: 0.65, begin: 0.5, cross: 0.3 } }, [
      ...rateOf('a route that stores nothing', bare),
      ...rateOf('the earlier version, a move', sqlite.earlier),
    ]),
  ];
  if (postgres === undefined) return groups;
  const other = {
    each: await measure('postgres-bare', [FLOOR]),
    grouped: await measure('postgres-grouped', [FLOOR]),
    own: await measure('postgres', LOADS),
    goals: { move: 0.6, begin: 0.3, cross: 0.2 },
  };
  return [...groups, figuresOf('PostgreSQL', other, [])];
}

interface Engine {
  readonly each: readonly Measured[];
  readonly grouped: readonly Measured[];
  readonly own: readonly Measured[];
  /** Parts of the rate of the grouped upsert. */
  readonly goals: Readonly<Record<Step, number>>;
}

function figuresOf(name: string, engine: Engine, first: readonly Figure[]): FigureGroup {
  const { each, grouped, own, goals } = engine;
  const floor = grouped[0]?.perSecond ?? 0;
  const rates = own.flatMap((one) => {
    const figures = rateOf(nameOf(one), [one]);
    if (one.clients > 50)
      return [{ name: `${nameOf(one)}: 99 of 100`, value: one.p99, unit: 'ms', goal: 1000 }];
    const value = floor / one.perSecond;
    const title = `${nameOf(one)}, as a multiple of the grouped upsert`;
    const goal = one.hasManyPeople ? {} : { goal: 1 / goals[one.step] };
    return [...figures, { name: title, value, unit: '×', ...goal }];
  });
  const [one, many] = [false, true].map(
    (hasManyPeople) =>
      own.find((row) => row.step === 'move' && row.hasManyPeople === hasManyPeople)?.perSecond ?? 0,
  );
  const people = { name: 'moves of one person, as a multiple of those of 10,000', unit: '×', goal: 1.1 };
  const figures = [
    ...first,
    ...rateOf('one upsert and one commit for each', each),
    ...rateOf('one upsert for each, one commit for all of a turn', grouped),
    ...rates,
    { ...people, value: (one ?? 0) / (many ?? 1) },
  ];
  return { title: `Updates on ${name}`, figures };
}

const NAMES = { move: 'a position', begin: 'a beginning', cross: 'a crossing of 90 %' } as const;

function nameOf({ step, hasManyPeople, clients }: Load): string {
  const people = hasManyPeople ? ' of 10,000 people' : '';
  return `${NAMES[step]}${people}${clients === 50 ? '' : `, ${String(clients)} clients`}`;
}

function rateOf(name: string, [one]: readonly Measured[]): Figure[] {
  if (one === undefined) return [];
  return [
    { name: `${name}: requests per second`, value: one.perSecond, unit: '' },
    { name: `${name}: processor time of a request`, value: one.serviceUs, unit: 'µs' },
    ...(one.databaseUs === 0 ? [] : [{ name: `${name}: of PostgreSQL`, value: one.databaseUs, unit: 'µs' }]),
  ];
}

function measureServer(
  kind: ServerKind,
  loads: readonly Load[],
  seconds: number,
  { postgres, earlier }: Beside,
): Promise<Measured[]> {
  return inFolder(async (folder) => {
    const isPostgres = kind.startsWith('postgres') && postgres !== undefined;
    const data = isPostgres ? await emptyDatabase(postgres.url, (databases += 1)) : folder;
    const server = await startServer(kind, data, kind === 'earlier' ? earlier?.program : undefined);
    const measured: Measured[] = [];
    const databaseTime = () => (isPostgres ? treeTime(postgres.processId) : 0);
    for (const load of loads) measured.push(await measureLoad(server, load, seconds, databaseTime));
    await server.close();
    return measured;
  });
}

/** Each measurement has a database of its own. The names of others have smaller numbers. */
let databases = 100_000;

/** Requests before a measurement. */
const WARM_UP = 3_000;
/** Titles that moves go round in. */
const MOVED = 1_000;
/** No title begins twice, whatever was measured before. */
let begun = 10_000_000;

async function measureLoad(
  { url, key, keys, processorTime }: Running,
  load: Load,
  seconds: number,
  databaseTime: () => number,
): Promise<Measured> {
  const next = requestsOf(load, key, keys);
  const run = (part: { amount: number } | { duration: number }) =>
    autocannon({
      url: `${url}/api/v1/scrobble`,
      connections: load.clients,
      requests: [
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          setupRequest: (request: autocannon.Request) => {
            const { key: own, ...body } = next();
            const headers = { ...request.headers, 'x-api-key': own };
            return { ...request, headers, body: JSON.stringify({ type: 'movie', ...body, duration: 3600 }) };
          },
        },
      ],
      ...part,
    });
  // So that the code is compiled, and each title of a move has its row.
  await run({
    amount: load.hasManyPeople && load.step === 'move' ? Math.max(WARM_UP, keys.length) : WARM_UP,
  });
  const before = [processorTime(), databaseTime()] as const;
  const { requests, latency, non2xx, errors } = await run({ duration: seconds });
  if (non2xx + errors > 0) throw new Error(`${non2xx} updates were refused, ${errors} failed`);
  const perRequest = (milliseconds: number) => (milliseconds * 1000) / requests.total;
  return {
    ...load,
    perSecond: requests.average,
    serviceUs: perRequest(processorTime() - before[0]),
    databaseUs: perRequest(databaseTime() - before[1]),
    p99: latency.p99,
  };
}

interface NextRequest {
  readonly key: string;
  readonly tmdbId: number;
  readonly progress: number;
}

function requestsOf(load: Load, key: string, keys: readonly string[]): () => NextRequest {
  let count = 0;
  let crossed = load.clients * 100;
  return () => {
    count += 1;
    const person = load.hasManyPeople ? count % keys.length : 0;
    const own = { key: load.hasManyPeople ? (keys[person] ?? '') : key, progress: 1 };
    if (load.step === 'begin') return { ...own, tmdbId: (begun += 1) };
    if (load.step === 'move')
      return { ...own, tmdbId: 1 + (count % MOVED), progress: Math.floor(count / MOVED) % 3000 };
    crossed += 1;
    const film = load.hasManyPeople ? Math.floor(count / keys.length) + load.clients / 50 : crossed;
    return { ...own, tmdbId: FIRST_BEGUN + film, progress: 3500 };
  };
}
