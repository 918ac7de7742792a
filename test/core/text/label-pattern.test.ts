import { afterEach, expect, test, vi } from 'vitest';
import { lazily, lazyPattern } from '../../../src/core/text/label-pattern';

afterEach(() => void vi.unstubAllGlobals());

test('a value is made at its first use, and once', () => {
  const make = vi.fn(() => ({}));
  const value = lazily(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledOnce();
});

test('what the garbage collection has taken is made again, and matches the same', () => {
  class Collected {
    deref(): undefined {}
  }
  vi.stubGlobal('WeakRef', Collected);
  const pattern = vi.fn(() => String.raw`s(\d)`);
  const find = lazyPattern(pattern);
  for (const round of [1, 2]) {
    expect(find('S1 s2').map(([, number]) => number)).toEqual(['1', '2']);
    expect(pattern).toHaveBeenCalledTimes(round);
  }
});
