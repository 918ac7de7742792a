import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../support/wait-for';

const root = fileURLToPath(new URL('../..', import.meta.url));
const started: ChildProcess[] = [];
let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-kill-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

// `node --import tsx` is one process, `npx tsx` would be two and the kill would hit the wrong one.
function run(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/service/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

/** Resolves with the base address that the service prints. */
function listening(child: ChildProcess): Promise<string> {
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

const createKey = async (type: string) => output(run('create-key', '--type', type, '--data', dataDir));

describe('npm run service', () => {
  test('create-key prints one key and nothing else', async () => {
    for (const type of ['sk', 'pk']) {
      const { text, code } = await createKey(type);
      expect(text).toMatch(new RegExp(`^${type}_[0-9a-v]{24}_[\\w-]{43}\\n$`));
      expect(code).toBe(0);
    }
    expect((await createKey('mt')).code).toBe(2);
  }, 60_000);

  test('prints in one sentence why it does not start', async () => {
    const wrong = run('--port', 'many', '--data', dataDir);
    let text = '';
    wrong.stderr?.on('data', (part: Buffer) => (text += part.toString()));
    expect((await output(wrong)).code).toBe(2);
    expect(text).toBe('--port must be a number from 0 to 65535, not many\n');
  }, 60_000);

  test('SIGTERM ends it with exit code 0', async () => {
    const child = run('--port', '0', '--data', dataDir);
    await listening(child);
    const ended = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }, 60_000);

  test.skipIf(process.platform === 'win32')(
    'ending `npm run service` ends it',
    async () => {
      const npm = spawn('npm', ['run', 'service', '--', '--port', '0', '--data', dataDir], {
        cwd: root,
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
    60_000,
  );

  test('after SIGKILL during writes, every acknowledged update is stored', async () => {
    const key = (await createKey('sk')).text.trim();
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const acknowledged = new Map<number, number>();
    for (let round = 0; round < 3; round += 1) {
      const child = run('--port', '0', '--data', dataDir);
      const baseUrl = await listening(child);
      const before = acknowledged.size;
      const gone = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
      });
      let next = 0;
      // Eight requests at a time until the service is killed, so that some are under way then.
      const hammer = async (): Promise<void> => {
        for (;;) {
          const tmdbId = 1000 * (round + 1) + (next += 1);
          const progress = 1 + (tmdbId % 100);
          const answer = await fetch(`${baseUrl}/scrobble`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ type: 'movie', progress, duration: 100, tmdbId }),
          }).catch(() => undefined);
          if (answer === undefined) return;
          expect(answer.status).toBe(200);
          acknowledged.set(tmdbId, Math.min(progress, 100));
          if (acknowledged.size - before === 60 + round * 17) child.kill('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: 8 }, hammer));
      await gone;
      expect(child.signalCode).toBe('SIGKILL');
    }
    const baseUrl = await listening(run('--port', '0', '--data', dataDir));
    const get = async (path: string) =>
      (
        (await (await fetch(baseUrl + path, { headers })).json()) as {
          data: { items: { media: { tmdbId: number }; progress: number }[] };
        }
      ).data.items;
    const stored = new Map(
      (await get('/progress?limit=500')).map(({ media, progress }) => [media.tmdbId, progress]),
    );
    const history = new Set((await get('/history?limit=500')).map(({ media }) => media.tmdbId));
    expect(acknowledged.size).toBeGreaterThanOrEqual(3 * 60);
    for (const [tmdbId, progress] of acknowledged) {
      expect(stored.get(tmdbId), `update of ${String(tmdbId)}`).toBe(progress);
      expect(history.has(tmdbId), `history of ${String(tmdbId)}`).toBe(progress >= 90);
    }
  }, 120_000);
});
