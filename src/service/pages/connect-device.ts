import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { showRateLimit } from '../http/api-error';
import { callerOf, type Env, type Service } from '../http/environment';
import { normaliseUserCode } from '../secrets/secret';
import type { WaitingDevice } from '../store/devices';
import type { KeyScope } from '../store/keys';
import type { RateLimit } from '../store/limits';
import { field } from './forms';
import { formatTime, layout, notice, show, type Html, wordsOf } from './layout';
import { requireRecent, requireUser } from './signed-in';
import type { TextKey, Words } from '../texts/words';

/**
 * `/device`: a signed-in person types the code of a device, then approves or denies the device. The first
 * form has the field `user_code`; the second one also has `decision`: `approve` or `deny`.
 *
 * A code in the address is ignored: the sender of a link must not be able to fill in the code.
 */
export function devicePages(service: Service) {
  return new Hono<Env>()
    .use('/device', requireUser(service), requireRecent(service, '/device'))
    .get('/device', (c) => show(c, codePage(c)))
    .post('/device', (c) => handleCode(c, service));
}

async function handleCode(c: Context<Env>, service: Service): Promise<Response> {
  const { limits, devices } = service.store;
  const guesses = [guessAllowance(c)];
  const waitMs = await limits.take(guesses);
  await showRateLimit(c, service, guesses);
  if (waitMs > 0) {
    c.header('Retry-After', String(Math.ceil(waitMs / 1000)));
    return show(c, codePage(c, 'too_many_codes'), 429);
  }
  const form = await c.req.parseBody();
  const code = field(form, 'user_code');
  const device = await devices.waiting(code);
  if (device === undefined) return show(c, codePage(c, 'unknown_code'), 404);
  await limits.giveBack(guesses);
  const decision = field(form, 'decision');
  if (decision === '') return show(c, confirmPage(c, normaliseUserCode(code), device));
  if (decision !== 'approve' && decision !== 'deny')
    return show(c, codePage(c, 'choose_approve_or_deny'), 400);
  return decide(c, service, code, decision === 'approve' ? 'approved' : 'denied', device.name);
}

async function decide(
  c: Context<Env>,
  { store, ...service }: Service,
  code: string,
  state: 'approved' | 'denied',
  name: string,
): Promise<Response> {
  const user = c.get('user');
  if (!(await store.devices.decide(code, user.id, state))) return show(c, codePage(c, 'unknown_code'), 404);
  await store.audit.add(user.id, `device-${state}`, callerOf(c, service), name);
  return show(c, state === 'approved' ? approvedPage(c) : deniedPage(c));
}

/**
 * Limit on a person's wrong codes: ten in 15 min. Only submitted forms count, so links on other sites use up
 * nothing.
 */
function guessAllowance(c: Context<Env>): RateLimit {
  return { key: `user-code ${c.get('user').id}`, limit: 10, windowMs: 900_000 };
}

function codePage(c: Context<Env>, problem?: TextKey): Html {
  const words = wordsOf(c);
  const main = html`${notice('bad', problem && words.text(problem))}
    <p>${words.text('enter_code')}</p>
    <form class="panel" method="post" action="/device">
      <label
        >${words.text('code_of_device')}
        <input
          class="code"
          dir="ltr"
          autofocus
          name="user_code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="12"
          placeholder="BCDF-GHJK"
          required
      /></label>
      <button>${words.text('continue')}</button>
    </form>`;
  return layout(c, words.text('connect_device'), main);
}

function confirmPage(c: Context<Env>, code: string, device: WaitingDevice): Html {
  const words = wordsOf(c);
  const main = html`<form class="panel" method="post" action="/device">
    ${describeDevice(words, code, device)}
    <input type="hidden" name="user_code" value="${code}" />
    <div class="actions">
      <button name="decision" value="approve">${words.text('approve')}</button>
      <button class="quiet" name="decision" value="deny">${words.text('deny')}</button>
    </div>
  </form>`;
  return layout(c, words.text('connect_device'), main);
}

/**
 * Describes a device: what it may do, where and when its code was requested, and the code to compare.
 * `advice` explains the code.
 */
export function describeDevice(
  words: Words,
  code: string,
  { name, address, scope, createdAt }: WaitingDevice,
  advice: TextKey = 'approve_only',
): Html {
  const device = html`<strong><bdi>${name}</bdi></strong>`;
  const time = formatTime(words, createdAt);
  return html`<p>${words.parts(PERMISSIONS[scope ?? 'all'], device)}</p>
    <p class="soft">${words.parts('requested_from', html`<bdi>${address}</bdi>`, time)}</p>
    <p>${words.text(advice)}</p>
    <p class="big-code" dir="ltr">${code}</p>`;
}

const PERMISSIONS: Readonly<Record<KeyScope, TextKey>> = {
  read: 'asks_to_read',
  scrobble: 'asks_to_record',
  extension: 'asks_for_extension',
  all: 'asks_for_all',
};

/**
 * The page after an approval. It also works right after an account was created, when the request has no
 * `user` yet.
 */
export function approvedPage(c: Context<Env>): Html {
  const words = wordsOf(c);
  const link = html`<a href="/keys">${words.text('devices_keys')}</a>`;
  const main = html`${notice('good', words.text('device_approved'))}
    <p>${words.parts('sign_out_later', link)}</p>`;
  return layout(c, words.text('connect_device'), main);
}

function deniedPage(c: Context<Env>): Html {
  const words = wordsOf(c);
  return layout(c, words.text('connect_device'), html`${notice('good', words.text('device_denied'))}`);
}
