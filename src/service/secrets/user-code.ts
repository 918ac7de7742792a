import { randomBytes } from 'node:crypto';
import type { RandomBytes } from './secret';

/**
 * No vowels, so that a code spells no word, and no digits, which are confused with letters (RFC 8628, 6.1).
 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/**
 * The largest multiple of 20 that a byte can hold. Larger bytes are dropped: they would favour some letters.
 */
const BYTE_LIMIT = 240;

const CODE_LENGTH = 8;

/** A code that a person reads and types: `BCDF-GHJK`. */
export function createUserCode(random: RandomBytes = randomBytes): string {
  let letters = '';
  while (letters.length < CODE_LENGTH) {
    for (const byte of random(16))
      if (byte < BYTE_LIMIT && letters.length < CODE_LENGTH) letters += LETTERS[byte % LETTERS.length];
  }
  return withDash(letters);
}

/** A typed code in the form of `createUserCode`. Case, dashes and spaces do not matter. */
export function normaliseUserCode(typed: string): string {
  return withDash(typed.toUpperCase().replace(/[^A-Z]/g, ''));
}

function withDash(letters: string): string {
  return `${letters.slice(0, 4)}-${letters.slice(4, CODE_LENGTH)}`;
}
