import { createHash, randomBytes } from 'node:crypto';

/** Random bytes; an argument, so that tests can supply known values. */
export type RandomBytes = (size: number) => Uint8Array;

/**
 * What a key may do. Documented: `sk` writes and reads, `pk` reads. Ours: `mt`, the token of a signed-in
 * device, which writes and reads.
 */
export type KeyKind = 'sk' | 'pk' | 'mt';

/** A secret of 256 random bits behind the prefix of its kind and the id of its person: `sk_1_…`. */
export function createKey(kind: KeyKind, userId: string, random: RandomBytes = randomBytes): string {
  return `${kind}_${userId}_${createSecret(random)}`;
}

/** 256 random bits as 43 characters of base64url. */
export function createSecret(random: RandomBytes = randomBytes): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** The hash under which a secret is stored: SHA-256. A salt is not needed for 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
