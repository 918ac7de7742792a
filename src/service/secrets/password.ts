import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from './secret';

const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** About 32 MiB and 0.1 s for each attempt. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** A stored hash that no password matches, to spend the same time on a name that does not exist. */
export const unmatchableHash = `none.${'A'.repeat(43)}`;

/** `salt.hash`, both base64url; the hash is scrypt. */
export async function hashPassword(password: string, random: RandomBytes = randomBytes): Promise<string> {
  const salt = Buffer.from(random(SALT_BYTES)).toString('base64url');
  return `${salt}.${(await derive(password, salt)).toString('base64url')}`;
}

/** Whether the password matches a hash of `hashPassword`. The comparison takes constant time. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const expected = Buffer.from(hash, 'base64url');
  const derived = await derive(password, salt);
  return expected.length === derived.length && timingSafeEqual(derived, expected);
}

/** NFKC, because keyboards compose the same accented letter differently. */
function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
