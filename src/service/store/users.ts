import { hashPassword, isOutdated, isPassword, unmatchableHash } from '../secrets/password';
import type { RandomBytes } from '../secrets/secret';
import type { Database, Queries, Transaction } from './engine/database';
import type { CreateId } from './ids';

/** The owner and reviewers decide about submitted connectors. */
export type Role = 'owner' | 'reviewer' | 'member';

/** The roles of everybody except the one owner. */
export const MEMBER_ROLES = ['member', 'reviewer'] as const satisfies Role[];
export type MemberRole = (typeof MEMBER_ROLES)[number];

export type User = Readonly<{
  id: string;
  name: string;
  role: Role;
}>;

/** A person in a list. */
export type ListedUser = User &
  Readonly<{
    /** Milliseconds since 1970. */
    createdAt: number;
  }>;

/** Maximum characters of a person's name. */
export const LONGEST_NAME = 60;

/** Whether a trimmed text can be a person's name: one line without invisible characters. */
export function isPersonName(name: string): boolean {
  return name !== '' && name.length <= LONGEST_NAME && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);
}

/** Folds a name for comparison: the result is the same for names that differ only in case. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

type Options = Readonly<{
  now: () => number;
  random: RandomBytes;
  createId: CreateId;
}>;

/** The people of the service. Passwords are stored as scrypt hashes. */
export function createUsers(db: Database, { now, random, createId }: Options) {
  const ensureOwner = (queries: Queries) => findOrAddOwner(queries, createId(), now());
  return {
    /** False until somebody has chosen the owner's password. */
    isClaimed: async () => (await findOwner(db))?.password != null,

    /** The owner; created without a password if missing, because keys can be made before the first visit. */
    ensureOwner: async (): Promise<User> => {
      const owner = (await findOwner(db)) ?? (await db.transaction(ensureOwner));
      return { id: owner.id, name: owner.name, role: 'owner' };
    },

    /** Gives the owner a name and a password. `undefined`: the owner has a password already. */
    async claim(name: string, password: string): Promise<User | undefined> {
      const hash = await hashPassword(password, random);
      return db.transaction(async (tx) => {
        const { id } = await ensureOwner(tx);
        const claimed = await tx.run(
          'UPDATE users SET name = ?, folded_name = ?, password = ? WHERE id = ? AND password IS NULL',
          name,
          foldName(name),
          hash,
          id,
        );
        return claimed === 0 ? undefined : { id, name, role: 'owner' as const };
      });
    },

    ...members(db, { now, random, createId }),
    ...passwords(db, random),

    /** In the order in which they were added. */
    list: () =>
      db.all<ListedUser>(
        'SELECT id, name, role, created_at AS "createdAt" FROM users ORDER BY created_at, id',
      ),
  };
}

function members(db: Database, { now, random, createId }: Options) {
  return {
    /** `undefined`: there is a person of this name, perhaps in other upper and lower case. */
    async add(name: string, password: string, role: MemberRole): Promise<User | undefined> {
      const hash = await hashPassword(password, random);
      const id = createId();
      return db.transaction((tx) => addMember(tx, { id, name, hash, role, now: now() }));
    },

    /** Fills `folded_name`, which earlier versions did not store. */
    async foldNames(): Promise<void> {
      const users = await db.all<Pick<User, 'id' | 'name'>>(
        'SELECT id, name FROM users WHERE folded_name IS NULL',
      );
      for (const { id, name } of users)
        await db.run('UPDATE users SET folded_name = ? WHERE id = ?', foldName(name), id);
    },
  };
}

export type NewMember = Readonly<{
  id: string;
  name: string;
  /** The hash of the password. */
  hash: string;
  role: MemberRole;
  now: number;
}>;

/** `undefined`: there is a person of this name, perhaps in other upper and lower case. */
export async function addMember(
  tx: Transaction,
  { id, name, hash, role, now }: NewMember,
): Promise<User | undefined> {
  // The lock lets additions run one at a time, so that equal names cannot be added at the same moment.
  await tx.lock(`SELECT id FROM users WHERE role = 'owner'`);
  if ((await findId(tx, name)) !== undefined) return undefined;
  const added = await tx.run(
    `INSERT INTO users (id, name, folded_name, password, role, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO NOTHING`,
    id,
    name,
    foldName(name),
    hash,
    role,
    now,
  );
  return added === 0 ? undefined : { id, name, role };
}

/**
 * The id of the person with exactly this name, otherwise of one whose name differs only in case: keyboards of
 * phones capitalise the first letter.
 */
async function findId(db: Queries, name: string): Promise<string | undefined> {
  const folded = foldName(name);
  const users = await db.all<NamedRow>(
    `SELECT id, name, folded_name AS folded FROM users WHERE folded_name = ? OR folded_name IS NULL
     ORDER BY id`,
    folded,
  );
  const found = users.filter((user) => user.folded === folded || foldName(user.name) === folded);
  return (found.find((user) => user.name === name) ?? found[0])?.id;
}

type NamedRow = Pick<User, 'id' | 'name'> &
  Readonly<{
    /**
     * `null` in rows of earlier versions: no SQL function folds as `foldName` does, so no migration filled
     * it.
     */
    folded: string | null;
  }>;

function passwords(db: Database, random: RandomBytes) {
  return {
    /** The person with this name and password. An unknown name takes as long as a wrong password. */
    async signIn(name: string, password: string): Promise<User | undefined> {
      const id = await findId(db, name);
      const user = await db.one<UserRow>('SELECT id, name, role, password FROM users WHERE id = ?', id ?? '');
      const matches = await isPassword(password, user?.password ?? unmatchableHash);
      if (!matches || user?.password == null) return undefined;
      if (isOutdated(user.password))
        await renewHash(db, user.id, user.password, await hashPassword(password, random));
      return { id: user.id, name: user.name, role: user.role };
    },

    nameOf: async (id: string) =>
      (await db.one<{ name: string }>('SELECT name FROM users WHERE id = ?', id))?.name,

    /** The id of the person with this name, in any case. */
    idOf: (name: string) => findId(db, name),

    async setPassword(userId: string, password: string): Promise<void> {
      const hash = await hashPassword(password, random);
      await db.run('UPDATE users SET password = ? WHERE id = ?', hash, userId);
    },
  };
}

/** Stores a new hash of the same password, unless the password was changed meanwhile. */
async function renewHash(db: Queries, id: string, before: string, after: string): Promise<void> {
  await db.run('UPDATE users SET password = ? WHERE id = ? AND password = ?', after, id, before);
}

type UserRow = User &
  Readonly<{
    /** `null` until the person has chosen one. */
    password: string | null;
  }>;

function findOwner(db: Queries): Promise<UserRow | undefined> {
  return db.one<UserRow>(`SELECT id, name, role, password FROM users WHERE role = 'owner'`);
}

async function findOrAddOwner(db: Queries, id: string, now: number): Promise<UserRow> {
  await db.run(
    `INSERT INTO users (id, name, folded_name, role, created_at) VALUES (?, 'owner', 'owner', 'owner', ?)
     ON CONFLICT DO NOTHING`,
    id,
    now,
  );
  const owner = await findOwner(db);
  if (owner === undefined) throw new Error('a row that was just written is missing');
  return owner;
}
