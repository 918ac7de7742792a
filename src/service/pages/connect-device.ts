import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { showRateLimit } from '../http/rate-limit';
import { normaliseUserCode } from '../secrets/user-code';
import type { WaitingDevice } from '../store/devices';
import type { KeyScope } from '../store/keys';
import type { Allowance } from '../store/limits';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { requireRecent, requireUser } from './signed-in';

/**
 * `/device`: a signed-in person types the code of a device, then approves or denies it. A code in the address
 * is ignored: whoever sends a link must not be able to fill it in. Fields of the forms: `user_code`;
 * `decision`, `approve` or `deny`, in the second one.
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
    return show(c, codePage(c, TOO_MANY_CODES), 429);
  }
  const form = await c.req.parseBody();
  const code = field(form, 'user_code');
  const device = await devices.waiting(code);
  if (device === undefined) return show(c, codePage(c, UNKNOWN_CODE), 404);
  await limits.giveBack(guesses);
  const decision = field(form, 'decision');
  if (decision === '') return show(c, confirmPage(c, normaliseUserCode(code), device));
  if (decision !== 'approve' && decision !== 'deny')
    return show(c, codePage(c, 'Choose Approve or Deny.'), 400);
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
  if (!(await store.devices.decide(code, user.id, state))) return show(c, codePage(c, UNKNOWN_CODE), 404);
  await store.audit.add(user.id, `device-${state}`, callerOf(c, service), name);
  return show(c, state === 'approved' ? approvedPage(c) : deniedPage(c));
}

/** Ten wrong codes of a person in 15 min. Only forms count, which other sites cannot send. */
function guessAllowance(c: Context<Env>): Allowance {
  return { key: `user-code ${c.get('user').id}`, limit: 10, windowMs: 900_000 };
}

const TITLE = 'Connect a device';
const TOO_MANY_CODES = 'Too many wrong codes. Try again in 15 minutes.';
const UNKNOWN_CODE = 'This code is wrong or has expired. Get a new code on your device.';

function codePage(c: Context<Env>, problem?: string): Html {
  const main = html`${notice('bad', problem)}
    <p>
      Enter the code that your own device shows. Don’t enter a code that somebody sent you: their device could
      then read and change your history.
    </p>
    <form class="panel" method="post" action="/device">
      <label
        >Code shown on your device
        <input
          class="code"
          autofocus
          name="user_code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="12"
          placeholder="BCDF-GHJK"
          required
      /></label>
      <button>Continue</button>
    </form>`;
  return layout(TITLE, c.get('user'), main);
}

function confirmPage(
  c: Context<Env>,
  code: string,
  { name, address, scope, createdAt }: WaitingDevice,
): Html {
  const main = html`<form class="panel" method="post" action="/device">
    <p><strong>${name}</strong> asks to ${PERMISSIONS[scope ?? 'all']}.</p>
    <p class="soft">Requested from ${address}, ${formatTime(createdAt)}</p>
    <p>
      Approve it only if you have just started this sign-in yourself and your device shows this code. Nobody
      who helps you needs a code from you:
    </p>
    <p class="big-code">${code}</p>
    <input type="hidden" name="user_code" value="${code}" />
    <div class="actions">
      <button name="decision" value="approve">Approve</button>
      <button class="quiet" name="decision" value="deny">Deny</button>
    </div>
  </form>`;
  return layout(TITLE, c.get('user'), main);
}

const PERMISSIONS: Readonly<Record<KeyScope, string>> = {
  read: 'read your history',
  scrobble: 'record what you watch',
  all: 'record what you watch, and to read and change your history',
};

function approvedPage(c: Context<Env>): Html {
  const done = notice('good', 'Device approved. It signs in within a few seconds. You can close this page.');
  const main = html`${done}
    <p>To sign it out later, open <a href="/keys">Keys and devices</a>.</p>`;
  return layout(TITLE, c.get('user'), main);
}

function deniedPage(c: Context<Env>): Html {
  return layout(TITLE, c.get('user'), html`${notice('good', 'Device denied. It was not signed in.')}`);
}
