import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type SQLite from 'libsql';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CommandOptions, ABOUT } from '../../../src/service/command-line/options';
import {
  COMMANDS,
  findCommand,
  runCommand,
  commandUsage,
  usage,
} from '../../../src/service/command-line/commands';
import { copyDatabase } from '../../../src/service/store/engine/migrate-sqlite';
import { openStore } from '../../../src/service/store/store';

let data: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'matinee-commands-'));
  await (await openStore({ dataDir: data })).close();
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

let written = '';
const write = async (text: string) => void (written += text);
const run = (words: string, options: Partial<CommandOptions> = {}) => {
  written = '';
  return runCommand(words.split(' '), { data, ...options }, write);
};
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
  for (const name of ['ben', 'Ben', ' BEN '])
    expect(await run('user add', { name })).toEqual({
      failure: 'There is an account of this name already.',
    });
});

test('user invite prints a link with which one account is created', async () => {
  await linesOf('create-key', { type: 'sk' });
  const [link = '', ...others] = await linesOf('user invite', { role: 'reviewer' });
  expect(others).toEqual([]);
  const secret = /^http:\/\/127\.0\.0\.1:4680\/invitation\/([\w.-]+)$/.exec(link)?.[1] ?? '';
  const store = await openStore({ dataDir: data });
  const redeemed = await store.invitations.redeem(secret, 'ben', 'correct horse');
  await store.close();
  expect(redeemed).toMatchObject({ result: 'invited', user: { name: 'ben', role: 'reviewer' } });
  const [behindProxy] = await linesOf('user invite', { url: 'https://tracker.example/' });
  expect(behindProxy).toMatch(/^https:\/\/tracker\.example\/invitation\//);
});

test('user list prints name, role and day', async () => {
  await linesOf('create-key', { type: 'sk' });
  await linesOf('user add', { name: 'ben' });
  const today = new Date().toISOString().slice(0, 10);
  expect(await linesOf('user list')).toEqual([`owner\towner\t${today}`, `ben\tmember\t${today}`]);
});

test('a new password replaces the old one, and ends sign-ins and passkeys', async () => {
  const [old = ''] = await linesOf('user add', { name: 'ben' });
  const store = await openStore({ dataDir: data });
  await store.users.claim('ada', 'correct horse battery');
  const id = (await store.users.idOf('ben')) ?? '';
  await store.logins.open(id, { address: '', browser: '' });
  await store.passkeys.add(id, 'Lost', { credential: 'a', publicKey: 'a', counter: 0 });
  await store.passkeys.need(id, true);
  await store.close();
  const [password = ''] = await linesOf('user reset-password', { name: 'ben' });
  expect(await signIn('ben', old)).toBeUndefined();
  expect(await signIn('ben', password)).toMatchObject({ id });
  const after = await openStore({ dataDir: data });
  expect(await after.logins.list(id)).toEqual([]);
  expect([await after.passkeys.list(id), await after.passkeys.areNeeded(id)]).toEqual([[], false]);
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

test('a copy that fails leaves no file behind', () => {
  const to = join(data, 'copy.db');
  const full = {
    prepare: () => ({
      raw: () => ({ all: () => [['ok']] }),
      run() {
        throw new Error('database or disk is full');
      },
    }),
  };
  expect(() => copyDatabase(full as unknown as SQLite.Database, to)).toThrow('full');
  expect(existsSync(to)).toBe(false);
});

test.each(Object.keys(COMMANDS))('%s in a folder without data says so, and makes none', async (words) => {
  const before = readdirSync(data);
  const missing = join(data, 'mistyped');
  expect(await run(words, { data: missing, to: join(data, 'copy.db') })).toEqual({
    failure: `There is no data of a tracker in ${missing}: --data names the folder.`,
  });
  expect(readdirSync(data)).toEqual(before);
});

test('a key has the scope that was asked for', async () => {
  const [key = ''] = await linesOf('create-key', { type: 'sk', scope: 'scrobble' });
  const store = await openStore({ dataDir: data });
  expect(await store.keys.find(key)).toMatchObject({ scope: 'scrobble' });
  await store.close();
});

const NAME_RULE = '--name must have 1 to 60 characters, in one line.';

test.each([
  ['user add', {}, NAME_RULE],
  ['user add', { name: 'b\no\tb' }, NAME_RULE],
  ['create-key', { type: 'sk', scope: 'write' }, '--scope must be all, read or scrobble.'],
  ['user add', { name: 'x', role: 'owner' }, '--role must be member or reviewer.'],
  ['user invite', { role: 'owner' }, '--role must be member or reviewer.'],
  ['user invite', { url: 'tracker.example' }, '--url must be an address such as https://tracker.example.'],
  ['user reset-password', { name: 'nobody' }, 'There is no account of this name.'],
  ['create-key', { type: 'mt' }, '--type must be sk or pk.'],
  ['backup', {}, '--to must be the file to write.'],
])('%s %j fails with a sentence', async (words, options, failure) => {
  await linesOf('create-key', { type: 'sk' });
  expect(await run(words, options)).toEqual({ failure });
});

test('another word is no command', async () => {
  expect(await run('user remove')).toBeUndefined();
});

describe('import', () => {
  const history = async () => {
    const store = await openStore({ dataDir: data });
    const { id } = await store.users.ensureOwner();
    const rows = await store.sessions.watched(id, { limit: 100 });
    await store.close();
    return rows;
  };
  const imports = async () => {
    const store = await openStore({ dataDir: data });
    const list = await store.imports.list((await store.users.ensureOwner()).id);
    await store.close();
    return list;
  };
  const fileOf = (content: string, name = 'history.json') => {
    const file = join(data, name);
    writeFileSync(file, content);
    return file;
  };
  const film = (tmdb: number, day: number) => ({
    watched_at: new Date(Date.UTC(2024, 0, day, 20)).toISOString(),
    movie: { title: `Film ${String(tmdb)}`, year: 2008, ids: { tmdb } },
  });
  const trakt = () => fileOf(JSON.stringify([film(10_378, 1), film(45_745, 2), { watched_at: '' }]));

  test('shows what the file holds and stores nothing; with --yes it does, and says how it is undone', async () => {
    const file = trakt();
    expect(await linesOf('import', { file })).toEqual([
      'Trakt: 2 entries',
      '  2 are clear, 0 of them are in the history already',
      '  0 are unclear, 1 cannot be read',
      '  2024-01-01  Film 10378 2008',
      '  2024-01-02  Film 45745 2008',
      'Nothing was stored. With --yes the entries that are clear are stored.',
    ]);
    expect(await history()).toEqual([]);
    expect(await imports()).toEqual([]);
    const lines = await linesOf('import', { file, yes: true });
    const undo = /^2 viewings added\. To take them out again: import --undo (\w+)$/.exec(
      lines.at(-1) ?? '',
    )?.[1];
    expect(await history()).toHaveLength(2);
    expect(await linesOf('import', { file })).toContain(
      '  2 are clear, 2 of them are in the history already',
    );
    expect(await linesOf('import', { undo: undo ?? '' })).toEqual(['2 viewings taken out.']);
    expect(await history()).toEqual([]);
    expect(await linesOf('check')).toEqual([]);
  });

  test('counts the ratings that were added and taken out', async () => {
    const rating = { rated_at: '2024-01-02T20:00:00Z', rating: 8, movie: { ids: { tmdb: 10_378 } } };
    const idIn = (line = '') => line.slice(line.lastIndexOf(' ') + 1);
    for (const [rows, what] of [
      [[rating], '1 ratings'],
      [[rating, film(45_745, 2)], '1 viewings and 1 ratings'],
    ] as const) {
      const lines = await linesOf('import', { file: fileOf(JSON.stringify(rows)), yes: true });
      expect(lines.at(-1)).toMatch(new RegExp(`^${what} added\\. To take them out again: `));
      expect(await linesOf('import', { undo: idIn(lines.at(-1)) })).toEqual([`${what} taken out.`]);
    }
  });

  test('stores what is clear and says where the rest is chosen', async () => {
    const file = fileOf('Title,Date\nNobody knows this,1/31/24\nBig Buck Bunny,2/2/24\n', 'netflix.csv');
    const lines = await linesOf('import', { file, yes: true });
    expect(lines).toContain('  1 are unclear, 0 cannot be read');
    expect(lines.at(-1)).toMatch(/^What the unclear ones mean can be chosen on the page \/import\/\w+\.$/);
    expect(await history()).toHaveLength(1);
  });

  test.each([
    [{}, '--file must be the file to read.'],
    [{ file: '/does/not/exist' }, '/does/not/exist cannot be read.'],
    [{ undo: 'x' }, 'This person has no import with this id.'],
    [{ name: 'nobody' }, 'There is no account of this name.'],
  ])('%j fails with a sentence', async (options, failure) => {
    expect(await run('import', options)).toEqual({ failure });
  });

  test('refuses a file of another kind', async () => {
    expect(await run('import', { file: fileOf('hello') })).toEqual({
      failure: expect.stringMatching(/^This is not a file from AniList, .*, or Yamtrack\.$/) as string,
    });
    expect(await run('import', { file: fileOf('PK\u0003\u0004') })).toEqual({
      failure: expect.stringMatching(
        /^This archive is damaged, too large, or without a file from AniList, /,
      ) as string,
    });
    expect(await run('import', { file: fileOf('[{"listed_at":"2024-01-01","show":{}}]') })).toEqual({
      failure: 'This list has no viewings. Read the file of the history or of the ratings.',
    });
  });

  test.each(['json', 'csv'])(
    'export as %s, imported by another person, is the same history',
    async (format) => {
      await linesOf('import', { file: trakt(), yes: true });
      await linesOf('user add', { name: 'ben' });
      expect(await linesOf('export', { format })).toEqual([]);
      const printed = written;
      const to = join(data, `copy.${format}`);
      expect(await linesOf('export', { format, to })).toEqual([]);
      expect(statSync(to).mode & 0o777).toBe(0o600);
      const withoutTime = (text: string) => text.replace(/"exportedAt":"[^"]*"/, '');
      expect(withoutTime(readFileSync(to, 'utf8'))).toBe(withoutTime(printed));
      expect(await run('export', { format, to })).toMatchObject({
        failure: expect.stringContaining('EEXIST') as unknown,
      });
      await linesOf('import', { file: to, name: 'ben', yes: true });
      await linesOf('export', { format, name: 'ben' });
      expect(historyOf(written)).toEqual(historyOf(printed));
      expect(await run('export', { format: 'xml' })).toEqual({
        failure: '--format must be one of json, csv, letterboxd, trakt, imdb.',
      });
    },
  );
});

/** The viewings of an export, in JSON without the import that has added each. */
function historyOf(text: string): unknown {
  if (!text.startsWith('{')) return text;
  const { history } = JSON.parse(text) as { history: Record<string, unknown>[] };
  return history.map((entry) => ({ ...entry, importId: '' }));
}

describe('the help', () => {
  test('lists every command', () => {
    for (const name of Object.keys(COMMANDS)) expect(usage()).toContain(`\n  ${name} `);
  });

  test.each(Object.entries(COMMANDS).map(([name, entry]) => [name, entry] as const))(
    'of %s explains each of its options',
    (name, entry) => {
      const text = commandUsage(name, entry);
      for (const option of [...entry.options, 'data', 'database'] as const)
        expect(text).toContain(`\n  ${`--${option} ${ABOUT[option][0]}`.trimEnd()} `);
      for (const [, option = ''] of entry.usage.matchAll(/--([a-z-]+)/g))
        expect(entry.options).toContain(option);
      expect(findCommand(name.split(' '))).toEqual([name, entry]);
    },
  );

  test('no line is wider than a terminal of 110 columns', () => {
    const texts = [usage(), ...Object.entries(COMMANDS).map(([name, entry]) => commandUsage(name, entry))];
    expect(texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 110)).toEqual([]);
  });
});
