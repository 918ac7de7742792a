import { createKey, hashSecret, type KeyKind, type RandomBytes } from '../secrets/secret';
import type { Database } from './database';

/** A key as its owner sees it in a list. Times are milliseconds since 1970. */
export interface Key {
  readonly id: number;
  readonly kind: KeyKind;
  readonly label: string;
  readonly createdAt: number;
  /** `null`: never. */
  readonly expiresAt: number | null;
}

export type Keys = ReturnType<typeof createKeys>;

const IS_VALID = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

/** API keys and device tokens. They are stored as hashes, so a key can be shown only when it is created. */
export function createKeys(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** Returns the key. Without `lifetimeMs` it does not expire. */
    create(userId: number, kind: KeyKind, label: string, lifetimeMs?: number): string {
      const key = createKey(kind, random);
      db.run(
        'INSERT INTO keys (user_id, kind, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
        userId,
        kind,
        hashSecret(key),
        label,
        now(),
        lifetimeMs === undefined ? null : now() + lifetimeMs,
      );
      return key;
    },

    /** Whose key it is and what it may do. `undefined`: unknown, revoked or expired. */
    find: (key: string) =>
      db.one<{ userId: number; kind: KeyKind }>(
        `SELECT user_id AS userId, kind FROM keys WHERE hash = ? AND ${IS_VALID}`,
        hashSecret(key),
        now(),
      ),

    /** The valid keys of a person, newest first. */
    list: (userId: number) =>
      db.all<Key>(
        `SELECT id, kind, label, created_at AS createdAt, expires_at AS expiresAt FROM keys
         WHERE user_id = ? AND ${IS_VALID} ORDER BY id DESC`,
        userId,
        now(),
      ),

    /** Does nothing when the key belongs to somebody else. */
    revoke(userId: number, keyId: number): void {
      db.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND user_id = ?', now(), keyId, userId);
    },

    /** For a key that is known only by its hash. */
    revokeHash(hash: string): void {
      db.run('UPDATE keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL', now(), hash);
    },
  };
}
