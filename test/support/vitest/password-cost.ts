import type { PasswordCost } from '../../../src/service/secrets/password-cost';

/** In place of the real cost, which `test/service/secrets/password.test.ts` checks. */
export const passwordCost: PasswordCost = { log2N: 4, r: 8, p: 1 };
