import { beforeEach, expect, test } from 'vitest';
import { matchPage } from '../../../src/content/reader/match-page';
import { beginReading, withinBudget, replaceRegex, runRegex } from '../../../src/content/reader/regex';
import type { Definition } from '../../../src/protocol/definition/definition';
import { threadTime } from '../../support/thread-time';

beforeEach(beginReading);

test('an expression that ran too long twice is not run again, and the others are', () => {
  const slow = '^(?:a|a)*$';
  for (let reading = 0; reading < 2; reading += 1) {
    // Once may be a computer that was asleep.
    expect(runRegex(slow, 'aa')?.[0]).toBe('aa');
    while (runRegex('^a*$', 'aa') !== null) runRegex(slow, `${'a'.repeat(23)}!`);
    beginReading();
  }
  expect(runRegex(slow, 'aa')).toBeNull();
  expect(runRegex('^a*$', 'aa')?.[0]).toBe('aa');
  // Each set of flags is another expression.
  expect(replaceRegex(slow, 'aa', 'b')).toBe('b');
});

test('an invalid expression matches and replaces nothing, and only 1,000 characters are read', () => {
  expect(runRegex('(', 'a')).toBeNull();
  expect(replaceRegex('(', 'a', 'b')).toBe('a');
  expect(runRegex('b', `${'a'.repeat(1_000)}b`)).toBeNull();
});

test('a reading that runs an expression on many texts ends, and only that one is not run again', () => {
  const accepted = String.raw`\p{L}+\d`;
  expect(runRegex('^b*$', 'bb')?.[0]).toBe('bb');
  for (let reading = 0; reading < 2; reading += 1) {
    const start = threadTime();
    for (let count = 0; count < 3_000; count += 1) runRegex(accepted, 'я'.repeat(1_000));
    expect(threadTime() - start).toBeLessThan(1_500);
    expect(runRegex('^b*$', 'bb')).toBeNull();
    beginReading();
  }
  expect(runRegex('^b*$', 'bb')?.[0]).toBe('bb');
  expect(runRegex(accepted, 'я1')).toBeNull();
});

test('after a reading that took too long the next one still finds its page', () => {
  const definition = { pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>[0-9]+)$' }, item: {} }] };
  const match = () => matchPage(definition as unknown as Definition, new URL('https://a.example/watch/1'));
  const slow = '^(?:c|c)*$';
  while (runRegex('^b*$', 'bb') !== null) runRegex(slow, `${'c'.repeat(23)}!`);
  expect(match()?.groups['id']).toBe('1');
});

test('a reading begins for every script of the frame: what one has spent is not held against the next', async () => {
  // Each script of a frame has a copy of this module. The query makes it another one.
  const address: string = '../../../src/content/reader/regex?copy';
  const copy = (await import(
    /* @vite-ignore */ address
  )) as typeof import('../../../src/content/reader/regex');
  expect(copy.withinBudget).not.toBe(withinBudget);
  const slow = '^(?:d|d)*$';
  while (runRegex('^b*$', 'bb') !== null) runRegex(slow, `${'d'.repeat(23)}!`);
  expect(copy.withinBudget('other', () => 'read')).toBeUndefined();
  copy.beginReading();
  expect(runRegex('^b*$', 'bb')?.[0]).toBe('bb');
});
