import { createSecret, type RandomBytes } from './secret';

export type { RandomBytes };

/** A secret behind the id of its person, so that it is looked for among the data of that person alone. */
export function createOwnedSecret(userId: string, random: RandomBytes): string {
  return `${userId}.${createSecret(random)}`;
}

/**
 * A condition of SQL, with its values, that narrows a search by the hash of a secret to its person. Secrets
 * of version 0.1 name nobody: they are looked for everywhere.
 */
export function ownerOf(secret: string): readonly [condition: string, values: readonly string[]] {
  const userId = /^([0-9a-z]{1,24})\./.exec(secret)?.[1] ?? KEY.exec(secret)?.[1];
  return userId === undefined ? ['TRUE', []] : ['user_id = ?', [userId]];
}

/** `sk_`, the person, `_`, and the secret. A key of version 0.1 is shorter: it has no person. */
const KEY = /^(?:sk|pk|mt)_([0-9a-z]{1,24})_[\w-]{43}$/;
