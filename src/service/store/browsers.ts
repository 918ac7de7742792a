import { createSecret, hashSecret, type RandomBytes } from '../secrets/secret';
import type { Database } from './database';

export type Browsers = ReturnType<typeof createBrowsers>;

/** How long a browser stays known after a sign-in: 1 year. */
export const knownBrowserSeconds = 365 * 24 * 3600;

/**
 * Browsers in which a person has signed in before. Their attempts are limited apart from those of everybody
 * else, so that wrong passwords of strangers keep nobody out. A known browser is not signed in.
 */
export function createBrowsers(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** Returns the secret for the cookie. Deletes those that have expired. */
    add(userId: number): string {
      const secret = createSecret(random);
      db.run('DELETE FROM browsers WHERE expires_at <= ?', now());
      db.run(
        'INSERT INTO browsers (hash, user_id, expires_at) VALUES (?, ?, ?)',
        hashSecret(secret),
        userId,
        now() + knownBrowserSeconds * 1000,
      );
      return secret;
    },

    /** The person who has signed in in this browser. */
    find: (secret: string) =>
      db.one<{ userId: number }>(
        'SELECT user_id AS userId FROM browsers WHERE hash = ? AND expires_at > ?',
        hashSecret(secret),
        now(),
      )?.userId,

    /** Forgets all browsers of a person. */
    forget(userId: number): void {
      db.run('DELETE FROM browsers WHERE user_id = ?', userId);
    },
  };
}
