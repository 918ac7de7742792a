import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerKind } from './server-kind';

/** The servers as one file, as people run the tracker: a loader of TypeScript would count as its memory. */
export const SERVER = fileURLToPath(new URL('../../../.cache/bench-server/server.js', import.meta.url));

export interface Running {
  readonly url: string;
  readonly key: string;
  /** Of many people, where the server has them. */
  readonly keys: readonly string[];
  /** Of a sign-in, where the server has one. */
  readonly cookie: string;
  /** Resident memory in bytes. */
  readonly memory: () => number;
  /** Milliseconds that the process has used so far. */
  readonly processorTime: () => number;
  readonly close: () => Promise<void>;
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A process of its own, so that the load does not share its thread. */
export async function startServer(
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
  const started = JSON.parse(line) as Pick<Running, 'url' | 'key'> & Partial<Running>;
  return {
    keys: [],
    cookie: '',
    ...started,
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

/** Of a process and those that it has started, running or not. */
export function treeTime(processId: number): number {
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim().split(' ');
  const [, fields = ''] = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ');
  const ended = fields.split(' ').slice(13, 15).map(Number);
  return [processId, ...children.filter(Boolean).map(Number)]
    .map(processorTime)
    .concat(ended.map((ticks) => ticks * 10))
    .reduce((sum, one) => sum + one, 0);
}
