import { createKey, hashSecret, type KeyKind, type RandomBytes, ownerOf } from '../secrets/secret';
import type { Database, Transaction } from './engine/database';
import type { CreateId } from './ids';
import { createKeyMemory, noteEndedKeys, type KeyMemory, createUseNotes, type NoteUse } from './key-memory';

/**
 * What a key allows:
 * - `read`: every operation that only reads.
 * - `scrobble`: recording and finding titles, but not reading the history.
 * - `extension`: the operations that the browser extension calls.
 * - `all`: everything.
 */
export type KeyScope = (typeof KEY_SCOPES)[number];

export const KEY_SCOPES = ['read', 'scrobble', 'extension', 'all'] as const;

/** Scopes that a person can choose. `extension` is only for the extension's sign-in. */
export const CHOSEN_SCOPES = ['all', 'scrobble', 'read'] as const satisfies KeyScope[];

/** A key as its owner sees it in a list. Times are milliseconds since 1970. */
export type Key = Readonly<{
  id: string;
  kind: KeyKind;
  label: string;
  scope: KeyScope;
  createdAt: number;
  /** `null`: never. */
  expiresAt: number | null;
  /** `null`: never. */
  usedAt: number | null;
}>;

export type KeyOptions = Readonly<{
  /** `undefined`: it does not expire. */
  lifetimeMs?: number | undefined;
  /** `undefined`: everything that the kind of key allows. A public key only reads, whatever its scope. */
  scope?: KeyScope | undefined;
}>;

const IS_VALID = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)';

/** How long the list shows a key that was revoked. */
export const revokedKeyDays = 90;
const KEPT_MS = revokedKeyDays * 24 * 3600_000;

/** The time of the last use is stored at most this often, so that not every request is a write: 10 min. */
const USE_STEP_MS = 600_000;

/** API keys and device tokens. They are stored as hashes, so a key can be shown only when it is created. */
export function createKeys(
  db: Database,
  { now, random, createId }: { now: () => number; random: RandomBytes; createId: CreateId },
) {
  const memory = createKeyMemory<StoredKey>(db);
  const lookup: Lookup = { db, memory, noteUse: createUseNotes() };
  return {
    async create(userId: string, kind: KeyKind, label: string, options: KeyOptions = {}): Promise<string> {
      const { lifetimeMs, scope = 'all' } = options;
      const key = createKey(kind, userId, random);
      await db.run(
        INSERT,
        userId,
        createId(),
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
     * The key's person and what it allows. `undefined`: unknown, revoked or expired. Stores the time of the
     * use.
     */
    find: (key: string) => findKey(lookup, key, now()),

    /** The valid keys of a person, newest first. */
    list: (userId: string) => db.all<Key>(LIST, userId, now()),

    ...revocations(db, { now, createId }, memory),

    /** Clears the cache after keys were deleted. */
    forget: () => memory.clear(),
  };
}

const INSERT = `
  INSERT INTO keys (user_id, id, kind, hash, label, scope, created_at, expires_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

const LIST = `
  SELECT id, kind, label, scope, created_at AS "createdAt", expires_at AS "expiresAt", used_at AS "usedAt"
  FROM keys WHERE user_id = ? AND ${IS_VALID} ORDER BY created_at DESC, id DESC`;

interface StoredKey extends FoundKey {
  readonly id: string;
  readonly expiresAt: number | null;
  usedAt: number | null;
}

type Lookup = Readonly<{
  db: Database;
  memory: KeyMemory<StoredKey>;
  noteUse: NoteUse;
}>;

async function findKey(
  { db, memory, noteUse }: Lookup,
  key: string,
  now: number,
): Promise<FoundKey | undefined> {
  const found = await memory.find(key, () => readKey(db, key, now));
  if (found === undefined || (found.expiresAt !== null && found.expiresAt <= now)) return undefined;
  if (Math.abs(now - (found.usedAt ?? 0)) >= USE_STEP_MS) {
    const { userId, id } = found;
    noteUse(id, async () => {
      await db.run('UPDATE keys SET used_at = ? WHERE user_id = ? AND id = ?', now, userId, id);
      // Set only after storing, so that a failure is retried at the next use.
      found.usedAt = now;
    });
  }
  return found;
}

function readKey(db: Database, key: string, now: number): Promise<StoredKey | undefined> {
  return db.one<StoredKey>(
    `SELECT user_id AS "userId", id, kind, scope, expires_at AS "expiresAt", used_at AS "usedAt" FROM keys
     WHERE user_id = ? AND hash = ? AND ${IS_VALID}`,
    ownerOf(key),
    hashSecret(key),
    now,
  );
}

/** Operations that revoke keys. */
function revocations(
  db: Database,
  { now, createId }: { now: () => number; createId: CreateId },
  memory: KeyMemory<StoredKey>,
) {
  const end = createEnd(db, createId, memory);
  return {
    /** Revokes a key and returns its label. `undefined`: the person has no valid key with this id. */
    revoke: (userId: string, keyId: string): Promise<string | undefined> =>
      end((tx) => revokeOne(tx, { userId, keyId, now: now() })),

    /** Revokes a key that is known only by its hash. */
    revokeHash: (userId: string, hash: string): Promise<void> =>
      end(async (tx) => {
        await tx.run(
          'UPDATE keys SET revoked_at = ? WHERE user_id = ? AND hash = ? AND revoked_at IS NULL',
          now(),
          userId,
          hash,
        );
      }),

    /** Signs all devices of a person out. An approved device that has not fetched its token gets none. */
    revokeDevices: (userId: string): Promise<void> =>
      end(async (tx) => {
        await tx.run(
          `UPDATE keys SET revoked_at = ? WHERE user_id = ? AND kind = 'mt' AND revoked_at IS NULL`,
          now(),
          userId,
        );
        await tx.run(`UPDATE devices SET state = 'denied' WHERE user_id = ?`, userId);
      }),
  };
}

/** Runs work that revokes keys, and tells all processes in the same transaction (`noteEndedKeys`). */
function createEnd(db: Database, createId: CreateId, memory: KeyMemory<StoredKey>) {
  return async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const ended = await db.transaction(async (tx) => {
      const result = await work(tx);
      await noteEndedKeys(tx, createId());
      return result;
    });
    memory.clear();
    return ended;
  };
}

async function revokeOne(
  tx: Transaction,
  { userId, keyId, now }: { userId: string; keyId: string; now: number },
): Promise<string | undefined> {
  const key = await tx.one<{ label: string }>(
    `SELECT label FROM keys WHERE user_id = ? AND id = ? AND ${IS_VALID}`,
    userId,
    keyId,
    now,
  );
  if (key !== undefined)
    await tx.run('UPDATE keys SET revoked_at = ? WHERE user_id = ? AND id = ?', now, userId, keyId);
  await tx.run('DELETE FROM keys WHERE user_id = ? AND revoked_at < ?', userId, now - KEPT_MS);
  return key?.label;
}

type FoundKey = Readonly<{
  userId: string;
  kind: KeyKind;
  scope: KeyScope;
}>;
