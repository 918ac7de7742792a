import { dictionary } from '@zxcvbn-ts/language-common';
import type { Words } from '../texts/words';
import { isPersonName, LONGEST_NAME } from '../store/users';
import { html } from 'hono/html';
import type { Html } from './layout';

const SHORTEST_PASSWORD = 8;

const LONGEST_PASSWORD = 500;

/** Why a password cannot be used for the account with this name; `undefined` if it can. */
export function passwordProblem(words: Words, password: string, name: string): string | undefined {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)
    return words.text('choose_password', SHORTEST_PASSWORD, LONGEST_PASSWORD);
  return isGuessable(password, name) ? words.text('password_guessable') : undefined;
}

/**
 * Whether a password is among those that attackers guess first. These are the 18,000 most frequent ones of
 * this length in stolen lists (OWASP ASVS 6.2.4 requires 3,000), and the patterns at the top of such lists:
 * - the person's own name, a common word, a row of keys or digits, or few characters repeated;
 * - the same with digits and punctuation around it, or with digits for letters.
 */
export function isGuessable(password: string, name: string): boolean {
  const text = password.toLowerCase().replaceAll(/\s/g, '');
  if (COMMON.has(password.toLowerCase())) return true;
  const letters = text.replaceAll(/[013457@$]/g, (character) => LETTERS[character] ?? character);
  const cores = [text, letters].map((one) => one.replaceAll(/^[^a-z]+|[^a-z]+$/g, ''));
  const own = name.toLowerCase().replaceAll(/\s/g, '');
  if (cores.some((core) => USUAL.has(core) || isTwice(core))) return true;
  if (own !== '' && [text, ...cores].some((one) => one === own || one === own + own)) return true;
  return new Set(text).size < 4 || isTwice(text) || ROWS.some((row) => row.includes(text));
}

const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST_PASSWORD),
);

/** Whether a text is a common word or a row of keys, written twice. */
function isTwice(text: string): boolean {
  const half = text.slice(0, text.length / 2);
  return half !== '' && half + half === text && (USUAL.has(half) || ROWS.some((row) => row.includes(half)));
}

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

const USUAL: ReadonlySet<string> = new Set(
  `password passwort passwd pass motdepasse contrasena senha parola haslo heslo losenord wachtwoord sifre
  letmein welcome login admin administrator root user guest test changeme secret master access default
  iloveyou loveyou love sunshine princess monkey dragon football baseball basketball soccer hockey superman
  batman spiderman pokemon starwars michael jordan jessica ashley charlie daniel thomas andrew jennifer
  shadow killer hunter freedom whatever computer internet samsung google facebook netflix matinee tracker
  trustno qwerty qwertz azerty abc abcd abcde abcdef asdf asdfgh zxcvbn qazwsx qazwsxedc aaa`.split(/\s+/),
);

const forwards = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'q1w2e3r4t5y6',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgb',
];

/** Rows of keys and sequences, in both directions. */
const ROWS: string[] = forwards.flatMap((row) => [row, Array.from(row).toReversed().join('')]);

/** Why an account cannot be created with this name and password; `undefined` if it can. */
export function accountProblem(
  words: Words,
  { name, password }: Readonly<{ name: string; password: string }>,
): string | undefined {
  if (!isPersonName(name)) return words.text('choose_name', LONGEST_NAME);
  return passwordProblem(words, password, name);
}

/** The field for a new password. */
export function passwordField(words: Words, label: string): Html {
  return html`<label
    >${label} <span class="soft">(${words.text('at_least_characters', SHORTEST_PASSWORD)})</span>
    <input
      name="password"
      type="password"
      autocomplete="new-password"
      minlength="${SHORTEST_PASSWORD}"
      maxlength="${LONGEST_PASSWORD}"
      required
  /></label>`;
}
