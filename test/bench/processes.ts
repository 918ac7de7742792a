import { readdir, readFile } from 'node:fs/promises';

export const KINDS = ['page', 'extension', 'browser', 'other'] as const;

/**
 * Milliseconds of processor time by kind of process: of web pages, of extensions, of the browser itself, and
 * of all others (network, storage, graphics).
 */
export type Spent = Readonly<Record<(typeof KINDS)[number], number>>;

export interface Processes {
  /** What all processes have used since the last call, also those that have ended since; per minute of these. */
  readonly spent: (minutes: number) => Promise<Spent>;
  readonly stop: () => void;
}

/** Follows a process and its descendants, as Linux counts them. */
export function followProcesses(root: number): Processes {
  const used = new Map<number, { readonly kind: keyof Spent; readonly milliseconds: number }>();
  let before = none();
  const look = async () => {
    for (const { pid, milliseconds } of await descendants(root)) {
      // A process is a copy of another one until it knows what it is to be.
      const kind = (await kindOf(pid)) ?? used.get(pid)?.kind;
      if (kind !== undefined) used.set(pid, { kind, milliseconds });
    }
  };
  // The process of a worker ends with it: what it has used is seen until then.
  const timer = setInterval(() => void look(), 500);
  return {
    async spent(minutes) {
      await look();
      const now = none();
      for (const { kind, milliseconds } of used.values()) now[kind] += milliseconds;
      const since = none();
      for (const kind of KINDS) since[kind] = (now[kind] - before[kind]) / minutes;
      before = now;
      return since;
    },
    stop: () => clearInterval(timer),
  };
}

export function none(): Record<keyof Spent, number> {
  return { page: 0, extension: 0, browser: 0, other: 0 };
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly milliseconds: number;
}

async function descendants(root: number): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).flatMap((one) => one ?? []);
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** Milliseconds of a clock tick of Linux. */
const TICK = 10;

async function readProcess(pid: number): Promise<Process | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name, in parentheses, can contain spaces.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields === undefined) return undefined;
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return { pid, parent: Number(fields[1]), milliseconds: (user + system) * TICK };
}

async function kindOf(pid: number): Promise<keyof Spent | undefined> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (command === undefined) return undefined;
  if (!command.includes('--type=')) return 'browser';
  if (!command.includes('--type=renderer')) return 'other';
  return command.includes('--extension-process') ? 'extension' : 'page';
}
