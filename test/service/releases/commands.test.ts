import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandOptions } from '../../../src/service/command-line/options';
import { runCommand } from '../../../src/service/command-line/commands';
import { openStore } from '../../../src/service/store/store';
import { caseOf, connectorOf } from './connector-fixture';

let data: string;
let file: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'matinee-releases-'));
  await (await openStore({ dataDir: data })).close();
  file = join(data, 'example.matinee.json');
  write({ definition: connectorOf(), cases: [caseOf('<h1 class="title">Sintel</h1>', 'Sintel')] });
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const write = (content: object) => writeFileSync(file, JSON.stringify({ matinee: 'connector', ...content }));
const run = (words: string, options: Partial<CommandOptions> = {}) =>
  runCommand(words.split(' '), { data, ...options });
const linesOf = async (words: string, options: Partial<CommandOptions> = {}) => {
  const result = await run(words, options);
  if (result === undefined || 'failure' in result) throw new Error(result?.failure ?? 'no such command');
  return result.lines;
};
const listed = async () => {
  const store = await openStore({ dataDir: data });
  const list = await store.releases.list();
  await store.close();
  return JSON.parse(list?.list ?? '{}') as Record<string, unknown>;
};

test('publish, revoke and publish again: each signs the next list', async () => {
  const [first = ''] = await linesOf('catalogue publish', { file, share: '10' });
  expect(first).toMatch(/^List 1 with 1 connectors, valid until 20/);
  expect(await listed()).toMatchObject({ connectors: [{ id: 'example', version: 1, share: 10 }] });
  await linesOf('catalogue revoke', { connector: 'example' });
  expect(await listed()).toMatchObject({ sequence: 2, connectors: [], retired: ['example'] });
  await linesOf('catalogue publish', { file });
  expect(await listed()).toMatchObject({
    sequence: 3,
    connectors: [{ version: 2, share: 100 }],
    retired: [],
  });
});

test('sign keeps the key, rotate replaces it', async () => {
  const [, key = ''] = await linesOf('catalogue sign');
  expect(key).toMatch(/^Key (?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  expect((await linesOf('catalogue sign'))[1]).toBe(key);
  const [, other = ''] = await linesOf('catalogue rotate');
  expect(other).not.toBe(key);
  expect((await linesOf('catalogue sign'))[1]).toBe(other);
});

test.each([
  ['catalogue publish', {}, '--file must be the file of a connector, as the workbench saves it.'],
  ['catalogue publish', { file: '/does/not/exist' }, '/does/not/exist cannot be read.'],
  ['catalogue publish', { share: '0' }, '--share must be 1 to 100.'],
  ['catalogue revoke', {}, '--connector must be an id.'],
])('%s %j fails with a sentence', async (words, options, failure) => {
  expect(await run(words, options)).toEqual({ failure });
});

test('publish refuses a definition that the checker refuses, and a file without a saved page', async () => {
  write({ definition: { ...connectorOf(), hosts: ['*.com'] }, cases: [] });
  expect(await run('catalogue publish', { file })).toMatchObject({
    failure: expect.stringMatching(/^The definition is refused: hosts\[0\] /) as unknown,
  });
  write({ definition: connectorOf(), cases: [] });
  expect(await run('catalogue publish', { file })).toMatchObject({
    failure: 'The file has no saved page in the right form.',
  });
});
