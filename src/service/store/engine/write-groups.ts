import { UnavailableError, type Transaction } from './database';

type GroupOptions = Readonly<{
  execute: (sql: string) => void;
  /** Whether a transaction is open. */
  isOpen: () => boolean;
  tx: Transaction;
  /** Calls `flush` at the end of the turn of the event loop. */
  schedule: (flush: () => void) => void;
}>;

/** The work of a transaction. If it returns no promise, nothing is awaited. */
type WriteWork<T> = (tx: Transaction) => T | Promise<T>;

type Job = Readonly<{
  work: WriteWork<unknown>;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Group commit: commits concurrent transactions together, because a commit waits for the disk and one wait
 * serves all. `createGather` forms the groups. Each transaction is still all or nothing on its own, and is
 * answered after the commit.
 */
export function createWriteGroups(options: GroupOptions): <T>(work: WriteWork<T>) => Promise<T> {
  const add = createGather<Job>(options.schedule, (jobs) => commit(options, jobs));
  return <T>(work: WriteWork<T>) => new Promise<T>((resolve, reject) => add({ work, resolve, reject }));
}

/** How long a group collects jobs while each turn of the event loop brings some. */
const COLLECT_MS = 10;

/** Maximum number of waiting jobs; more are refused. */
const QUEUE_LIMIT = 5000;

/**
 * Collects the jobs of one turn of the event loop, and of the next turns while each brings some, and runs
 * them as a group of at most `most`. Jobs that arrive while a group runs form the next one. `afterTurn` calls
 * back at the end of the turn. `run` answers each job and never rejects. The returned function throws an
 * `UnavailableError` if too many jobs wait.
 */
export function createGather<J>(
  afterTurn: (done: () => void) => void,
  run: (jobs: J[]) => Promise<void>,
  most = QUEUE_LIMIT,
): (job: J) => void {
  const waiting: J[] = [];
  let isBusy = false;
  const collect = (until: number): void => {
    const before = waiting.length;
    afterTurn(() => {
      if (waiting.length > before && performance.now() < until) return collect(until);
      void run(waiting.splice(0, most)).finally(() => {
        isBusy = waiting.length > 0;
        if (isBusy) collect(performance.now() + COLLECT_MS);
      });
    });
  };
  return (job) => {
    if (waiting.length >= QUEUE_LIMIT) throw new UnavailableError('too much waits to be stored');
    waiting.push(job);
    if (isBusy) return;
    isBusy = true;
    collect(performance.now() + COLLECT_MS);
  };
}

/** Answers each job; never rejects. */
async function commit(options: GroupOptions, jobs: Job[]): Promise<void> {
  const { execute, isOpen } = options;
  try {
    await begin(execute);
    const answers = (await runTogether(options, jobs)) ?? (await runApart(options, jobs));
    execute('COMMIT');
    for (const answer of answers) answer();
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already ended the transaction itself.
    if (isOpen()) execute('ROLLBACK');
    for (const { reject } of jobs) reject(toUnavailable(error));
  }
}

/**
 * Runs the jobs without savepoints, each of which would cost as much as half an update, and returns their
 * answers. `undefined`: a job has failed. The transaction was then rolled back, and a new one begun.
 */
async function runTogether(
  { execute, isOpen, tx }: GroupOptions,
  jobs: Job[],
): Promise<(() => void)[] | undefined> {
  try {
    const answers: (() => void)[] = [];
    for (const { work, resolve } of jobs) {
      const begun: unknown = work(tx);
      const result: unknown = begun instanceof Promise ? await begun : begun;
      answers.push(() => resolve(result as never));
    }
    return answers;
  } catch {
    if (isOpen()) execute('ROLLBACK');
    await begin(execute);
    return undefined;
  }
}

/** Runs each job in a savepoint, so that a failed one leaves nothing behind. Returns the answers. */
async function runApart(options: GroupOptions, jobs: Job[]): Promise<(() => void)[]> {
  const answers: (() => void)[] = [];
  for (const job of jobs) answers.push(await runJob(options, job));
  return answers;
}

/** Runs a job. The returned function answers it and is called after the commit. */
async function runJob({ execute, isOpen, tx }: GroupOptions, job: Job): Promise<() => void> {
  execute('SAVEPOINT job');
  try {
    const result = await job.work(tx);
    execute('RELEASE job');
    return () => job.resolve(result as never);
  } catch (error) {
    if (!isOpen()) throw error;
    execute('ROLLBACK TO job');
    execute('RELEASE job');
    return () => job.reject(error);
  }
}

/** How long a group waits while another process writes. */
const LONGEST_WAIT_MS = 3000;
const RETRY_MS = 20;

/** Begins a transaction. While another process writes, waits without blocking this one. */
async function begin(execute: (sql: string) => void): Promise<void> {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      execute('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (waited >= LONGEST_WAIT_MS || !isLocked(error)) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
}

function isLocked(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** An error that ends the whole group comes from the disk or the engine, not from a job. */
function toUnavailable(error: unknown): Error {
  if (error instanceof UnavailableError) return error;
  return new UnavailableError(`SQLite: ${codeOf(error)}`, { cause: error });
}
