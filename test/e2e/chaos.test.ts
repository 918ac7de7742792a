import { expect, test } from 'vitest';
import { runChaos } from './chaos/run-chaos';

/** The short form of `npm run chaos`, with fewer viewings and shorter troubles. */
test('failures of worker, network, service and pages leave the history complete and correct', async () => {
  const lines: string[] = [];
  const { verdict, viewings } = await runChaos({
    viewings: 12,
    seed: 11,
    seats: 5,
    gentle: true,
    drainTimeout: 120_000,
    log: (line) => lines.push(line),
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${lines.slice(-40).join('\n')}`, { cause: error });
  });
  expect(verdict.violations.map(({ message }) => message)).toEqual([]);
  expect(viewings).toBe(12);
  // A run with few troubles would prove nothing.
  expect(verdict.expected.must).toBeGreaterThan(3);
  expect(verdict.positions).toBeGreaterThan(3);
});
