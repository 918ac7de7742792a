import { expect, test } from 'vitest';
import { createAllowance } from '../../../src/service/catalogue/catalogue';

test('a question takes no more requests than it may, and says so', () => {
  const allowance = createAllowance({ requests: 2 });
  allowance.take();
  allowance.take();
  expect(allowance.hasRefused).toBe(false);
  expect(() => allowance.take()).toThrow(expect.objectContaining({ code: 'spent' }));
  expect(allowance.hasRefused).toBe(true);
});

test('of a film database that answers slowly nothing more is asked after ten seconds', () => {
  let now = 0;
  const allowance = createAllowance({ requests: 7, now: () => now });
  allowance.take();
  now = 9_999;
  allowance.take();
  now = 10_000;
  // Not "spent": the answer until then is not the whole one, and must not be taken for it.
  expect(() => allowance.take()).toThrow(expect.objectContaining({ code: 'unreachable' }));
});
