import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Vite sets NODE_ENV in this process when it builds. Programs that start later get the value from before. */
const NODE_ENV = process.env['NODE_ENV'];

export interface ProgramResult {
  /** The exit code; 1 for a program that was killed after `minutes`. */
  readonly exitCode: number;
  /** The text of both outputs; empty if `output` is `inherit`. */
  readonly text: string;
}

export interface ProgramOptions {
  /** `inherit` shows the output at once, `collect` returns it. */
  readonly output: 'inherit' | 'collect';
  /** Minutes after which the program is killed. */
  readonly minutes?: number;
  /** Runs the program at low priority. */
  readonly background?: boolean;
}

/** Runs a program in the folder of the repository. Rejects when it cannot be started. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { output, minutes, background = false }: ProgramOptions,
): Promise<ProgramResult> {
  const stdio = output === 'collect' ? 'pipe' : 'inherit';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      // On Windows the programs of node_modules/.bin are batch files, which only a shell starts.
      shell: program.endsWith('.cmd'),
      env: {
        ...process.env,
        NODE_ENV,
        // No colours in a log.
        ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      },
    });
    if (background && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (text += data.toString()));
    const limit =
      minutes === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ exitCode: code ?? 1, text });
    });
  });
}

/** Path of a program in node_modules/.bin. */
export function toolPath(name: string): string {
  return join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name);
}
