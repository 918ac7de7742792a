import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtProgram } from './built-program';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm run service` as one process, and compiled: `tsx` needs two seconds of a processor for each start. */
export const SERVICE_ARGUMENTS = [await builtProgram('src/service/main.ts')];

export function runService(
  args: readonly string[],
  identity: { readonly uid?: number; readonly gid?: number } = {},
): ChildProcess {
  // Nothing on the network is asked.
  const env = { ...process.env, MATINEE_DEMONSTRATION: '1' };
  const options = {
    ...identity,
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    env,
  };
  return spawn(process.execPath, [...SERVICE_ARGUMENTS, ...args], options);
}

/** Resolves with the base address that the service prints. */
export function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      const address = /http:\/\/\S+\/api\/v1/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${String(code)}`)));
  });
}

/** Sends the signal and resolves when the process has ended. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill(signal);
  await ended;
}
