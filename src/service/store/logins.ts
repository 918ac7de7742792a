import { createSecret, hashSecret, type RandomBytes } from '../secrets/secret';
import type { Database } from './database';
import type { User } from './users';

export type Logins = ReturnType<typeof createLogins>;

/** How long a person stays signed in on the service's own pages: 30 days. */
export const loginSeconds = 30 * 24 * 3600;

/** Where a sign-in came from. */
export interface LoginOrigin {
  readonly address: string;
  /** Name of the browser and its system. */
  readonly browser: string;
}

/** A sign-in as its owner sees it in a list. Times are milliseconds since 1970. */
export interface Login extends LoginOrigin {
  /** The hash of its secret, from which the secret cannot be found. */
  readonly hash: string;
  /** 0 for sign-ins of versions that did not store it. */
  readonly createdAt: number;
  readonly usedAt: number;
}

/** The time of the last use is stored at most this often, so that not every page is a write: 1 min. */
const USE_STEP_MS = 60_000;

/** Sign-ins on the service's own pages. The secret is in the person's cookie; its hash is stored. */
export function createLogins(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** Returns the secret for the cookie. Deletes the sign-ins that have expired. */
    open(userId: number, { address, browser }: LoginOrigin): string {
      const secret = createSecret(random);
      db.run('DELETE FROM logins WHERE expires_at <= ?', now());
      db.run(
        `INSERT INTO logins (hash, user_id, expires_at, created_at, used_at, address, browser)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        hashSecret(secret),
        userId,
        now() + loginSeconds * 1000,
        now(),
        now(),
        address,
        browser,
      );
      return secret;
    },

    /** The person who is signed in with this secret. Stores that the sign-in was used. */
    findUser(secret: string): User | undefined {
      const hash = hashSecret(secret);
      const found = db.one<User & { usedAt: number }>(
        `SELECT users.id, users.name, used_at AS usedAt FROM logins JOIN users ON users.id = user_id
         WHERE hash = ? AND expires_at > ?`,
        hash,
        now(),
      );
      if (found === undefined) return undefined;
      if (Math.abs(now() - found.usedAt) >= USE_STEP_MS)
        db.run('UPDATE logins SET used_at = ? WHERE hash = ?', now(), hash);
      return { id: found.id, name: found.name };
    },

    /** The sign-ins of a person, the one used last first. */
    list: (userId: number) =>
      db.all<Login>(
        `SELECT hash, address, browser, created_at AS createdAt, used_at AS usedAt FROM logins
         WHERE user_id = ? AND expires_at > ? ORDER BY used_at DESC, hash`,
        userId,
        now(),
      ),

    close(secret: string): void {
      db.run('DELETE FROM logins WHERE hash = ?', hashSecret(secret));
    },

    /** Does nothing when the sign-in belongs to somebody else. */
    closeHash(userId: number, hash: string): void {
      db.run('DELETE FROM logins WHERE hash = ? AND user_id = ?', hash, userId);
    },

    /** Ends all sign-ins of a person. */
    closeAll(userId: number): void {
      db.run('DELETE FROM logins WHERE user_id = ?', userId);
    },
  };
}
