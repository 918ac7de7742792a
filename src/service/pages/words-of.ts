import type { Context } from 'hono';
import type { Env } from '../http/environment';
import type { SignedInUser } from '../store/logins';
import { languageFor } from '../texts/languages';
import { wordsIn, type Words } from '../texts/words';

/** The person of this request; `undefined` on public pages. */
export function userOf(c: Context<Env>): SignedInUser | undefined {
  // Only pages behind `requireUser` can be sure that there is a person.
  return c.get('user');
}

/** The language of the account, otherwise that of the browser; times in the zone of the account. */
export function wordsOf(c: Context<Env>): Words {
  const user = userOf(c);
  const language = languageFor(user?.language, c.req.header('accept-language'));
  return wordsIn(language, user?.zone ?? 'UTC');
}
