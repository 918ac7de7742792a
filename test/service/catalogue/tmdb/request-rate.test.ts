import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createRequestRate } from '../../../../src/service/catalogue/tmdb/client';

/** A rate on a clock that only waiting moves. */
function onVirtualClock() {
  const clock = { now: 1000 };
  const waiting: { until: number; resolve: () => void }[] = [];
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ until: clock.now + ms, resolve });
    });
  const advanceTo = (time: number) => {
    clock.now = time;
    for (const one of waiting) if (one.until <= time) one.resolve();
  };
  return { clock, waiting, advanceTo, rate: createRequestRate({ now: () => clock.now, wait }) };
}

describe('the rate of requests', () => {
  test('stays below 40 in every second, and refuses whom it would let wait for more than 4 s', async () => {
    const { clock, waiting, advanceTo, rate } = onVirtualClock();
    const began: number[] = [];
    const refused: unknown[] = [];
    const asked = Array.from({ length: 300 }, () =>
      rate.admit().then(
        () => began.push(clock.now),
        (error: unknown) => refused.push(error),
      ),
    );
    // Each waits for the one before it.
    for (let turns = 0; turns < 300; turns += 1) {
      await setImmediate();
      const next = waiting.find(({ until }) => until > clock.now);
      if (next !== undefined) advanceTo(next.until);
    }
    await Promise.all(asked);
    const inSecond = (from: number) => began.filter((at) => at >= from && at < from + 1000).length;
    expect(Math.max(...began.map(inSecond))).toBeLessThan(40);
    expect(began.length).toBeGreaterThan(100);
    expect(began.length + refused.length).toBe(300);
    expect(refused[0]).toMatchObject({ code: 'busy' });
    expect((refused[0] as { retryAfterMs: number }).retryAfterMs).toBe(4000);
  });

  test('refuses everything while it is paused', async () => {
    const { advanceTo, rate } = onVirtualClock();
    rate.pause(5000, 'busy');
    await expect(rate.admit()).rejects.toMatchObject({ code: 'busy', retryAfterMs: 5000 });
    advanceTo(6000);
    await expect(rate.admit()).resolves.toBeUndefined();
  });
});
