import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/service/store/store';
import { waitFor } from '../support/wait-for';
import { end, listening, runService, SERVICE_ARGUMENTS } from './service-process';

const started: ChildProcess[] = [];
let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-kill-'));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((child) => end(child, 'SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
});

function run(...args: string[]): ChildProcess {
  const child = runService(args);
  started.push(child);
  return child;
}

function output(child: ChildProcess): Promise<{ text: string; code: number | null }> {
  let text = '';
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ text, code }));
  });
}

const createKey = async (type: string) => output(run('create-key', '--type', type, '--data', dataDir));

describe('npm run service', () => {
  test('create-key prints one key and nothing else', async () => {
    await (await openStore({ dataDir })).close();
    for (const type of ['sk', 'pk']) {
      const { text, code } = await createKey(type);
      expect(text).toMatch(new RegExp(`^${type}_[0-9a-v]{24}_[\\w-]{43}\\n$`));
      expect(code).toBe(0);
    }
    expect((await createKey('mt')).code).toBe(2);
  });

  test('says in four lines where the API, the pages and the data are, and how to stop', async () => {
    const child = run('--port', '0', '--data', dataDir);
    let text = '';
    child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
    await waitFor('the four lines', () => text.includes('Stop: '));
    const [api = '', ...lines] = text.split('\n').slice(0, 4);
    expect(api).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(lines).toEqual([`Pages: ${api.replace('/api/v1', '')}`, `Data: ${dataDir}`, 'Stop: Ctrl+C']);
  });

  // `script` (util-linux) gives the program a terminal, and the folder stands for the person's browser.
  test.skipIf(process.platform !== 'linux')(
    'opens the page of the first account in the browser of a terminal, unless it must not',
    async () => {
      const opened = join(dataDir, 'opened');
      writeFileSync(join(dataDir, 'xdg-open'), `#!/bin/sh\necho "$1" >> ${opened}\n`, { mode: 0o755 });
      const inTerminal = async (...more: string[]) => {
        const args = [...SERVICE_ARGUMENTS, '--port', '0', '--data', join(dataDir, 'data'), ...more];
        const path = { PATH: `${dataDir}:${process.env['PATH'] ?? ''}`, MATINEE_DEMONSTRATION: '1' };
        const child = spawn('script', ['-qec', [process.execPath, ...args].join(' '), '/dev/null'], {
          env: { ...process.env, ...path },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
        started.push(child);
        let text = '';
        child.stdout.on('data', (part: Buffer) => (text += part.toString()));
        await waitFor('the last line', () => text.includes('Set-up code: '));
        return /Open (\S+)/.exec(text)?.[1];
      };
      await inTerminal('--no-open');
      const link = await inTerminal();
      await waitFor('the browser', () => existsSync(opened));
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/welcome\?code=[A-Z]{4}-[A-Z]{4}$/);
      expect(readFileSync(opened, 'utf8')).toBe(`${String(link)}\n`);
    },
  );

  test('prints in one sentence why it does not start', async () => {
    const wrong = run('--port', 'many', '--data', dataDir);
    let text = '';
    wrong.stderr?.on('data', (part: Buffer) => (text += part.toString()));
    expect((await output(wrong)).code).toBe(2);
    expect(text).toBe('--port must be a number from 0 to 65535, not many\n');
  });

  test('says in one sentence that an option is unknown, and shows the help of a command', async () => {
    const wrong = run('import', '--fiel', 'x', '--data', dataDir);
    let text = '';
    wrong.stderr?.on('data', (part: Buffer) => (text += part.toString()));
    expect((await output(wrong)).code).toBe(2);
    expect(text).toBe("Unknown option '--fiel'. --help lists the options.\n");
    const help = await output(run('import', '--help'));
    expect(help.code).toBe(0);
    expect(help.text).toMatch(/^Usage:\n {2}\S.* import --file FILE .*\n\nPrint what a file holds/);
  });

  test('SIGTERM ends it with exit code 0', async () => {
    const child = run('--port', '0', '--data', dataDir);
    await listening(child);
    const ended = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test.skipIf(process.platform === 'win32')(
    'ending `npm run service` ends it',
    async () => {
      const npm = spawn('npm', ['run', 'service', '--', '--port', '0', '--data', dataDir], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      started.push(npm);
      const baseUrl = await listening(npm);
      const answers = () =>
        fetch(baseUrl).then(
          () => true,
          () => false,
        );
      expect(await answers()).toBe(true);
      npm.kill('SIGTERM');
      await waitFor('the service to end', async () => !(await answers()));
    },
    300_000,
  );
});
