import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  backoff,
  startCooldown,
  isAhead,
  noCooldown,
  readCooldown,
  readBucket,
  takeToken,
  type Bucket,
} from '../../../src/core/outbox/backoff';
import { jitteredInterval } from '../../../src/core/session/tab-watch';
import { runFleet } from '../../bench/fleet';

describe('back-off', () => {
  test('waits grow with full jitter up to half an hour, and offline up to two minutes', () => {
    expect([1, 2, 3, 20].map((attempts) => backoff(attempts, 1))).toEqual([11, 21, 41, 1_801]);
    expect([1, 2, 3, 20].map((attempts) => backoff(attempts, 0))).toEqual([1, 1, 1, 1]);
    expect(backoff(20, 1, { offline: true })).toBe(121);
  });

  test('what the tracker asks for is the least, and a week is a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 86_400 }),
        (attempts, random, retryAfter) => backoff(attempts, random, { retryAfter }) >= retryAfter,
      ),
    );
    expect(backoff(1, 0, { retryAfter: 7 * 86_400 })).toBe(86_400);
  });

  test('a time that a wrong clock has put far ahead does not hold', () => {
    expect(isAhead(2_000, 1_000)).toBe(true);
    expect(isAhead(1_000, 1_000)).toBe(false);
    expect(isAhead(1_000 + 30 * 86_400_000, 1_000)).toBe(false);
  });

  test.each([
    [undefined],
    [null],
    ['x'],
    [{}],
    [{ until: 'never', attempts: 1 }],
    [{ until: Infinity, attempts: 1 }],
    [{ until: 5, attempts: -1 }],
  ])('a stored gate that is none is open: %o', (stored) => expect(readCooldown(stored)).toEqual(noCooldown));

  test('a gate is closed for longer each time', () =>
    expect(startCooldown(startCooldown(noCooldown, 0, 1, {}), 0, 1, {})).toEqual({
      attempts: 2,
      until: 21_000,
    }));
});

describe('the budget of calls', () => {
  test('is spent, fills up with time, never above its capacity, and survives a wrong clock', () => {
    const rule = { capacity: 3, rate: 0.5 };
    let bucket: Bucket | undefined;
    const taken: boolean[] = [];
    for (const now of [0, 0, 0, 0, 2_000, 2_000, -1e9, 1e9, 1e9, 1e9, 1e9]) {
      const one = takeToken(bucket, rule, now);
      bucket = one.bucket;
      taken.push(one.taken);
    }
    expect(taken).toEqual([true, true, true, false, true, false, false, true, true, true, false]);
  });

  test.each([[null], [{ tokens: Number.NaN, at: 1 }], [{ tokens: 1 }], ['x']])(
    'a stored budget that is none is full: %o',
    (stored) => expect(readBucket(stored)).toBeUndefined(),
  );
});

test('the interval of a session is spread evenly between the setting and a fifth more', () => {
  const intervals = Array.from({ length: 1_000 }, (_, index) => jitteredInterval(120, `session-${index}`));
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(120);
  expect(Math.max(...intervals)).toBeLessThan(144);
  for (const from of [120, 126, 132, 138])
    expect(intervals.filter((seconds) => seconds >= from && seconds < from + 6).length).toBeGreaterThan(200);
  expect(jitteredInterval(120, 'x')).toBe(jitteredInterval(120, 'x'));
});

test('after an outage a fleet with our throttle returns more gently than one with a fixed retry', () => {
  const [ours, theirs] = [runFleet({ viewers: 20_000 }), runFleet({ viewers: 20_000, spread: false })];
  expect(ours.after.peak).toBeLessThan(theirs.after.peak);
  expect(ours.during.mean).toBeLessThan(theirs.during.mean);
  expect(ours.mean).toBeLessThanOrEqual(theirs.mean);
});
