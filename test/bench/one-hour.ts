import { openPage, startWorker, type PageSample } from '../background/support/worker-under-test';
import type { FigureGroup } from './figure';

/**
 * Simulates an hour of a film of three hours with the real worker code, service and database and a simulated
 * clock. The page reports when the worker asked it to, as the content script does.
 */
export async function measureHour(): Promise<FigureGroup> {
  const known = await hour({ item: { type: 'movie', title: 'Sintel', year: 2010, ids: { tmdb: 45745 } } });
  const unknown = await hour({ item: { type: 'movie', title: 'A Film That Nobody Knows', year: 1987 } });
  return {
    title: 'An hour of playback (simulated clock)',
    figures: [
      { name: 'requests per hour', value: known.requests, unit: '' },
      {
        name: 'requests per hour for a title that cannot be resolved',
        value: unknown.requests,
        unit: '',
        goal: 6,
      },
      { name: 'wake-ups of the worker per hour', value: known.wakeUps, unit: '' },
      {
        name: 'worker alive in a minute of playback',
        value: known.aliveSeconds / 60,
        unit: 's',
        goal: 15,
        how: 'each wake-up counted with the 30 s after which the browser ends it',
      },
      {
        name: 'writes to storage per hour',
        value: known.stored,
        unit: '',
        how: 'stored values, storage.session',
      },
      { name: 'writes to the database per hour', value: known.database, unit: '' },
    ],
  };
}

interface Hour {
  readonly requests: number;
  readonly wakeUps: number;
  readonly aliveSeconds: number;
  readonly stored: number;
  readonly database: number;
}

async function hour(sample: Pick<PageSample, 'item'>): Promise<Hour> {
  const worker = await startWorker();
  const counted = countWrites(worker.memory);
  try {
    const page = await openPage(worker);
    const before = worker.requests.length;
    counted.reset();
    const wakes: number[] = [];
    let cause: PageSample['cause'] = 'play';
    for (let second = 0; second < 3_600;) {
      wakes.push(second);
      const { again } = await page.report({ ...sample, position: second, duration: filmSeconds, cause });
      await worker.deliver();
      cause = 'tick';
      // The page reports after the delay that the worker returned.
      const step = again === undefined ? 3_600 : Math.max(1, again);
      worker.wait(step);
      second += step;
    }
    return {
      requests: worker.requests.length - before,
      wakeUps: wakes.length,
      aliveSeconds: aliveSeconds(wakes),
      stored: counted.stored(),
      database: counted.database(),
    };
  } finally {
    counted.restore();
    await worker.close();
  }
}

const filmSeconds = 3 * 3_600;

/** The browser stops a worker after 30 s without an event. */
function aliveSeconds(wakes: readonly number[]): number {
  return wakes.reduce((sum, at, index) => sum + Math.min(30, (wakes[index + 1] ?? 3_600) - at), 0);
}

function countWrites(memory: Awaited<ReturnType<typeof startWorker>>['memory']) {
  let stored = 0;
  let database = 0;
  const restores = [
    ...[memory.local, memory.session].map((area) => countCalls(area, 'set', () => (stored += 1))),
    ...['put', 'add', 'delete'].map((name) =>
      countCalls(IDBObjectStore.prototype, name, () => (database += 1)),
    ),
  ];
  return {
    stored: () => stored,
    database: () => database,
    reset: () => {
      stored = 0;
      database = 0;
    },
    restore: () => {
      for (const restore of restores) restore();
    },
  };
}

function countCalls(owner: object, name: string, count: () => void): () => void {
  const original = Reflect.get(owner, name) as (...values: unknown[]) => unknown;
  Reflect.set(owner, name, function counted(this: unknown, ...values: unknown[]) {
    count();
    return Reflect.apply(original, this, values);
  });
  return () => void Reflect.set(owner, name, original);
}
