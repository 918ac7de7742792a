import { isPersonName, LONGEST_NAME } from '../store/users';
import type { Words } from '../texts/words';
import { passwordProblem } from './password-rules';

/** Why an account cannot be created with this name and this password. */
export function accountProblem(
  words: Words,
  { name, password }: Readonly<{ name: string; password: string }>,
): string | undefined {
  if (!isPersonName(name)) return words.text('choose_name', LONGEST_NAME);
  return passwordProblem(words, password, name);
}
