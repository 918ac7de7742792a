import { createOwnedSecret, ownerOf, type RandomBytes } from '../secrets/owned-secret';
import { hashSecret } from '../secrets/secret';
import type { Database } from './engine/database';

export type Browsers = ReturnType<typeof createBrowsers>;

/** How long a browser stays known after a sign-in: 1 year. */
export const knownBrowserSeconds = 365 * 24 * 3600;

/**
 * Browsers in which a person has signed in before. Their attempts have a separate limit, so that wrong
 * passwords of strangers lock nobody out. A known browser is not signed in.
 */
export function createBrowsers(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** Returns the secret for the cookie. Deletes those that have expired. */
    async add(userId: string): Promise<string> {
      const secret = createOwnedSecret(userId, random);
      await db.run('DELETE FROM browsers WHERE expires_at <= ?', now());
      await db.run(
        'INSERT INTO browsers (user_id, hash, expires_at) VALUES (?, ?, ?)',
        userId,
        hashSecret(secret),
        now() + knownBrowserSeconds * 1000,
      );
      return secret;
    },

    /** The person who has signed in in this browser. */
    async find(secret: string): Promise<string | undefined> {
      const row = await db.one<{ userId: string }>(
        'SELECT user_id AS "userId" FROM browsers WHERE user_id = ? AND hash = ? AND expires_at > ?',
        ownerOf(secret),
        hashSecret(secret),
        now(),
      );
      return row?.userId;
    },

    /** Forgets all browsers of a person. */
    async forget(userId: string): Promise<void> {
      await db.run('DELETE FROM browsers WHERE user_id = ?', userId);
    },
  };
}
