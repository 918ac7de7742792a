import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../src/service/store/store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-seal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sink = {
  kind: 'trakt',
  address: 'https://one.example/?key=the-secret-address',
  secret: 'the-secret-token',
} as const;

async function addSink(secretKey?: string): Promise<string> {
  const store = await openStore({ dataDir: folder, secretKey });
  const { id } = await store.users.ensureOwner();
  await store.relay.add(id, sink);
  await store.close();
  return id;
}

async function readSinks(userId: string, secretKey?: string) {
  const store = await openStore({ dataDir: folder, secretKey });
  const sinks = await store.relay.list(userId);
  await store.close();
  return sinks;
}

test('no file of the database has an address or a secret of a sink; the key lies beside it', async () => {
  const userId = await addSink();
  const files = readdirSync(folder).filter((name) => name.startsWith('matinee.db'));
  expect(files).toContain('matinee.db');
  for (const name of files)
    expect(readFileSync(join(folder, name), 'latin1'), name).not.toContain('the-secret');
  expect(statSync(join(folder, 'matinee.key')).mode & 0o777).toBe(0o600);
  expect(await readSinks(userId)).toMatchObject([sink]);
});

test('with another key a sink waits for the person, and its row can be removed', async () => {
  const userId = await addSink();
  writeFileSync(join(folder, 'matinee.key'), 'another');
  expect(await readSinks(userId)).toMatchObject([{ address: '', secret: '', trouble: 'unreadable' }]);
});

test('the key of the owner counts, and no file is made', async () => {
  const userId = await addSink('a key of the owner');
  expect(readdirSync(folder)).not.toContain('matinee.key');
  expect(await readSinks(userId, 'a key of the owner')).toMatchObject([sink]);
  expect(await readSinks(userId)).toMatchObject([{ trouble: 'unreadable' }]);
});
