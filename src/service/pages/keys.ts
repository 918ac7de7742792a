import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import type { Key } from '../store/keys';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { requireUser } from './signed-in';

const LONGEST_LABEL = 60;

/**
 * `/keys`: API keys and signed-in devices. A key is shown once, after it was created. Fields of the form:
 * `type`, `sk` or `pk`, and `label`.
 */
export function keyPages(service: Service) {
  return new Hono<Env>()
    .use('/keys', requireUser(service))
    .use('/keys/*', requireUser(service))
    .get('/keys', (c) => show(c, keyPage(c, service)))
    .post('/keys', (c) => createKey(c, service))
    .post('/keys/:id{[0-9]+}/revoke', (c) => {
      service.store.keys.revoke(c.get('user').id, Number(c.req.param('id')));
      return c.redirect('/keys', 303);
    });
}

async function createKey(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody();
  const type = field(form, 'type');
  if (type !== 'sk' && type !== 'pk') return show(c, keyPage(c, service), 400);
  const label = field(form, 'label').trim().slice(0, LONGEST_LABEL) || 'Key';
  return show(c, keyPage(c, service, service.store.keys.create(c.get('user').id, type, label)));
}

function keyPage(c: Context<Env>, service: Service, newKey?: string): Html {
  const user = c.get('user');
  const main = html`${newKey === undefined ? '' : newKeyNotice(newKey)} ${createForm()}
    <ul class="rows">
      ${service.store.keys.list(user.id).map(keyRow)}
    </ul>`;
  return layout('Keys and devices', user, main);
}

function newKeyNotice(key: string): Html {
  return html`${notice('good', 'Copy this key now. It will not be shown again.')}
    <pre id="new-key">${key}</pre>`;
}

function createForm(): Html {
  return html`<form class="panel actions" method="post" action="/keys">
    <label
      >Type
      <select name="type">
        <option value="sk">Secret key (read and write)</option>
        <option value="pk">Public key (read only)</option>
      </select></label
    >
    <label>Name <input name="label" maxlength="${LONGEST_LABEL}" required /></label>
    <button>Create key</button>
  </form>`;
}

const KINDS = { sk: 'Secret key', pk: 'Public key', mt: 'Device' };

function keyRow(key: Key): Html {
  return html`<li class="row">
    <span>
      <strong>${key.label}</strong>
      <span class="soft">${KINDS[key.kind]}, added ${formatTime(key.createdAt)}</span>
    </span>
    <form method="post" action="/keys/${key.id}/revoke">
      <button class="quiet">${key.kind === 'mt' ? 'Sign out' : 'Revoke'}</button>
    </form>
  </li>`;
}
