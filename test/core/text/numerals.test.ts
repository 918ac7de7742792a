import { expect, it } from 'vitest';
import { plainDigits, readNumber, type NumberStyle } from '../../../src/core/text/numerals';

it.each<readonly [string, NumberStyle, number | undefined]>([
  ['12', 'digits', 12],
  ['Season 3', 'digits', 3],
  ['٣', 'digits', 3],
  ['１２', 'digits', 12],
  ['1/6', 'digits', undefined],
  ['none', 'digits', undefined],
  ['0', 'digits', 0],
  ['IV', 'roman', 4],
  ['XIX', 'roman', 19],
  ['MMXXVI', 'roman', 2026],
  ['iv', 'roman', undefined],
  ['IIII', 'roman', undefined],
  ['', 'roman', undefined],
  ['十', 'kanji', 10],
  ['二十三', 'kanji', 23],
  ['百五', 'kanji', 105],
  ['一二', 'kanji', 12],
  ['千', 'kanji', 1000],
  ['〇', 'kanji', 0],
  ['題', 'kanji', undefined],
  ['VII', 'any', 7],
  ['七', 'any', 7],
  ['7', 'any', 7],
])('%s as %s', (text, style, number) => {
  expect(readNumber(text, style)).toBe(number);
});

it('keeps every character at its place', () => {
  expect(plainDigits('a٣b𝟙c３')).toBe('a3b𝟙c3');
});
