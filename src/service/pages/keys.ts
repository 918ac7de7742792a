import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import type { Key, KeyScope } from '../store/keys';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

const LONGEST_LABEL = 60;
const DAY_MS = 86_400_000;

/**
 * `/keys`: API keys and signed-in devices. A key is shown once, after it was created. Fields of the form:
 * `type`, `sk` or `pk`; `label`; `scope`, `read`, `scrobble` or `all`; `days` until it expires, empty: never.
 */
export function keyPages(service: Service) {
  return new Hono<Env>()
    .use('/keys', requireUser(service))
    .use('/keys/*', requireUser(service))
    .get('/keys', async (c) => show(c, await keyPage(c, service)))
    .post('/keys', requireRecent(service, '/keys'), (c) => createKey(c, service))
    .post('/keys/:id{[0-9][0-9a-v]*}/revoke', (c) => revokeKey(c, service, c.req.param('id')));
}

async function createKey(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody();
  const type = field(form, 'type');
  const scope = SCOPES.find((one) => one === (field(form, 'scope') || 'all'));
  const days = field(form, 'days');
  if ((type !== 'sk' && type !== 'pk') || scope === undefined || !/^(?:[1-9]\d{0,3})?$/.test(days))
    return show(c, await keyPage(c, service), 400);
  const label = field(form, 'label').trim().slice(0, LONGEST_LABEL) || 'Key';
  const user = c.get('user');
  const lifetimeMs = days === '' ? undefined : Number(days) * DAY_MS;
  const key = await service.store.keys.create(user.id, type, label, { scope, lifetimeMs });
  await service.store.audit.add(user.id, 'key-created', callerOf(c, service), label);
  return show(c, await keyPage(c, service, key));
}

async function revokeKey(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const user = c.get('user');
  const label = await service.store.keys.revoke(user.id, id);
  if (label !== undefined) await service.store.audit.add(user.id, 'key-revoked', callerOf(c, service), label);
  return c.redirect('/keys', 303);
}

async function keyPage(c: Context<Env>, service: Service, newKey?: string): Promise<Html> {
  const user = c.get('user');
  const keys = await service.store.keys.list(user.id);
  const main = html`${newKey === undefined ? '' : newKeyNotice(newKey)}
    ${isRecent(c, service) ? createForm() : signInAgain('/keys', 'to create a key')}
    <ul class="rows">
      ${keys.map(keyRow)}
    </ul>`;
  return layout('Keys and devices', user, main);
}

function newKeyNotice(key: string): Html {
  return html`${notice('good', 'Copy this key now. It won’t be shown again.')}
    <pre id="new-key">${key}</pre>`;
}

function createForm(): Html {
  return html`<form class="panel actions" method="post" action="/keys">
    <label
      >Type
      <select name="type">
        <option value="sk">Secret key</option>
        <option value="pk">Public key (read only)</option>
      </select></label
    >
    <label
      >May
      <select name="scope">
        ${SCOPES.toReversed().map((scope) => html`<option value="${scope}">${SCOPE_TEXTS[scope]}</option>`)}
      </select></label
    >
    <label
      >Expires
      <select name="days">
        <option value="">Never</option>
        <option value="30">In 30 days</option>
        <option value="90">In 90 days</option>
        <option value="365">In a year</option>
      </select></label
    >
    <label>Name <input name="label" maxlength="${LONGEST_LABEL}" required /></label>
    <button>Create key</button>
  </form>`;
}

const SCOPES: readonly KeyScope[] = ['read', 'scrobble', 'all'];

const SCOPE_TEXTS: Readonly<Record<KeyScope, string>> = {
  read: 'Read only',
  scrobble: 'Record only',
  all: 'Read and write',
};

const KINDS = { sk: 'Secret key', pk: 'Public key', mt: 'Device' };

function keyRow(key: Key): Html {
  return html`<li class="row">
    <span>
      <strong>${key.label}</strong>
      <span class="soft"
        >${KINDS[key.kind]}, ${SCOPE_TEXTS[key.scope].toLowerCase()}, added
        ${formatTime(key.createdAt)}${
          key.usedAt === null ? ', never used' : html`, last used ${formatTime(key.usedAt)}`
        }${key.expiresAt === null ? '' : html`, expires ${formatTime(key.expiresAt)}`}</span
      >
    </span>
    <form method="post" action="/keys/${key.id}/revoke">
      <button class="quiet">${key.kind === 'mt' ? 'Sign out' : 'Revoke'}</button>
    </form>
  </li>`;
}
