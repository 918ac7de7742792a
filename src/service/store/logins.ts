import { createSecret, hashSecret, type RandomBytes } from '../secrets/secret';
import type { Database } from './database';
import type { User } from './users';

export type Logins = ReturnType<typeof createLogins>;

/** How long a person stays signed in on the service's own pages: 30 days. */
export const loginSeconds = 30 * 24 * 3600;

/** Sign-ins on the service's own pages. The secret is in the person's cookie; its hash is stored. */
export function createLogins(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** Returns the secret for the cookie. Deletes the sign-ins that have expired. */
    open(userId: number): string {
      const secret = createSecret(random);
      db.run('DELETE FROM logins WHERE expires_at <= ?', now());
      db.run(
        'INSERT INTO logins (hash, user_id, expires_at) VALUES (?, ?, ?)',
        hashSecret(secret),
        userId,
        now() + loginSeconds * 1000,
      );
      return secret;
    },

    /** The person who is signed in with this secret. */
    findUser: (secret: string) =>
      db.one<User>(
        `SELECT users.id, users.name FROM logins JOIN users ON users.id = user_id
         WHERE hash = ? AND expires_at > ?`,
        hashSecret(secret),
        now(),
      ),

    close(secret: string): void {
      db.run('DELETE FROM logins WHERE hash = ?', hashSecret(secret));
    },
  };
}
