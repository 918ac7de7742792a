import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/service/store/store';
import { runService } from '../service-process';

let made: string;
let data: string;
beforeEach(async () => {
  [made, data] = [makeFolder(), makeFolder()];
  const store = await openStore({ dataDir: made });
  const { id } = await store.users.ensureOwner();
  const at = Date.UTC(2024, 0, 1);
  const position = { progress: 95, duration: 100 };
  for (const tmdbId of [1, 2]) {
    const viewing = { ids: { type: 'movie' as const, tmdbId }, position, startedAt: at, watchedAt: at };
    await store.viewings.put(id, `viewing-${String(tmdbId)}`, viewing);
  }
  await store.media.setTitles('movie:1', { title: 'A Film' });
  await store.backup(join(made, 'copy.db'));
  await store.close();
  // libsql ends a connection when it is collected, and then removes `-wal`.
  cpSync(made, data, { recursive: true });
});
afterEach(() => {
  chmodSync(data, 0o700);
  for (const folder of [made, data]) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'matinee-read-only-'));
}

const file = () => join(data, 'matinee.db');
/** Root may write everything; 65534 is nobody. */
const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The output and the files of the folder, after a command by somebody who may only read them. */
async function runReadOnly(...args: string[]) {
  const { uid, gid } = identity;
  for (const path of [data, ...readdirSync(data).map((name) => join(data, name))]) {
    if (uid !== undefined) chownSync(path, uid, gid);
    if (path !== data) chmodSync(path, 0o444);
  }
  chmodSync(data, 0o555);
  const before = readFileSync(file());
  const child = runService([...args, '--data', data], identity);
  let [text, problem] = ['', ''];
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (problem += part.toString()));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  expect(readFileSync(file()).equals(before)).toBe(true);
  chmodSync(data, 0o700);
  return { code, text, problem, files: readdirSync(data) };
}

/** What `backup` writes: one file. */
const asBackup = () => {
  renameSync(join(data, 'copy.db'), file());
  for (const ending of ['-wal', '-shm']) rmSync(file() + ending, { force: true });
};

test.each(['a backup', 'the folder of a service'])(
  'check and export read %s',
  async (kind) => {
    if (kind === 'a backup') asBackup();
    const files = readdirSync(data);
    expect(await runReadOnly('check')).toEqual({ code: 0, text: '', problem: '', files });
    const exported = await runReadOnly('export', '--format', 'csv');
    expect(exported).toMatchObject({ code: 0, problem: '', files });
    expect(exported.text).toContain('A Film');
    expect(exported.text.trim().split('\n')).toHaveLength(3);
    expect(JSON.parse((await runReadOnly('export')).text)).toMatchObject({ history: [{}, {}] });
  },
  300_000,
);

test('check --repair says that nothing can be written', async () => {
  const { code, problem } = await runReadOnly('check', '--repair');
  expect([code, problem]).toEqual([2, `${data} can only be read: nothing in it can be counted anew.\n`]);
});

test('a copy of an earlier version is read with the tables of this one, and left as it is', async () => {
  asBackup();
  const sqlite = new SQLite(file());
  // Without the last step of the schema.
  sqlite.exec(`DROP INDEX progress_rest;
    CREATE INDEX progress_by_update ON progress (user_id, updated_at, media);`);
  const [row] = sqlite.prepare('PRAGMA user_version').all() as { user_version: number }[];
  sqlite.pragma(`user_version = ${String((row?.user_version ?? 0) - 1)}`);
  sqlite.close();
  const exported = await runReadOnly('export', '--format', 'csv');
  expect(exported).toMatchObject({ code: 0, problem: '' });
  expect(exported.text.trim().split('\n')).toHaveLength(3);
});

test('a copy of a newer version is not read', async () => {
  asBackup();
  const sqlite = new SQLite(file());
  sqlite.pragma('user_version = 1000');
  sqlite.close();
  const { code, problem } = await runReadOnly('export');
  expect([code, problem]).toEqual([2, 'The data was written by a newer version of Matinee\n']);
});
