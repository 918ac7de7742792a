import { expect, test } from 'vitest';
import { inList } from '../../../../src/service/store/engine/rows';

test('lists of many lengths are few statements, with the same members', () => {
  const lists = Array.from({ length: 100 }, (_, length) => Array.from({ length }, (_unused, index) => index));
  const made = lists.map(inList);
  expect(new Set(made.map(({ sql }) => sql)).size).toBe(9);
  for (const [index, { sql, values }] of made.entries()) {
    expect(new Set(values)).toEqual(new Set(lists[index]));
    expect(sql.split('?').length - 1).toBe(values.length);
  }
});

test('nothing is in an empty list', () => {
  expect(inList([])).toEqual({ sql: '(NULL)', values: [] });
});
