import { hashPassword, isPassword, unmatchableHash } from '../secrets/password';
import type { RandomBytes } from '../secrets/secret';
import type { Database, Queries } from './engine/database';
import type { CreateId } from './ids';

/** The owner and reviewers decide about submitted connectors. */
export type Role = 'owner' | 'reviewer' | 'member';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** A person in a list. */
export interface ListedUser extends User {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export type Users = ReturnType<typeof createUsers>;

interface Options {
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly createId: CreateId;
}

/** The people of the service. Passwords are stored as scrypt hashes. */
export function createUsers(db: Database, { now, random, createId }: Options) {
  const ensureOwner = (queries: Queries) => findOrAddOwner(queries, createId(), now());
  return {
    /** False until somebody has chosen the owner's password. */
    isClaimed: async () => (await findOwner(db))?.password != null,

    /**
     * The owner. Created without a password when missing, so that keys can be made before the first visit.
     */
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
          'UPDATE users SET name = ?, password = ? WHERE id = ? AND password IS NULL',
          name,
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
    /** `undefined`: there is a person of this name. */
    async add(name: string, password: string, role: 'reviewer' | 'member'): Promise<User | undefined> {
      const hash = await hashPassword(password, random);
      const id = createId();
      const added = await db.run(
        `INSERT INTO users (id, name, password, role, created_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (name) DO NOTHING`,
        id,
        name,
        hash,
        role,
        now(),
      );
      return added === 0 ? undefined : { id, name, role };
    },
  };
}

function passwords(db: Database, random: RandomBytes) {
  return {
    /** The person with this name and password. An unknown name takes as long as a wrong password. */
    async signIn(name: string, password: string): Promise<User | undefined> {
      const user = await db.one<UserRow>('SELECT id, name, role, password FROM users WHERE name = ?', name);
      const matches = await isPassword(password, user?.password ?? unmatchableHash);
      if (!matches || user?.password == null) return undefined;
      return { id: user.id, name: user.name, role: user.role };
    },

    nameOf: async (id: string) =>
      (await db.one<{ name: string }>('SELECT name FROM users WHERE id = ?', id))?.name,

    /** The id of the person with this name. */
    idOf: async (name: string) =>
      (await db.one<{ id: string }>('SELECT id FROM users WHERE name = ?', name))?.id,

    async setPassword(userId: string, password: string): Promise<void> {
      const hash = await hashPassword(password, random);
      await db.run('UPDATE users SET password = ? WHERE id = ?', hash, userId);
    },
  };
}

interface UserRow extends User {
  /** `null` until the person has chosen one. */
  readonly password: string | null;
}

function findOwner(db: Queries): Promise<UserRow | undefined> {
  return db.one<UserRow>(`SELECT id, name, role, password FROM users WHERE role = 'owner'`);
}

async function findOrAddOwner(db: Queries, id: string, now: number): Promise<UserRow> {
  await db.run(
    `INSERT INTO users (id, name, role, created_at) VALUES (?, 'owner', 'owner', ?) ON CONFLICT DO NOTHING`,
    id,
    now,
  );
  const owner = await findOwner(db);
  if (owner === undefined) throw new Error('a row that was just written is missing');
  return owner;
}
