import type { Words } from '../texts/words';

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 500;

/** Why a password cannot be chosen. */
export function passwordProblem(words: Words, password: string): string | undefined {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return undefined;
  return words.text('choose_password', SHORTEST_PASSWORD, LONGEST_PASSWORD);
}
