import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { createLimiter, type Limiter } from '../http/limiter';
import { normaliseUserCode } from '../secrets/user-code';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { requireUser } from './signed-in';

/** Ten wrong codes of a person, then a pause until 15 min after the first. */
const GUESSES = { limit: 10, windowMs: 900_000 };

/**
 * `/device`: a signed-in person enters or confirms the code of a device, then approves or denies it. Fields
 * of the forms: `user_code`; `decision`, `approve` or `deny`.
 */
export function devicePages(service: Service) {
  const guesses = createLimiter({ ...GUESSES, now: service.now });
  return new Hono<Env>()
    .use('/device', requireUser(service))
    .get('/device', (c) => showDevice(c, service, guesses))
    .post('/device', (c) => decideDevice(c, service, guesses));
}

function showDevice(c: Context<Env>, service: Service, guesses: Limiter): Response | Promise<Response> {
  const code = c.req.query('user_code') ?? '';
  if (code === '') return show(c, codePage(c));
  if (guesses.wait(guesser(c)) > 0) return show(c, codePage(c, TOO_MANY_CODES), 429);
  const name = service.store.devices.waiting(code);
  if (name !== undefined) return show(c, confirmPage(c, normaliseUserCode(code), name));
  guesses.count(guesser(c));
  return show(c, codePage(c, UNKNOWN_CODE), 404);
}

async function decideDevice(c: Context<Env>, service: Service, guesses: Limiter): Promise<Response> {
  if (guesses.wait(guesser(c)) > 0) return show(c, codePage(c, TOO_MANY_CODES), 429);
  const form = await c.req.parseBody();
  const decision = field(form, 'decision');
  if (decision !== 'approve' && decision !== 'deny')
    return show(c, codePage(c, 'Choose Approve or Deny.'), 400);
  const state = decision === 'approve' ? 'approved' : 'denied';
  if (service.store.devices.decide(field(form, 'user_code'), c.get('user').id, state))
    return show(c, state === 'approved' ? approvedPage(c) : deniedPage(c));
  guesses.count(guesser(c));
  return show(c, codePage(c, UNKNOWN_CODE), 404);
}

function guesser(c: Context<Env>): string {
  return String(c.get('user').id);
}

const TITLE = 'Connect a device';
const TOO_MANY_CODES = 'Too many wrong codes. Try again in 15 minutes.';
const UNKNOWN_CODE = 'This code is wrong or has expired. Get a new code on your device.';

function codePage(c: Context<Env>, problem?: string): Html {
  const main = html`${notice('bad', problem)}
    <form class="panel" method="get" action="/device">
      <label
        >Code shown on your device
        <input
          class="code"
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

function confirmPage(c: Context<Env>, code: string, name: string): Html {
  const main = html`<form class="panel" method="post" action="/device">
    <p><strong>${name}</strong> asks to record what you watch and to read your history.</p>
    <p>Approve it only if it shows this code:</p>
    <p class="big-code">${code}</p>
    <input type="hidden" name="user_code" value="${code}" />
    <div class="actions">
      <button name="decision" value="approve">Approve</button>
      <button class="quiet" name="decision" value="deny">Deny</button>
    </div>
  </form>`;
  return layout(TITLE, c.get('user'), main);
}

function approvedPage(c: Context<Env>): Html {
  const done = notice('good', 'Device approved. It signs in within a few seconds. You can close this page.');
  const main = html`${done}
    <p>To sign it out later, open <a href="/keys">Keys and devices</a>.</p>`;
  return layout(TITLE, c.get('user'), main);
}

function deniedPage(c: Context<Env>): Html {
  return layout(TITLE, c.get('user'), html`${notice('good', 'Device denied. It was not signed in.')}`);
}
