import { createOwnedSecret, ownerOf, type RandomBytes, hashSecret } from '../secrets/secret';
import type { Database } from './engine/database';
import { createUseNotes, type NoteUse } from './key-memory';
import { LACKS_PASSKEY } from './passkeys';
import type { User } from './users';

/** How long a person stays signed in on the service's own pages: 30 days. */
export const loginSeconds = 30 * 24 * 3600;

/** A sign-in ends earlier if it is not used for this long: 14 days. */
const IDLE_MS = 14 * 24 * 3_600_000;

/** Where a sign-in came from. */
export type LoginOrigin = Readonly<{
  address: string;
  /** Name of the browser and its system. */
  browser: string;
}>;

/** A sign-in as its owner sees it in a list. Times are milliseconds since 1970. */
export type Login = LoginOrigin &
  Readonly<{
    /** The hash of its secret, from which the secret cannot be found. */
    hash: string;
    createdAt: number;
    usedAt: number;
  }>;

/** The person of a sign-in. */
export type SignedInUser = User &
  Readonly<{
    /** When they gave their password or passkey, in milliseconds since 1970. */
    signedInAt: number;
    /** IANA name. */
    zone: string;
    /** A language of the texts; `null`: that of the browser. */
    language: string | null;
    /** The tracker demands a passkey of everybody, and the person has none: they may only add one. */
    lacksPasskey: boolean;
  }>;

/** The time of the last use is stored at most this often, so that not every page is a write: 1 min. */
const USE_STEP_MS = 60_000;

/** Sign-ins on the service's own pages. The secret is in the person's cookie; its hash is stored. */
export function createLogins(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  const noteUse = createUseNotes();
  return {
    /** Returns the secret for the cookie. Deletes the sign-ins that have expired. */
    async open(userId: string, { address, browser }: LoginOrigin): Promise<string> {
      const secret = createOwnedSecret(userId, random);
      await db.run('DELETE FROM logins WHERE expires_at <= ? OR used_at <= ?', now(), now() - IDLE_MS);
      await db.run(
        `INSERT INTO logins (user_id, hash, expires_at, created_at, used_at, address, browser)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        userId,
        hashSecret(secret),
        now() + loginSeconds * 1000,
        now(),
        now(),
        address,
        browser,
      );
      return secret;
    },

    /** The person who is signed in with this secret. Notes that the sign-in was used. */
    findUser: (secret: string) => findUser({ db, noteUse }, secret, now()),

    /** The sign-ins of a person, the one used last first. */
    list: (userId: string) =>
      db.all<Login>(
        `SELECT hash, address, browser, created_at AS "createdAt", used_at AS "usedAt" FROM logins
         WHERE user_id = ? AND expires_at > ? AND used_at > ? ORDER BY used_at DESC, hash`,
        userId,
        now(),
        now() - IDLE_MS,
      ),

    ...closings(db),
  };
}

type Lookup = Readonly<{
  db: Database;
  noteUse: NoteUse;
}>;

async function findUser(
  { db, noteUse }: Lookup,
  secret: string,
  now: number,
): Promise<SignedInUser | undefined> {
  const hash = hashSecret(secret);
  const found = await db.one<Omit<SignedInUser, 'lacksPasskey'> & { usedAt: number; lacks: number }>(
    `SELECT users.id, users.name, users.role, zone, language, used_at AS "usedAt",
         logins.created_at AS "signedInAt", ${LACKS_PASSKEY} AS lacks
       FROM logins JOIN users ON users.id = user_id
       WHERE user_id = ? AND hash = ? AND expires_at > ? AND used_at > ?`,
    ownerOf(secret),
    hash,
    now,
    now - IDLE_MS,
  );
  if (found === undefined) return undefined;
  const { usedAt, lacks, ...user } = found;
  const { id } = user;
  if (Math.abs(now - usedAt) >= USE_STEP_MS)
    noteUse(hash, () =>
      db.run('UPDATE logins SET used_at = ? WHERE user_id = ? AND hash = ?', now, id, hash),
    );
  return { ...user, lacksPasskey: lacks === 1 };
}

/** Operations that end sign-ins. */
function closings(db: Database) {
  return {
    async close(secret: string): Promise<void> {
      await db.run('DELETE FROM logins WHERE user_id = ? AND hash = ?', ownerOf(secret), hashSecret(secret));
    },

    /** Does nothing when the sign-in belongs to somebody else. */
    async closeHash(userId: string, hash: string): Promise<void> {
      await db.run('DELETE FROM logins WHERE user_id = ? AND hash = ?', userId, hash);
    },

    /** Ends all sign-ins of a person. */
    async closeAll(userId: string): Promise<void> {
      await db.run('DELETE FROM logins WHERE user_id = ?', userId);
    },
  };
}

/** How long a browser stays known after a sign-in: 1 year. */
export const knownBrowserSeconds = 365 * 24 * 3600;

/**
 * Browsers in which a person has signed in before. Their attempts have a separate limit, so that wrong
 * passwords of strangers lock nobody out. A known browser is not signed in.
 */
export function createBrowsers(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** Returns the secret for the cookie. Deletes the browsers that have expired. */
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

    /** The id of the person who has signed in in this browser. */
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
