import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { RandomBytes } from './secret';

/** Hides what has to be sent to somebody else, so that a hash would not do. */
export interface Seal {
  /** `place`: where the text is stored; it can be opened only for the same place. */
  seal(text: string, place: string): string;
  /** `undefined`: it was sealed with another key, for another place, or it was changed. */
  open(sealed: string, place: string): string | undefined;
}

const PREFIX = 'sealed.1.';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. What has no prefix was stored before anything was sealed: it is returned as it is. */
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
