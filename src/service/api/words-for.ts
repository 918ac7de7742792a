import type { Context } from 'hono';
import type { Env, Service } from '../http/environment';
import { languageFor } from '../texts/languages';
import { wordsIn, type Words } from '../texts/words';

/** Headings in the language of the account, otherwise in that of the client. Nothing in them is a time. */
export async function wordsFor(c: Context<Env>, { store }: Service): Promise<Words> {
  const chosen = await store.preferences.languageOf(c.get('userId'));
  return wordsIn(languageFor(chosen, c.req.header('accept-language')), 'UTC');
}
