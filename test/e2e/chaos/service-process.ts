import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../../support/wait-for';

/** The real service in its own process, which can be killed and started again with the same port and data. */
export interface ServiceProcess {
  readonly start: () => Promise<void>;
  /** Sends SIGTERM, after which the service finishes its requests. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL, after which the service finishes nothing. */
  readonly kill: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

export function createServiceProcess({
  port,
  dataDir,
}: {
  readonly port: number;
  readonly dataDir: string;
}): ServiceProcess {
  let child: ChildProcess | undefined;
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined || ending.exitCode !== null) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    await gone;
  }
  return {
    async start() {
      // Without a shell or wrapper, so that the signal reaches the service itself.
      child = spawn(
        process.execPath,
        ['--import', 'tsx', 'test/e2e/chaos/service-main.ts', String(port), dataDir],
        { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
      );
      await waitFor(
        'the service',
        async () => (await fetch(`http://127.0.0.1:${port}/api/v1/history`)).status === 401,
        { timeout: 120_000, every: 100 },
      );
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
