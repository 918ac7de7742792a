import { expect, test } from 'vitest';
import { characterSet, caseVariants } from '../../../src/core/definition/character-set';
import { regexDanger } from '../../../src/core/definition/regex-safety';
import { hostileExpression } from './hostile-expressions';
import { createRandom } from './worst-input';
import { threadTime } from '../../support/thread-time';

const last = 0x10ffff;

function contains(set: readonly number[], point: number): boolean {
  return set.filter((border) => border <= point).length % 2 === 1;
}

test('letters that the engine takes for each other are known as variants', () => {
  const variants = caseVariants();
  const letters = [...variants.keys()].map((point) => String.fromCodePoint(point)).join('');
  const missing: string[] = [];
  for (const [point, group] of variants) {
    const found = letters.match(new RegExp(`\\u{${point.toString(16)}}`, 'giu')) ?? [];
    for (const letter of found) if (!group.includes(letter.codePointAt(0) ?? 0)) missing.push(letter);
  }
  expect(missing).toEqual([]);
});

test.each([
  'a',
  'K',
  '話',
  '😀',
  String.raw`\u{1F600}`,
  String.raw`\ud83d\ude00`,
  String.raw`\x41`,
  String.raw`\cJ`,
  String.raw`\0`,
  String.raw`\n`,
  String.raw`\/`,
  String.raw`\d`,
  String.raw`\W`,
  String.raw`\S`,
  String.raw`\p{L}`,
  String.raw`\P{Lu}`,
  String.raw`\p{sc=Hiragana}`,
  String.raw`\p{Script_Extensions=Greek}`,
  String.raw`\p{Ideographic}`,
  String.raw`\p{Cn}`,
  '[a-z]',
  '[^a-z]',
  String.raw`[^\p{L}\d]`,
  String.raw`[\u0400-\u04ff\u{1F300}-\u{1F5FF}-]`,
  String.raw`[\b\-\]a]`,
])('%s: every character that the engine matches is in the set, with either flags', (source) => {
  const set = characterSet(source);
  const expressions = ['u', 'iu'].map((flags) => new RegExp(`^(?:${source})$`, flags));
  const missed: number[] = [];
  let inside = false;
  let next = 0;
  for (let point = 0; point <= last; point += point < 0x3000 ? 1 : 3) {
    while ((set[next] ?? Infinity) <= point) {
      inside = !inside;
      next += 1;
    }
    const letter = String.fromCodePoint(point);
    if (!inside && expressions.some((expression) => expression.test(letter))) missed.push(point);
  }
  expect(missed.map((point) => point.toString(16))).toEqual([]);
});

test('a set has no more than the engine matches, where letters have no variants', () => {
  expect(characterSet(String.raw`[\d\-]`)).toEqual([0x2d, 0x2e, 0x30, 0x3a]);
  expect(characterSet(String.raw`\u3042`)).toEqual([0x3042, 0x3043]);
  expect(contains(characterSet('[^a]'), 0x41)).toBe(true);
  expect(contains(characterSet('[^a]'), 0x61)).toBe(false);
});

test('an expression of 2,000 characters is checked within 50 ms', () => {
  const random = createRandom(11);
  const slow: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    let pattern = '';
    while (pattern.length < 2_000) pattern += hostileExpression(random).replaceAll(/[$^]/g, '');
    for (const text of [pattern, pattern.slice(0, 250 + count * 10)]) {
      if (!isValid(text)) continue;
      let least = Infinity;
      for (let run = 0; run < 3 && least > 50; run += 1) {
        const start = threadTime();
        regexDanger(text);
        least = Math.min(least, threadTime() - start);
      }
      if (least > 50) slow.push(`${least} ms: ${text}`);
    }
  }
  expect(slow).toEqual([]);
});

function isValid(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
