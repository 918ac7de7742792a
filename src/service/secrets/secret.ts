import {
  createHash,
  randomBytes,
  createHmac,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
} from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';

/** Random bytes; an argument, so that tests can supply known values. */
export type RandomBytes = (size: number) => Uint8Array;

/**
 * Kinds of keys. Documented: `sk` reads and writes, `pk` only reads. Not documented: `mt`, the token of a
 * signed-in device, which reads and writes.
 */
export type KeyKind = 'sk' | 'pk' | 'mt';

/** A key: the prefix of its kind, the id of its person and 256 random bits, `sk_1_…`. */
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

/** A secret that begins with the id of its person, so that it is looked up among this person's data only. */
export function createOwnedSecret(userId: string, random: RandomBytes): string {
  return `${userId}.${createSecret(random)}`;
}

/** The id of the person in a secret or a key. If there is none, `''`, which is nobody's id. */
export function ownerOf(secret: string): string {
  return /^([0-9a-z]{1,24})\./.exec(secret)?.[1] ?? KEY.exec(secret)?.[1] ?? '';
}

/** Form of a key: its kind, the id of the person, and the secret, joined by `_`. */
const KEY = /^(?:sk|pk|mt)_([0-9a-z]{1,24})_[\w-]{43}$/;

/**
 * The letters of user codes: no vowels, so that a code spells no word, and no digits, which can be confused
 * with letters (RFC 8628, section 6.1).
 */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/**
 * The largest multiple of 20 that a byte can hold. Larger bytes are dropped, because they would make some
 * letters more frequent.
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

/** A typed code in the form of `createUserCode`, whatever its case, dashes and spaces. */
export function normaliseUserCode(typed: string): string {
  return withDash(typed.toUpperCase().replace(/[^A-Z]/g, ''));
}

function withDash(letters: string): string {
  return `${letters.slice(0, 4)}-${letters.slice(4, CODE_LENGTH)}`;
}

/**
 * A challenge for a passkey to sign: its end (milliseconds since 1970), 256 random bits, and an HMAC of both
 * and of its purpose with the service's key. The HMAC proves the origin of the challenge, so it need not be
 * stored.
 */
export function createChallenge(key: string, purpose: string, until: number, random: RandomBytes): string {
  const head = `${String(until)}.${createSecret(random)}`;
  return `${head}.${codeOf(key, purpose, head)}`;
}

/** When a challenge of this service and this purpose ends; `undefined` for any other text. */
export function endOfChallenge(key: string, purpose: string, challenge: string): number | undefined {
  const [, head = '', until = '', code = ''] = /^((\d{1,15})\.[\w-]{43})\.([\w-]{43})$/.exec(challenge) ?? [];
  const expected = Buffer.from(codeOf(key, purpose, head));
  const given = Buffer.from(code);
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(until) : undefined;
}

function codeOf(key: string, purpose: string, head: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${head}`).digest('base64url');
}

/** Encrypts secrets that the service must send to another one, so that a hash is not enough. */
export interface Seal {
  /** Encrypts a text. `place` names where it is stored; it can be opened only for the same place. */
  seal(text: string, place: string): string;
  /** Decrypts a text. `undefined`: it was sealed with another key, for another place, or was changed. */
  open(sealed: string, place: string): string | undefined;
}

const PREFIX = 'sealed.1.';

const IV_BYTES = 12;

const TAG_BYTES = 16;

/**
 * Creates a seal with AES-256-GCM. A text without the prefix was stored before seals existed and is returned
 * unchanged.
 */
export function createSeal(secret: string, random: RandomBytes): Seal {
  const key = createHash('sha256').update(secret).digest();
  return {
    seal(text, place) {
      const iv = random(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, place) {
      if (!sealed.startsWith(PREFIX)) return sealed;
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      try {
        const body = bytes.subarray(IV_BYTES + TAG_BYTES);
        return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** The key for signing posters' addresses, of the tracker that answers the current request. */
const current = new AsyncLocalStorage<string>();

/** Makes the key available while a request is answered. There is none while the database is away. */
export function withPosterKey(read: () => Promise<string>): MiddlewareHandler {
  return async (_, next) => {
    const key = await read().catch(() => undefined);
    await (key === undefined ? next() : current.run(key, next));
  };
}

/**
 * The signature in a poster's address, the same for everybody. Without it, a stranger could find out which
 * works people here have looked up. Empty if there is no key.
 */
export function posterMac(work: string): string {
  const key = current.getStore();
  return key === undefined ? '' : createHmac('sha256', key).update(work).digest('base64url').slice(0, 22);
}

export function isPosterMac(work: string, mac: string): boolean {
  const expected = Buffer.from(posterMac(work));
  const given = Buffer.from(mac);
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}
