import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import type { TextKey, Words } from '../texts/words';
import { field } from './form-fields';
import { signList } from '../releases/sign-list';
import { layout, notice, show, type Html, wordsOf } from './layout';
import { forgetBrowser, isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

/**
 * `/account/delete`: deletes the account with its data. Fields of the form: `name`, the name of the account
 * as confirmation, and `published`, set to take published connectors back.
 */
export function deleteAccountPages(
  service: Service,
  showAccount: (c: Context<Env>, problem: TextKey) => Promise<Response>,
) {
  return new Hono<Env>()
    .use('/account/delete', requireUser(service), requireRecent(service, '/account'))
    .post('/account/delete', async (c) => {
      const { id, name } = c.get('user');
      const form = await c.req.parseBody();
      if (field(form, 'name').trim() !== name) return showAccount(c, 'not_your_name');
      if (field(form, 'published') !== '') {
        await service.store.releases.withdrawOf(id);
        await signList({ releases: service.store.releases, now: service.now });
      }
      await service.store.deleteAccount(id);
      forgetBrowser(c, service);
      const words = wordsOf(c);
      // Nobody is signed in any more.
      c.set('user', undefined as never);
      const main = html`${notice('good', words.text('account_deleted_text'))}`;
      return show(c, layout(c, words.text('account_deleted'), main));
    });
}

/** The section of the account page. */
export async function deleteSection(c: Context<Env>, service: Service): Promise<Html> {
  const words = wordsOf(c);
  const published = await service.store.releases.publishedBy(c.get('user').id);
  const form = html`<form class="panel" method="post" action="/account/delete">
    <p>${words.text('delete_account_text')}</p>
    <p>${words.text('delete_account_copies')}</p>
    ${published.length === 0 ? '' : publishedChoice(words, published)}
    <label>${words.text('name_to_confirm')} <input name="name" autocomplete="off" required /></label>
    <button class="quiet">${words.text('delete_account')}</button>
  </form>`;
  return html`<section aria-labelledby="delete">
    <h2 id="delete">${words.text('delete_account')}</h2>
    ${isRecent(c, service) ? form : signInAgain(c, '/account', 'again_to_delete')}
  </section>`;
}

/** What stays visible to others, and the choice to remove it. */
function publishedChoice(words: Words, names: string[]): Html {
  return html`<p>${words.text('delete_published', names.join(' · '))}</p>
    <label class="choice">
      <input type="checkbox" name="published" value="take-back" /> ${words.text('take_back_published')}
    </label>`;
}
