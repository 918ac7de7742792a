import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Bytes from the system; an argument so that a test can know what was drawn. */
export type RandomBytes = (size: number) => Uint8Array;

/** What a key may do: `sk` writes and reads, `pk` reads (documented); `mt` is the token of a signed-in device and may what `sk` may. */
export type KeyKind = 'sk' | 'pk' | 'mt';

/** 256 random bits with the prefix of its kind. */
export function createKey(kind: KeyKind, random: RandomBytes = randomBytes): string {
  return `${kind}_${createSecret(random)}`;
}

export function createSecret(random: RandomBytes = randomBytes): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** Eight letters without vowels and digits, so that they spell nothing and are not confused: `BCDF-GHJK` (RFC 8628, 6.1). */
export function createUserCode(random: RandomBytes = randomBytes): string {
  const letters = 'BCDFGHJKLMNPQRSTVWXZ';
  let code = '';
  while (code.length < 8) {
    // 240 is the largest multiple of 20 in a byte: above it, some letters would come more often.
    for (const byte of random(16)) if (byte < 240 && code.length < 8) code += letters[byte % 20];
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** As typed by a person: any case, with or without the dash. */
export function normaliseUserCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}`;
}

/** For secrets of full entropy a plain hash is enough: there is nothing to guess. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** scrypt with a salt: `salt.hash`. */
export async function hashPassword(password: string, random: RandomBytes = randomBytes): Promise<string> {
  const salt = Buffer.from(random(16)).toString('base64url');
  return `${salt}.${(await derive(password, salt)).toString('base64url')}`;
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const expected = Buffer.from(hash, 'base64url');
  const derived = await derive(password, salt);
  return expected.length === derived.length && timingSafeEqual(derived, expected);
}

function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize('NFKC'),
      salt,
      32,
      { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 },
      (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      },
    );
  });
}
