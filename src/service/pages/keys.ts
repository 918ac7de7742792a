import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import type { Key, User } from '../store/accounts';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { requireUser } from './signed-in';

/** Keys and signed-in devices: made, shown once, revoked. Forms: `type` = `sk` or `pk` and `label`; `/keys/{id}/revoke`. */
export function keyPages(service: Service) {
  const { accounts } = service.store;
  const page = (user: User, made?: string) =>
    layout(
      'Keys and devices',
      user,
      html` ${
          made === undefined
            ? ''
            : html`${notice('good', 'Keep this key now: it is not shown again.')}
                <pre id="new-key">${made}</pre>`
        }
        <form class="panel actions" method="post" action="/keys">
          <label
            >Type
            <select name="type">
              <option value="sk">Secret: reads and writes</option>
              <option value="pk">Public: only reads</option>
            </select></label
          >
          <label>Name <input name="label" maxlength="60" required /></label>
          <button>Create a key</button>
        </form>
        <ul class="rows">
          ${accounts.listKeys(user.id).map(entry)}
        </ul>`,
    );
  return new Hono<Env>()
    .use('/keys', requireUser(service))
    .use('/keys/*', requireUser(service))
    .get('/keys', (c) => show(c, page(c.get('user'))))
    .post('/keys', async (c) => {
      const form = await c.req.parseBody();
      const type = field(form, 'type');
      if (type !== 'sk' && type !== 'pk') return show(c, page(c.get('user')), 400);
      const label = field(form, 'label').trim().slice(0, 60) || 'Key';
      c.header('Cache-Control', 'no-store');
      return show(c, page(c.get('user'), accounts.createKey(c.get('user').id, type, label)));
    })
    .post('/keys/:id{[0-9]+}/revoke', (c) => {
      accounts.revokeKey(c.get('user').id, Number(c.req.param('id')));
      return c.redirect('/keys', 303);
    });
}

const kinds = { sk: 'secret key', pk: 'public key', mt: 'device' };

function entry(key: Key): Html {
  return html`<li class="row">
    <span
      ><strong>${key.label}</strong>
      <span class="soft">${kinds[key.kind]}, since ${formatTime(key.createdAt)}</span></span
    >
    <form method="post" action="/keys/${key.id}/revoke">
      <button class="quiet">${key.kind === 'mt' ? 'Sign out' : 'Revoke'}</button>
    </form>
  </li>`;
}
