import { createKey, hashSecret, type KeyKind, type RandomBytes } from '../secrets/secret';
import type { Database } from './database';

/**
 * What a key may be used for. `read`: everything that reads. `scrobble`: to record and to find titles, not to
 * read what was watched. `all`: both, and to submit connectors.
 */
export type KeyScope = 'read' | 'scrobble' | 'all';

/** A key as its owner sees it in a list. Times are milliseconds since 1970. */
export interface Key {
  readonly id: number;
  readonly kind: KeyKind;
  readonly label: string;
  readonly scope: KeyScope;
  readonly createdAt: number;
  /** `null`: never. */
  readonly expiresAt: number | null;
  /** `null`: never. */
  readonly usedAt: number | null;
}

export interface KeyOptions {
  /** `undefined`: it does not expire. */
  readonly lifetimeMs?: number | undefined;
  /** `undefined`: all that its kind may do. A public key reads only, whatever is given. */
  readonly scope?: KeyScope | undefined;
}

export type Keys = ReturnType<typeof createKeys>;

const IS_VALID = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

/** The time of the last use is stored at most this often, so that not every request is a write: 10 min. */
const USE_STEP_MS = 600_000;

/** API keys and device tokens. They are stored as hashes, so a key can be shown only when it is created. */
export function createKeys(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    create(userId: number, kind: KeyKind, label: string, options: KeyOptions = {}): string {
      const { lifetimeMs, scope = 'all' } = options;
      const key = createKey(kind, random);
      db.run(
        `INSERT INTO keys (user_id, kind, hash, label, scope, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        userId,
        kind,
        hashSecret(key),
        label,
        kind === 'pk' ? 'read' : scope,
        now(),
        lifetimeMs === undefined ? null : now() + lifetimeMs,
      );
      return key;
    },

    /**
     * Whose key it is and what it may do. `undefined`: unknown, revoked or expired. Stores that it was used.
     */
    find(key: string) {
      const hash = hashSecret(key);
      const found = db.one<{ userId: number; kind: KeyKind; scope: KeyScope; usedAt: number | null }>(
        `SELECT user_id AS userId, kind, scope, used_at AS usedAt FROM keys WHERE hash = ? AND ${IS_VALID}`,
        hash,
        now(),
      );
      if (found !== undefined && Math.abs(now() - (found.usedAt ?? 0)) >= USE_STEP_MS)
        db.run('UPDATE keys SET used_at = ? WHERE hash = ?', now(), hash);
      return found;
    },

    /** The valid keys of a person, newest first. */
    list: (userId: number) =>
      db.all<Key>(
        `SELECT id, kind, label, scope, created_at AS createdAt, expires_at AS expiresAt,
           used_at AS usedAt FROM keys
         WHERE user_id = ? AND ${IS_VALID} ORDER BY id DESC`,
        userId,
        now(),
      ),

    /** The label of the revoked key; `undefined` for one of somebody else, or one that is not valid. */
    revoke(userId: number, keyId: number): string | undefined {
      const key = db.one<{ label: string }>(
        `SELECT label FROM keys WHERE id = ? AND user_id = ? AND ${IS_VALID}`,
        keyId,
        userId,
        now(),
      );
      if (key !== undefined)
        db.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND user_id = ?', now(), keyId, userId);
      return key?.label;
    },

    /** For a key that is known only by its hash. */
    revokeHash(hash: string): void {
      db.run('UPDATE keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL', now(), hash);
    },

    /** Signs all devices of a person out. */
    revokeDevices(userId: number): void {
      db.run(
        `UPDATE keys SET revoked_at = ? WHERE user_id = ? AND kind = 'mt' AND revoked_at IS NULL`,
        now(),
        userId,
      );
    },
  };
}
