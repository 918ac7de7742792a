import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitFor } from '../../support/wait-for';

/**
 * The real service as a process of its own, which can be killed and started again at the same port with the
 * same data.
 */
export interface ServiceProcess {
  readonly start: () => Promise<void>;
  /** Ends it as a system does that shuts down: it may finish what it does. */
  readonly stop: () => Promise<void>;
  /** `kill -9`: it may finish nothing. */
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
      // Not through a shell or a wrapper, so that the process that is killed is the service.
      child = spawn(
        process.execPath,
        ['--import', 'tsx', 'src/service/main.ts', '--port', String(port), '--data', dataDir],
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
