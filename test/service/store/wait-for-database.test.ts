import { expect, test } from 'vitest';
import { UnavailableError } from '../../../src/service/store/engine/database';
import { waitForDatabase } from '../../../src/service/store/health';

/** Fails with each of these, and then succeeds. */
const failing = (errors: Error[]) => async () => {
  const error = errors.shift();
  if (error !== undefined) throw error;
  return 'open';
};
const away = new UnavailableError('away');
const wait = (errors: Error[], longestMs?: number) => {
  const reported: Error[] = [];
  const opened = waitForDatabase(failing(errors), (error) => reported.push(error), longestMs);
  return opened.then(
    (result) => [result, reported],
    (error: unknown) => [error, reported],
  );
};

test('opens as soon as the database answers, and reports the first refusal only', async () => {
  expect(await wait([])).toEqual(['open', []]);
  expect(await wait([away, new UnavailableError('still away')])).toEqual(['open', [away]]);
});

test('gives up after the longest wait, and at once where waiting does not help', async () => {
  expect(await wait([away, away, away], 300)).toEqual([away, [away]]);
  const wrong = new Error('password authentication failed');
  expect(await wait([wrong])).toEqual([wrong, []]);
});
