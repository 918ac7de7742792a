import { createSecret, type RandomBytes } from './secret';

export type { RandomBytes };

/** A secret behind the id of its person, so that it is looked for among the data of that person alone. */
export function createOwnedSecret(userId: string, random: RandomBytes): string {
  return `${userId}.${createSecret(random)}`;
}

/** The id of the person whom a secret or a key names; nobody's id (`''`) where it names none. */
export function ownerOf(secret: string): string {
  return /^([0-9a-z]{1,24})\./.exec(secret)?.[1] ?? KEY.exec(secret)?.[1] ?? '';
}

/** `sk_`, the person, `_`, and the secret. */
const KEY = /^(?:sk|pk|mt)_([0-9a-z]{1,24})_[\w-]{43}$/;
