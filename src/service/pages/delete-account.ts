import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { forgetBrowser, isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

/** `/account/delete`: deletes the account with its data. Field of the form: `name`, that of the account. */
export function deleteAccountPages(
  service: Service,
  showAccount: (c: Context<Env>, problem: string) => Promise<Response>,
) {
  return new Hono<Env>()
    .use('/account/delete', requireUser(service), requireRecent(service, '/account'))
    .post('/account/delete', async (c) => {
      const { id, name } = c.get('user');
      if (field(await c.req.parseBody(), 'name').trim() !== name)
        return showAccount(c, 'This is not the name of your account. Nothing was deleted.');
      await service.store.deleteAccount(id);
      forgetBrowser(c, service);
      const main = html`${notice('good', DELETED)}`;
      return show(c, layout('Account deleted', undefined, main));
    });
}

/** The section of the account page. */
export function deleteSection(c: Context<Env>, service: Service): Html {
  const form = html`<form class="panel" method="post" action="/account/delete">
    <p>Deletes your history, ratings, connectors, keys and sign-ins here. This can’t be undone.</p>
    <label>Your name, to confirm <input name="name" autocomplete="off" required /></label>
    <button class="quiet">Delete account</button>
  </form>`;
  return html`<section aria-labelledby="delete">
    <h2 id="delete">Delete account</h2>
    ${isRecent(c, service) ? form : signInAgain('/account', 'to delete your account')}
  </section>`;
}

const DELETED = 'Your account and everything that was stored about you are deleted.';
