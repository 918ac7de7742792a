import { hashPassword, isPassword, unmatchableHash } from '../secrets/password';
import type { RandomBytes } from '../secrets/secret';
import type { Database } from './database';

export interface User {
  readonly id: number;
  readonly name: string;
}

export type Users = ReturnType<typeof createUsers>;

/** The people of the service. The first row is the owner. Passwords are stored as scrypt hashes. */
export function createUsers(db: Database, { now, random }: { now: () => number; random: RandomBytes }) {
  return {
    /** False until somebody has chosen the owner's password. */
    isClaimed: () => isClaimed(db),

    /**
     * The owner. Created without a password when missing, so that keys can be made before the first visit.
     */
    ensureOwner: () => ensureOwner(db, now()),

    /** Gives the owner a name and a password. `undefined`: the owner has a password already. */
    async claim(name: string, password: string): Promise<User | undefined> {
      const hash = await hashPassword(password, random);
      return db.transaction(() => {
        const { id } = ensureOwner(db, now());
        if (isClaimed(db)) return undefined;
        db.run('UPDATE users SET name = ?, password = ? WHERE id = ?', name, hash, id);
        return { id, name };
      });
    },

    /** The person with this name and password. An unknown name takes as long as a wrong password. */
    async signIn(name: string, password: string): Promise<User | undefined> {
      const user = db.one<UserRow>('SELECT id, name, password FROM users WHERE name = ?', name);
      const matches = await isPassword(password, user?.password ?? unmatchableHash);
      return matches && user?.password != null ? { id: user.id, name: user.name } : undefined;
    },

    /** The id of the person with this name. */
    idOf: (name: string) => db.one<{ id: number }>('SELECT id FROM users WHERE name = ?', name)?.id,

    async setPassword(userId: number, password: string): Promise<void> {
      const hash = await hashPassword(password, random);
      db.run('UPDATE users SET password = ? WHERE id = ?', hash, userId);
    },
  };
}

interface UserRow extends User {
  /** `null` until the person has chosen one. */
  readonly password: string | null;
}

function findOwner(db: Database): UserRow | undefined {
  return db.one<UserRow>('SELECT id, name, password FROM users ORDER BY id LIMIT 1');
}

function isClaimed(db: Database): boolean {
  return findOwner(db)?.password != null;
}

function ensureOwner(db: Database, now: number): User {
  const owner = findOwner(db);
  if (owner !== undefined) return { id: owner.id, name: owner.name };
  const id = db.run('INSERT INTO users (name, created_at) VALUES (?, ?)', 'owner', now);
  return { id, name: 'owner' };
}
