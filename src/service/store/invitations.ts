import { createOwnedSecret, ownerOf, type RandomBytes, hashSecret } from '../secrets/secret';
import { hashPassword } from '../secrets/password';
import type { Database, Value } from './engine/database';
import type { CreateId } from './ids';
import { addMember, type MemberRole, type NewMember, type User } from './users';

/** How long an invitation can be used: 7 days. */
const LIFETIME_MS = 7 * 24 * 3600_000;

/** The path of the page that the link of an invitation opens. */
export function invitationPath(secret: string): string {
  return `/invitation/${secret}`;
}

/** An invitation that can still be used. Times are milliseconds since 1970. */
export type Invitation = Readonly<{
  /** The hash of its secret, from which the secret cannot be found. */
  hash: string;
  role: MemberRole;
  createdAt: number;
  expiresAt: number;
}>;

/** An invitation with the person who made it. */
type UsableInvitation = Invitation &
  Readonly<{
    userId: string;
  }>;

/** `invited`: `user` is the new account, `invitedBy` the id of the inviter. */
type Redeemed =
  | Readonly<{ result: 'invited'; user: User; invitedBy: string }>
  | Readonly<{ result: 'name-taken' | 'unknown' }>;

type Options = Readonly<{
  now: () => number;
  random: RandomBytes;
  createId: CreateId;
}>;

/**
 * Invitation links. Each lets one person create an account. The link contains a secret, whose hash is stored
 * until the invitation is used, withdrawn or expired.
 */
export function createInvitations(db: Database, { now, random, createId }: Options) {
  return {
    /** Returns the secret of the link. Deletes the invitations that have expired. */
    async create(userId: string, role: MemberRole): Promise<string> {
      const secret = createOwnedSecret(userId, random);
      await db.run('DELETE FROM invitations WHERE expires_at <= ?', now());
      await add(db, { userId, hash: hashSecret(secret), role, createdAt: now() });
      return secret;
    },

    /** The invitations of a person that can still be used, the newest first. */
    list: (userId: string) =>
      db.all<Invitation>(
        `SELECT hash, role, created_at AS "createdAt", expires_at AS "expiresAt" FROM invitations
         WHERE user_id = ? AND expires_at > ? ORDER BY created_at DESC, hash`,
        userId,
        now(),
      ),

    /** The invitation with this secret, unless it was used or withdrawn, or has expired. */
    find: (secret: string) => {
      const [condition, values] = usable(secret, now());
      return db.one<UsableInvitation>(`SELECT ${COLUMNS} FROM invitations WHERE ${condition}`, ...values);
    },

    /** False: the person has no such invitation. */
    withdraw: async (userId: string, hash: string): Promise<boolean> =>
      (await db.run('DELETE FROM invitations WHERE user_id = ? AND hash = ?', userId, hash)) > 0,

    /** Creates the account and deletes the invitation, both or neither. */
    async redeem(secret: string, name: string, password: string): Promise<Redeemed> {
      const hash = await hashPassword(password, random);
      return redeem(db, secret, { id: createId(), name, hash, now: now() });
    },
  };
}

async function add(
  db: Database,
  { userId, hash, role, createdAt }: Omit<UsableInvitation, 'expiresAt'>,
): Promise<void> {
  await db.run(
    'INSERT INTO invitations (user_id, hash, role, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    userId,
    hash,
    role,
    createdAt,
    createdAt + LIFETIME_MS,
  );
}

async function redeem(db: Database, secret: string, account: Omit<NewMember, 'role'>): Promise<Redeemed> {
  const [condition, values] = usable(secret, account.now);
  const sql = `DELETE FROM invitations WHERE ${condition} RETURNING ${COLUMNS}`;
  try {
    return await db.transaction(async (tx): Promise<Redeemed> => {
      const used = await tx.one<UsableInvitation>(sql, ...values);
      if (used === undefined) return { result: 'unknown' };
      const user = await addMember(tx, { ...account, role: used.role });
      if (user === undefined) throw new NameTaken();
      return { result: 'invited', user, invitedBy: used.userId };
    });
  } catch (error) {
    if (error instanceof NameTaken) return { result: 'name-taken' };
    throw error;
  }
}

/** Rolls back the transaction, so that the invitation can be used with another name. */
class NameTaken extends Error {}

const COLUMNS = 'hash, role, user_id AS "userId", created_at AS "createdAt", expires_at AS "expiresAt"';

/** An SQL condition, and its values, for the invitation with this secret that has not expired. */
function usable(secret: string, now: number): readonly [condition: string, values: Value[]] {
  return ['user_id = ? AND hash = ? AND expires_at > ?', [ownerOf(secret), hashSecret(secret), now]];
}
