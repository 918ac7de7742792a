import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../../src/core/values/parse-json';
import { parseJsonInPieces, drainInPieces } from '../../../../src/service/library/imports/in-pieces';
import { readTaken } from '../../import-file';
import { pastRows } from '../../../../src/service/library/imports/stage-rows';

/** Makes a text so long that it is read in pieces. */
const long = (text: string) => `${' '.repeat(250_000)}${text}`;

const entry = fc.jsonValue({ maxDepth: 3, noUnicodeString: false });
const content = fc.oneof(
  entry,
  fc.array(entry, { maxLength: 5 }),
  fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('2', '1', '__proto__', 'a"]')), fc.array(entry)),
);

test('JSON in pieces is what JSON.parse makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom(0, 1, 2), async (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(await parseJsonInPieces(long(text))).toEqual(parseJson(text));
    }),
  );
});

test('what is no JSON is none in pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      content,
      fc.nat(),
      fc.constantFrom('', ',', ']', '[', '}', '"', '1'),
      async (value, at, other) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        const broken = text.slice(0, place) + other + text.slice(place + 1);
        expect(await parseJsonInPieces(long(broken))).toEqual(parseJson(broken));
      },
    ),
  );
});

test.each(['[1,]', '[,1]', '[1}', '{"a":[1}', '{"a":[1]', '[1]]', '[1][2]', '[', '"[', '[{]}', '{"a":[[1]}'])(
  '%s is none',
  async (text) => expect(await parseJsonInPieces(long(text))).toBeUndefined(),
);

test.each(['json', 'csv'])('while a long file of %s is read, others have their turn', async (format) => {
  const day = (index: number) => new Date(Date.UTC(2000, 0, 1) + index * 7_200_000).toISOString();
  const text =
    format === 'json'
      ? JSON.stringify(
          Array.from({ length: 40_000 }, (_, index) => ({
            watched_at: day(index),
            movie: { ids: { tmdb: index + 1 } },
          })),
        )
      : `watchedAt,type,tmdbId\r\n${Array.from({ length: 40_000 }, (_, index) => `${day(index)},movie,${String(index + 1)}\r\n`).join('')}`;
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const file = await readTaken(text);
  const rows = pastRows(file?.rows ?? [], Date.now());
  isDone = true;
  expect(rows).toHaveLength(40_000);
  expect(turns).toBeGreaterThan(5);
});

test('the entries of a file are let go as they are read, in their order', async () => {
  const entries = [1, 2, 3];
  const left: number[] = [];
  const read = await drainInPieces(entries, (entry) => {
    left.push(entries.length);
    return entry * 2;
  });
  expect([read, left]).toEqual([
    [2, 4, 6],
    [0, 0, 0],
  ]);
});
