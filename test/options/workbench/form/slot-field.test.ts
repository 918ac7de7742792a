import { expect, test } from 'vitest';
import { readSlot, showSlot } from '../../../../src/options/workbench/form/slot-field';

test.each([
  ['text', 'h1', 'h1'],
  ['number', '1.5', 1.5],
  ['list', 'TVEpisode, , Movie', ['TVEpisode', 'Movie']],
  ['json', '{"a":[1]}', { a: [1] }],
] as const)('a %s is read from %j', (type, typed, value) => {
  expect(readSlot(type, typed)).toEqual({ ok: true, value });
});

test.each([
  ['number', 'abc'],
  ['json', '{"a":'],
] as const)('a %s is not read from %j', (type, typed) => {
  expect(readSlot(type, typed)).toEqual({ ok: false });
});

test('an empty field removes the value, whatever its type', () => {
  for (const type of ['text', 'number', 'list', 'json'] as const)
    expect(readSlot(type, '')).toEqual({ ok: true, value: undefined });
});

test.each([
  ['text', 'h1', 'h1'],
  ['number', 2, '2'],
  ['list', ['a', 'b'], 'a, b'],
  ['list', 'no list', ''],
  ['json', { a: 1 }, '{"a":1}'],
  ['json', undefined, ''],
  ['text', { a: 1 }, ''],
] as const)('a %s shows %j as %j', (type, value, shown) => {
  expect(showSlot(type, value)).toBe(shown);
});
