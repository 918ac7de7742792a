import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import type { TextKey } from '../texts/languages';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { wordsOf } from './words-of';
import { forgetBrowser, isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

/** `/account/delete`: deletes the account with its data. Field of the form: `name`, that of the account. */
export function deleteAccountPages(
  service: Service,
  showAccount: (c: Context<Env>, problem: TextKey) => Promise<Response>,
) {
  return new Hono<Env>()
    .use('/account/delete', requireUser(service), requireRecent(service, '/account'))
    .post('/account/delete', async (c) => {
      const { id, name } = c.get('user');
      if (field(await c.req.parseBody(), 'name').trim() !== name) return showAccount(c, 'not_your_name');
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
export function deleteSection(c: Context<Env>, service: Service): Html {
  const words = wordsOf(c);
  const form = html`<form class="panel" method="post" action="/account/delete">
    <p>${words.text('delete_account_text')}</p>
    <label>${words.text('name_to_confirm')} <input name="name" autocomplete="off" required /></label>
    <button class="quiet">${words.text('delete_account')}</button>
  </form>`;
  return html`<section aria-labelledby="delete">
    <h2 id="delete">${words.text('delete_account')}</h2>
    ${isRecent(c, service) ? form : signInAgain(c, '/account', 'again_to_delete')}
  </section>`;
}
