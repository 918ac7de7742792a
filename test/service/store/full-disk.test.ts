import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../../src/service/store/store';
import { end, listening, runService, SERVICE_ARGUMENTS } from '../service-process';
import { isPostgres } from './open-test-store';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-disk-'));
});
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) await end(child, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Kilobytes that no file may exceed: the log of the database reaches them after some hundred updates. */
const SMALL_DISK = 1024;

// `prlimit` is Linux.
describe.skipIf(isPostgres || process.platform !== 'linux')('SQLite', () => {
  test('a full disk: 503, reads go on, and when there is room again the same process stores', async () => {
    const key = await createOwnerKey();
    const child = spawn(
      'bash',
      ['-c', `ulimit -S -f ${SMALL_DISK}; exec "$@"`, 'bash', process.execPath, ...SERVICE_ARGUMENTS].concat([
        '--port',
        '0',
        '--data',
        dataDir,
      ]),
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    started.push(child);
    const baseUrl = await listening(child);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const scrobble = (tmdbId: number) => {
      const body = JSON.stringify({ type: 'movie', tmdbId, progress: 95, duration: 100 });
      return fetch(`${baseUrl}/scrobble`, { method: 'POST', headers, body });
    };
    let stored = 0;
    let refused = await scrobble(1);
    while (refused.status === 200 && stored < 5000) refused = await scrobble((stored += 1) + 1);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ error: 'UNAVAILABLE' });
    expect(await totalOf(baseUrl, key)).toBe(stored);
    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited:unlimited']);
    expect((await scrobble(stored + 1)).status).toBe(200);
    expect(await totalOf(baseUrl, key)).toBe(stored + 1);
    await end(child, 'SIGKILL');
    const store = await openStore({ dataDir });
    expect(await store.check()).toEqual([]);
    expect(await store.sessions.countWatched((await store.users.ensureOwner()).id)).toBe(stored + 1);
    await store.close();
  });

  test('a file that may only be read: one sentence, and the file is as before', async () => {
    await createOwnerKey();
    const file = join(dataDir, 'matinee.db');
    chmodSync(file, 0o444);
    // Root may write everything; 65534 is nobody.
    const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    if (identity.uid !== undefined) chownSync(dataDir, identity.uid, identity.gid);
    const child = runService(['--port', '0', '--data', dataDir], identity);
    started.push(child);
    let text = '';
    child.stderr?.on('data', (part: Buffer) => (text += part.toString()));
    const code = await new Promise((resolve) => {
      child.once('close', resolve);
    });
    expect(code).toBe(2);
    expect(text).toMatch(/^The service could not start: .*matinee\.db.*\n$/);
    chmodSync(file, 0o600);
    const store = await openStore({ dataDir });
    expect(await store.check()).toEqual([]);
    await store.close();
  });
});

async function createOwnerKey(): Promise<string> {
  const store = await openStore({ dataDir });
  const key = await store.keys.create((await store.users.ensureOwner()).id, 'sk', 'test');
  await store.close();
  return key;
}

async function totalOf(baseUrl: string, key: string): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/matinee/history?limit=1`, { headers: { 'x-api-key': key } });
  return ((await answer.json()) as { data: { total: number } }).data.total;
}
