import type { Database, Queries, Transaction } from './engine/database';
import type { User } from './users';

/** The data that verifies signatures of a passkey. */
export type PasskeyKey = Readonly<{
  /** The id that the authenticator has given the passkey, as base64url. */
  credential: string;
  /** The public key as a COSE key, in base64url. */
  publicKey: string;
  /** The number of signatures so far; 0 if the authenticator does not count them. */
  counter: number;
}>;

/** A passkey as its owner sees it in a list. Times are milliseconds since 1970. */
export type Passkey = Readonly<{
  credential: string;
  label: string;
  createdAt: number;
  /** `null`: never. */
  usedAt: number | null;
}>;

/** Maximum passkeys per person. */
const MOST_PASSKEYS = 20;

/** Passkeys with which people sign in. Only public keys are stored. */
export function createPasskeys(db: Database, { now }: { now: () => number }) {
  return {
    /** False: the person has this passkey already, or has too many. */
    add: (userId: string, label: string, key: PasskeyKey): Promise<boolean> =>
      db.transaction((tx) => addPasskey(tx, { userId, label, key, now: now() })),

    /** In the order in which they were added. */
    list: (userId: string) =>
      db.all<Passkey>(
        `SELECT credential, label, created_at AS "createdAt", used_at AS "usedAt" FROM passkeys
         WHERE user_id = ? ORDER BY created_at, credential`,
        userId,
      ),

    /** The passkey of a person, with that person. */
    find: (userId: string, credential: string) => findPasskey(db, userId, credential),

    /** Stores the time of a use, and how many signatures the authenticator has counted. */
    async used(userId: string, credential: string, counter: number): Promise<void> {
      await db.run(
        'UPDATE passkeys SET counter = ?, used_at = ? WHERE user_id = ? AND credential = ?',
        counter,
        now(),
        userId,
        credential,
      );
    },

    ...removals(db),
    ...demands(db),
  };
}

/** Operations that remove passkeys. */
function removals(db: Database) {
  return {
    /**
     * Removes a passkey and returns its label. After the last one, the password alone signs in again.
     * `undefined`: the person has no such passkey, or the tracker demands one and it is their last.
     */
    remove: (userId: string, credential: string): Promise<string | undefined> =>
      db.transaction(async (tx) => {
        if ((await countPasskeys(tx, userId)) === 1 && (await areNeededOfAll(tx))) return undefined;
        const select = 'SELECT label FROM passkeys WHERE user_id = ? AND credential = ?';
        const row = await tx.one<{ label: string }>(select, userId, credential);
        await tx.run('DELETE FROM passkeys WHERE user_id = ? AND credential = ?', userId, credential);
        if ((await countPasskeys(tx, userId)) === 0) await setNeeded(tx, userId, false);
        return row?.label;
      }),

    /**
     * Removes all passkeys of a person, whose password alone signs in from then on. If it is the owner, the
     * tracker also stops demanding passkeys: perhaps they do not work at its address.
     */
    forget: (userId: string): Promise<void> =>
      db.transaction(async (tx) => {
        const [owner] = await tx.all<{ id: string }>(`SELECT id FROM users WHERE role = 'owner'`);
        if (owner?.id === userId) await tx.run('DELETE FROM facts WHERE name = ?', DEMANDED);
        await tx.run('DELETE FROM passkeys WHERE user_id = ?', userId);
        await setNeeded(tx, userId, false);
      }),
  };
}

/** Rules on whether a password alone is enough to sign in. */
function demands(db: Database) {
  return {
    /** Whether the person needs a passkey to sign in, beside the password. */
    areNeeded: async (userId: string): Promise<boolean> =>
      (
        await db.one<{ needed: number }>(
          `SELECT CASE WHEN needs_passkey = 1 OR (${ARE_NEEDED_OF_ALL} AND ${HAS_PASSKEY}) THEN 1 ELSE 0 END
             AS needed FROM users WHERE id = ?`,
          userId,
        )
      )?.needed === 1,

    /** Whether the tracker demands a passkey of everybody. A person without one must add one first. */
    areNeededOfAll: () => areNeededOfAll(db),

    /** Sets whether the tracker demands passkeys. False: the owner has none and would be locked out. */
    needOfAll: (ownerId: string, areNeeded: boolean): Promise<boolean> =>
      db.transaction(async (tx) => {
        if (areNeeded && (await countPasskeys(tx, ownerId)) === 0) return false;
        await tx.run('DELETE FROM facts WHERE name = ?', DEMANDED);
        if (areNeeded) await tx.run('INSERT INTO facts (name, value) VALUES (?, ?)', DEMANDED, ownerId);
        return true;
      }),

    /** Sets whether the person needs a passkey. False: the person has none and would be locked out. */
    need: (userId: string, areNeeded: boolean): Promise<boolean> =>
      db.transaction(async (tx) => {
        if (areNeeded && (await countPasskeys(tx, userId)) === 0) return false;
        await setNeeded(tx, userId, areNeeded);
        return true;
      }),
  };
}

const DEMANDED = 'passkeys-demanded';
const ARE_NEEDED_OF_ALL = `EXISTS (SELECT 1 FROM facts WHERE facts.name = '${DEMANDED}')`;
const HAS_PASSKEY = 'EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)';

/** 1 for a row of `users` if the tracker demands passkeys and the person has none yet. */
export const LACKS_PASSKEY = `CASE WHEN ${ARE_NEEDED_OF_ALL} AND NOT ${HAS_PASSKEY} THEN 1 ELSE 0 END`;

async function areNeededOfAll(db: Queries): Promise<boolean> {
  return (await db.one<{ name: string }>('SELECT name FROM facts WHERE name = ?', DEMANDED)) !== undefined;
}

async function countPasskeys(tx: Transaction, userId: string): Promise<number> {
  const row = await tx.one<{ n: number }>('SELECT count(*) AS n FROM passkeys WHERE user_id = ?', userId);
  return row?.n ?? 0;
}

async function setNeeded(tx: Transaction, userId: string, areNeeded: boolean): Promise<void> {
  await tx.run('UPDATE users SET needs_passkey = ? WHERE id = ?', areNeeded ? 1 : 0, userId);
}

type NewPasskey = Readonly<{
  userId: string;
  label: string;
  key: PasskeyKey;
  now: number;
}>;

async function addPasskey(tx: Transaction, { userId, label, key, now }: NewPasskey): Promise<boolean> {
  await tx.lock('SELECT id FROM users WHERE id = ?', userId);
  if ((await countPasskeys(tx, userId)) >= MOST_PASSKEYS) return false;
  const { credential, publicKey, counter } = key;
  const added = await tx.run(
    `INSERT INTO passkeys (user_id, credential, public_key, counter, label, created_at)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, credential) DO NOTHING`,
    userId,
    credential,
    publicKey,
    counter,
    label,
    now,
  );
  return added > 0;
}

async function findPasskey(
  db: Database,
  userId: string,
  credential: string,
): Promise<(PasskeyKey & { user: User }) | undefined> {
  const row = await db.one<User & { publicKey: string; counter: number }>(
    `SELECT users.id, users.name, users.role, public_key AS "publicKey", counter
       FROM passkeys JOIN users ON users.id = user_id WHERE user_id = ? AND credential = ?`,
    userId,
    credential,
  );
  if (row === undefined) return undefined;
  const { id, name, role, publicKey, counter } = row;
  return { credential, publicKey, counter, user: { id, name, role } };
}
