import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import { CHOSEN_SCOPES, type Key, type KeyScope } from '../store/keys';
import { field } from './forms';
import { formatTime, layout, notice, show, type Html, wordsOf } from './layout';
import { isRecent, requireRecent, requireUser, signInAgain } from './signed-in';
import type { TextKey, Words } from '../texts/words';
import { loginSecret } from '../http/authenticate';
import { hashSecret } from '../secrets/secret';
import type { Login } from '../store/logins';

const LONGEST_LABEL = 60;
const DAY_MS = 86_400_000;

/**
 * `/keys`: signed-in devices and browsers, and API keys. The form creates a key, which is shown once:
 * - `type`: `sk` or `pk`;
 * - `label`;
 * - `scope`: `read`, `scrobble` or `all`;
 * - `days` until the key expires; empty: never.
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
  const scope = CHOSEN_SCOPES.find((one) => one === (field(form, 'scope') || 'all'));
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
  const words = wordsOf(c);
  const keys = await service.store.keys.list(c.get('user').id);
  const devices = keys.filter(({ kind }) => kind === 'mt');
  const own = keys.filter(({ kind }) => kind !== 'mt');
  const main = html`${newKey === undefined ? '' : newKeyNotice(words, newKey)}
    <section aria-labelledby="devices">
      <h2 id="devices">${words.text('devices')}</h2>
      ${devices.length === 0 ? html`<p class="soft">${words.text('no_devices')}</p>` : ''}
      <ul class="rows">
        ${devices.map((key) => keyRow(words, key))}
      </ul>
      <p><a class="button" href="/device">${words.text('connect_device')}</a></p>
    </section>
    ${await signInSection(c, service)}
    <section aria-labelledby="keys">
      <h2 id="keys">${words.text('keys')}</h2>
      <p class="soft">${words.text('keys_about')}</p>
      ${isRecent(c, service) ? createForm(words) : signInAgain(c, '/keys', 'again_to_create_key')}
      <ul class="rows">
        ${own.map((key) => keyRow(words, key))}
      </ul>
    </section>`;
  return layout(c, words.text('devices_keys'), main);
}

function newKeyNotice(words: Words, key: string): Html {
  return html`${notice('good', words.text('copy_key'))}
    <pre id="new-key" class="secret">${key}</pre>`;
}

function createForm(words: Words): Html {
  const lifetime = (days: string, key: TextKey) => html`<option value="${days}">${words.text(key)}</option>`;
  return html`<form class="panel filters" method="post" action="/keys">
    <label
      >${words.text('type')}
      <select name="type">
        <option value="sk">${words.text('secret_key')}</option>
        <option value="pk">${words.text('public_key_reads')}</option>
      </select></label
    >
    <label
      >${words.text('may')}
      <select name="scope">
        ${CHOSEN_SCOPES.map(
          (scope) => html`<option value="${scope}">${words.text(SCOPE_TEXTS[scope])}</option>`,
        )}
      </select></label
    >
    <label
      >${words.text('expires')}
      <select name="days">
        ${lifetime('', 'never')} ${lifetime('30', 'in_30_days')} ${lifetime('90', 'in_90_days')}
        ${lifetime('365', 'in_a_year')}
      </select></label
    >
    <label>${words.text('name')} <input name="label" maxlength="${LONGEST_LABEL}" required /></label>
    <div class="actions"><button>${words.text('create_key')}</button></div>
  </form>`;
}

const SCOPE_TEXTS: Readonly<Record<KeyScope, TextKey>> = {
  read: 'read_only',
  scrobble: 'record_only',
  extension: 'extension_only',
  all: 'read_and_write',
};

const KINDS: Readonly<Record<Key['kind'], TextKey>> = { sk: 'secret_key', pk: 'public_key', mt: 'device' };

function keyRow(words: Words, key: Key): Html {
  const facts = [
    words.text(KINDS[key.kind]),
    words.text(SCOPE_TEXTS[key.scope]),
    words.parts('added_at', formatTime(words, key.createdAt)),
    key.usedAt === null
      ? words.text('never_used')
      : words.parts('last_used_at', formatTime(words, key.usedAt)),
    ...(key.expiresAt === null ? [] : [words.parts('expires_at', formatTime(words, key.expiresAt))]),
  ];
  return html`<li class="row">
    <span>
      <strong><bdi>${key.label}</bdi></strong>
      <span class="soft facts-line">${facts.map((one) => html`<span>${one}</span>`)}</span>
    </span>
    <form method="post" action="/keys/${key.id}/revoke">
      <button class="quiet">${words.text(key.kind === 'mt' ? 'sign_out' : 'revoke')}</button>
    </form>
  </li>`;
}

/** The browsers in which the person is signed in on these pages, and how to end a sign-in. */
async function signInSection(c: Context<Env>, service: Service): Promise<Html> {
  const words = wordsOf(c);
  const secret = loginSecret(c, service);
  const own = secret === undefined ? '' : hashSecret(secret);
  const signIns = await service.store.logins.list(c.get('user').id);
  return html`<section aria-labelledby="sign-ins">
    <h2 id="sign-ins">${words.text('browsers')}</h2>
    <ul class="rows">
      ${signIns.map((login) => loginRow(words, login, login.hash === own))}
    </ul>
    <form class="actions" method="post" action="/account/sign-out-elsewhere">
      <label><input type="checkbox" name="devices" value="1" /> ${words.text('devices_too')}</label>
      <button class="quiet">${words.text('sign_out_elsewhere')}</button>
    </form>
  </section>`;
}

function loginRow(words: Words, { hash, address, browser, createdAt, usedAt }: Login, isOwn: boolean): Html {
  const signOut = html`<form method="post" action="/account/sign-out">
    <input type="hidden" name="login" value="${hash}" />
    <button class="quiet">${words.text('sign_out')}</button>
  </form>`;
  const facts = [
    html`<bdi>${address}</bdi>`,
    ...(createdAt === 0 ? [] : [words.parts('signed_in_at', formatTime(words, createdAt))]),
    ...(usedAt === 0 ? [] : [words.parts('last_used_at', formatTime(words, usedAt))]),
  ];
  return html`<li class="row">
    <span>
      <strong><bdi>${browser === '' ? words.text('unknown_browser') : browser}</bdi></strong>
      ${isOwn ? words.text('this_one') : ''}
      <span class="soft facts-line">${facts.map((one) => html`<span>${one}</span>`)}</span>
    </span>
    ${isOwn ? '' : signOut}
  </li>`;
}
