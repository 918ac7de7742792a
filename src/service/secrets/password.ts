import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { passwordCost, type PasswordCost } from './password-cost';
import type { RandomBytes } from './secret';

const HASH_BYTES = 32;
const SALT_BYTES = 16;

const costNow = textOf(passwordCost);

/**
 * A stored hash that no password matches. Comparing with it takes as long for a name that does not exist as
 * for others.
 */
export const unmatchableHash = `${costNow}.none.${'A'.repeat(43)}`;

/**
 * Hashes a password with scrypt. The result is `cost.salt.hash`: the cost as three numbers, salt and hash in
 * base64url.
 */
export async function hashPassword(password: string, random: RandomBytes = randomBytes): Promise<string> {
  const salt = Buffer.from(random(SALT_BYTES)).toString('base64url');
  const hash = await derive(password, salt, passwordCost);
  return `${costNow}.${salt}.${hash.toString('base64url')}`;
}

/** Whether the password matches a hash of `hashPassword`. The comparison takes constant time. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [cost = '', salt = '', hash = ''] = stored.split('.');
  const expected = Buffer.from(hash, 'base64url');
  const derived = await derive(password, salt, costOf(cost));
  return expected.length === derived.length && timingSafeEqual(derived, expected);
}

/** Whether a hash was made at a cost other than the current one. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`${costNow}.`);
}

function textOf({ log2N, r, p }: PasswordCost): string {
  return [log2N, r, p].join('-');
}

function costOf(text: string): PasswordCost {
  const [log2N = 0, r = 0, p = 0] = text.split('-').map(Number);
  return { log2N, r, p };
}

/**
 * Derives the hash from the password in Unicode form NFKC, because keyboards compose the same accented letter
 * differently.
 */
function derive(password: string, salt: string, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** log2N;
  const cost = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, cost, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
