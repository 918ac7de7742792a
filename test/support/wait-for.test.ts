import { expect, test } from 'vitest';
import { waitFor } from './wait-for';

test.each([0, '', 'yes', [], {}])('%o counts as an answer', async (answer) => {
  expect(await waitFor('it', () => answer)).toEqual(answer);
});

test('it calls the function until there is an answer', async () => {
  const answers = [undefined, null, false, 'now'];
  expect(await waitFor('it', () => answers.shift(), { every: 1 })).toBe('now');
});

test('an error is retried, and is the cause of the error after the timeout', async () => {
  const failing = () => {
    throw new Error('not yet');
  };
  const error: unknown = await waitFor('the moon', failing, { timeout: 20, every: 1 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    message: 'Waited 20 ms in vain for: the moon',
    cause: { message: 'not yet' },
  });
});
