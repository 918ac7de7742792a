import { scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, isOutdated, isPassword, unmatchableHash } from '../../../src/service/secrets/password';
import { passwordCost } from '../../../src/service/secrets/password-cost';
import { passwordCost as costInTests } from '../../support/vitest/password-cost';

const password = 'correct horse';

/** The least that the OWASP Password Storage Cheat Sheet names, by `log2N`, with `r` = 8. */
const leastPasses: Readonly<Record<number, number>> = { 17: 1, 16: 2, 15: 3, 14: 5, 13: 10 };

test('an attempt costs what is enough today', () => {
  expect(passwordCost.r).toBe(8);
  expect(passwordCost.p).toBeGreaterThanOrEqual(leastPasses[passwordCost.log2N] ?? Infinity);
});

test('a hash states its cost, and matches only its password', async () => {
  const hash = await hashPassword(password);
  const { log2N, r, p } = costInTests;
  expect(hash).toMatch(new RegExp(`^${log2N}-${r}-${p}\\.[\\w-]{22}\\.[\\w-]{43}$`));
  expect(await isPassword(password, hash)).toBe(true);
  expect(await isPassword('correct hors', hash)).toBe(false);
  expect(await isPassword(password, unmatchableHash)).toBe(false);
  expect(isOutdated(hash)).toBe(false);
});

test('a hash of another cost matches by the cost that it states', async () => {
  const cost = { N: 2 ** 10, r: 4, p: 2 };
  const hash = `10-4-2.salt.${scryptSync(password, 'salt', 32, cost).toString('base64url')}`;
  expect(await isPassword(password, hash)).toBe(true);
  expect(isOutdated(hash)).toBe(true);
});
