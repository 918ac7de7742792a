import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostgres } from '../../../scripts/find-postgres.mjs';
import { waitFor } from '../wait-for';

export interface RunningPostgres {
  /** `postgres://…`, an empty database. */
  readonly url: string;
  readonly processId: number;
  /** Ends the server at once, as a crash does, and starts it again at the same address. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface PostgresOptions {
  /** Whether a commit waits for the disk. Tests need no such durability; measurements do. */
  readonly durable?: boolean;
}

/** PostgreSQL refuses to run as root; Debian's package has a user for it. */
function identity(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A server of its own in a temporary folder, on a free port of this machine. */
export async function startPostgres({ durable = false }: PostgresOptions = {}): Promise<RunningPostgres> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('no PostgreSQL was found on this machine');
  const user = identity();
  const folder = mkdtempSync(join(tmpdir(), 'matinee-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'matinee', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const port = await freePort();
  const settings = [`port=${String(port)}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const run = () => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
    const ended = new Promise<void>((resolve) => {
      server.once('exit', () => resolve());
    });
    return { server, ended };
  };
  let running = run();
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    running.server.kill(signal);
    await running.ended;
  };
  const url = `postgres://matinee@127.0.0.1:${String(port)}/postgres`;
  const ready = () => waitFor('PostgreSQL to accept connections', () => isReady(url));
  const restart = async () => {
    await end('SIGQUIT');
    running = run();
    await ready();
  };
  const close = async () => {
    // Ends sessions and writes what is left.
    await end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready();
  } catch (error) {
    await close();
    throw error;
  }
  return { url, processId: running.server.pid ?? 0, restart, close };
}

async function isReady(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
