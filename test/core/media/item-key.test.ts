import { expect, test } from 'vitest';
import { isSameTitle, withoutYear } from '../../../src/core/media/item-key';

test.each([
  ['movie|sintel|', 'movie|sintel|2010', true],
  ['movie|sintel|2010', 'movie|sintel|2010', true],
  ['movie|1917|2019', 'movie|1917|', true],
  ['movie|dune|1984', 'movie|dune|2021', false],
  ['movie|dune|', 'movie|dune part 2|2024', false],
  ['series|dune|1|1', 'series|dune|1|12', false],
  ['series|dune|1|"pilot"', 'series|dune|1|"pilot"', true],
])('%s and %s', (a, b, isSame) => {
  expect([isSameTitle(a, b), isSameTitle(b, a)]).toEqual([isSame, isSame]);
});

test('only the key of a film loses its year', () => {
  const keys = ['movie|1917|2019', 'movie|sintel|', 'series|dune|1|12'];
  expect(keys.map((key) => withoutYear(key))).toEqual(['movie|1917|', 'movie|sintel|', 'series|dune|1|12']);
});
