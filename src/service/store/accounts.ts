import {
  createKey,
  createSecret,
  hashPassword,
  hashSecret,
  isPassword,
  type KeyKind,
  type RandomBytes,
} from '../secrets';
import type { Database } from './database';

export interface User {
  readonly id: number;
  readonly name: string;
}

export interface Key {
  readonly id: number;
  readonly kind: KeyKind;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** How long a person stays signed in on the service's own pages. */
const loginMs = 30 * 24 * 3600 * 1000;

/** People, their sign-ins and keys. Secrets go in once and are kept hashed. */
export function createAccounts(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  const owner = () =>
    db.one<User & { password: string | null }>('SELECT id, name, password FROM users ORDER BY id LIMIT 1');
  const addKey = (userId: number, kind: KeyKind, label: string, expiresAt: number | null): string => {
    const key = createKey(kind, random);
    db.run(
      'INSERT INTO keys (user_id, kind, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      userId,
      kind,
      hashSecret(key),
      label,
      now(),
      expiresAt,
    );
    return key;
  };
  return {
    /** False until somebody has chosen the owner's password. */
    isClaimed: () => owner()?.password != null,

    /** The owner; made without a password when there is none yet, for keys that come before the first visit. */
    ensureOwner(): User {
      const known = owner();
      if (known !== undefined) return { id: known.id, name: known.name };
      const id = db.run('INSERT INTO users (name, created_at) VALUES (?, ?)', 'owner', now());
      return { id, name: 'owner' };
    },

    /** First visit. `undefined`: somebody was faster. */
    async claim(name: string, password: string): Promise<User | undefined> {
      const hash = await hashPassword(password, random);
      return db.transaction(() => {
        const { id } = this.ensureOwner();
        if (this.isClaimed()) return undefined;
        db.run('UPDATE users SET name = ?, password = ? WHERE id = ?', name, hash, id);
        return { id, name };
      });
    },

    async signIn(name: string, password: string): Promise<User | undefined> {
      const user = db.one<User & { password: string | null }>(
        'SELECT id, name, password FROM users WHERE name = ?',
        name,
      );
      // A wrong name costs as much time as a wrong password.
      const right = await isPassword(password, user?.password ?? `none.${'A'.repeat(43)}`);
      return right && user?.password != null ? { id: user.id, name: user.name } : undefined;
    },

    /** Returns the secret for the cookie. */
    openLogin(userId: number): string {
      const secret = createSecret(random);
      db.run('DELETE FROM logins WHERE expires_at <= ?', now());
      db.run(
        'INSERT INTO logins (hash, user_id, expires_at) VALUES (?, ?, ?)',
        hashSecret(secret),
        userId,
        now() + loginMs,
      );
      return secret;
    },

    loginUser: (secret: string) =>
      db.one<User>(
        'SELECT users.id, users.name FROM logins JOIN users ON users.id = user_id WHERE hash = ? AND expires_at > ?',
        hashSecret(secret),
        now(),
      ),

    closeLogin(secret: string): void {
      db.run('DELETE FROM logins WHERE hash = ?', hashSecret(secret));
    },

    /** Returns the key, the only time that it is seen. */
    createKey: (userId: number, kind: KeyKind, label: string, lifetimeMs?: number) =>
      addKey(userId, kind, label, lifetimeMs === undefined ? null : now() + lifetimeMs),

    keyUser: (key: string) =>
      db.one<{ userId: number; kind: KeyKind }>(
        'SELECT user_id AS userId, kind FROM keys WHERE hash = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
        hashSecret(key),
        now(),
      ),

    listKeys: (userId: number) =>
      db.all<Key>(
        `SELECT id, kind, label, created_at AS createdAt, expires_at AS expiresAt FROM keys
         WHERE user_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) ORDER BY id DESC`,
        userId,
        now(),
      ),

    /** By its hash, where the key itself is not known any more. */
    revokeHash(hash: string): void {
      db.run('UPDATE keys SET revoked_at = ? WHERE hash = ? AND revoked_at IS NULL', now(), hash);
    },

    revokeKey(userId: number, keyId: number): void {
      db.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND user_id = ?', now(), keyId, userId);
    },
  };
}
