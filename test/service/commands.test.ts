import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand, type CommandOptions } from '../../src/service/commands';
import { openStore } from '../../src/service/store/store';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'matinee-commands-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const run = (words: string, options: Partial<CommandOptions> = {}) =>
  runCommand(words.split(' '), { data, ...options });
const linesOf = async (words: string, options: Partial<CommandOptions> = {}) => {
  const result = await run(words, options);
  if (result === undefined || 'failure' in result) throw new Error(result?.failure ?? 'no such command');
  return result.lines;
};
const signIn = async (name: string, password: string) => {
  const store = await openStore({ dataDir: data });
  const user = await store.users.signIn(name, password);
  await store.close();
  return user;
};

test('user add prints a password that works; a name is used once', async () => {
  const [password = ''] = await linesOf('user add', { name: 'ben', role: 'reviewer' });
  expect(await signIn('ben', password)).toMatchObject({ name: 'ben', role: 'reviewer' });
  expect(await run('user add', { name: 'ben' })).toEqual({
    failure: 'There is an account of this name already.',
  });
});

test('user list prints name, role and day', async () => {
  await linesOf('create-key', { type: 'sk' });
  await linesOf('user add', { name: 'ben' });
  const today = new Date().toISOString().slice(0, 10);
  expect(await linesOf('user list')).toEqual([`owner\towner\t${today}`, `ben\tmember\t${today}`]);
});

test('a new password replaces the old one and ends sign-ins', async () => {
  const [old = ''] = await linesOf('user add', { name: 'ben' });
  const store = await openStore({ dataDir: data });
  await store.users.claim('ada', 'correct horse battery');
  const id = (await store.users.idOf('ben')) ?? '';
  await store.logins.open(id, { address: '', browser: '' });
  await store.close();
  const [password = ''] = await linesOf('user reset-password', { name: 'ben' });
  expect(await signIn('ben', old)).toBeUndefined();
  expect(await signIn('ben', password)).toMatchObject({ id });
  const after = await openStore({ dataDir: data });
  expect(await after.logins.list(id)).toEqual([]);
  await after.close();
});

test('backup writes a copy once; check finds nothing wrong', async () => {
  await linesOf('create-key', { type: 'sk' });
  const to = join(data, 'copy.db');
  expect(await linesOf('backup', { to })).toEqual([]);
  expect(await run('backup', { to })).toMatchObject({
    failure: expect.stringContaining('EEXIST') as unknown,
  });
  expect(await linesOf('check')).toEqual([]);
});

test.each([
  ['user add', {}, '--name must have 1 to 60 characters.'],
  ['user add', { name: 'x', role: 'owner' }, '--role must be member or reviewer.'],
  ['user reset-password', { name: 'nobody' }, 'There is no account of this name.'],
  ['create-key', { type: 'mt' }, '--type must be sk or pk.'],
  ['backup', {}, '--to must be the file to write.'],
])('%s %j fails with a sentence', async (words, options, failure) => {
  expect(await run(words, options)).toEqual({ failure });
});

test('another word is no command', async () => {
  expect(await run('user remove')).toBeUndefined();
});
