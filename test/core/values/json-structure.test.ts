import { expect, test } from 'vitest';
import { isDeep, jsonStructure, largestDepth } from '../../../src/core/values/json-structure';
import { threadTime } from '../../support/thread-time';

test('brackets and commas inside of strings are no structure', () => {
  const text = '{"a,[":["\\"]",1]}';
  expect([...jsonStructure(text)].map((at) => text[at]).join('')).toBe('{[,]}');
});

test.each([
  ['lists', '['],
  ['objects', '{"a":'],
])('%s are deep from the level after the last allowed one', (_, level) => {
  expect(isDeep(level.repeat(largestDepth) + ' '.repeat(100))).toBe(false);
  expect(isDeep(level.repeat(largestDepth + 1))).toBe(true);
});

test('levels next to one another are not deep', () => expect(isDeep('[{}],'.repeat(1_000))).toBe(false));

test.each(['"\\"', '\\"', '"', '\\', '"\\\\', '["\\"'])('a text of nothing but %j is read once', (unit) => {
  const start = threadTime();
  isDeep(unit.repeat(262_144 / unit.length));
  expect(threadTime() - start).toBeLessThan(150);
});

test('a long text without structure can be paused in', () => {
  expect([...jsonStructure(`["${'a'.repeat(200_000)}"]`)]).toEqual([0, -1, -1, -1, 200_003]);
});
