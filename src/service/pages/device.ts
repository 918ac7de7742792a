import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { createLimiter } from '../http/limiter';
import { normaliseUserCode } from '../secrets';
import type { User } from '../store/accounts';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { requireUser } from './signed-in';

/**
 * `/device`: a signed-in person types or confirms the code that a device shows, then approves or
 * refuses. Forms: `user_code`, `decision` = `approve` or `deny`. Ten wrong codes, then a pause.
 */
export function devicePages(service: Service) {
  const { devices } = service.store;
  const guesses = createLimiter({ limit: 10, windowMs: 900_000, now: service.now });
  const tooMany = (user: User) => guesses.wait(String(user.id)) > 0;
  return new Hono<Env>()
    .use('/device', requireUser(service))
    .get('/device', (c) => {
      const user = c.get('user');
      const typed = c.req.query('user_code') ?? '';
      if (typed === '') return show(c, askPage(user));
      if (tooMany(user))
        return show(c, askPage(user, 'Too many wrong codes. Try again in a quarter of an hour.'), 429);
      const name = devices.waiting(typed);
      if (name !== undefined) return show(c, confirmPage(user, normaliseUserCode(typed), name));
      guesses.count(String(user.id));
      return show(
        c,
        askPage(
          user,
          'No device waits under this code. It may have expired: ask for a new one on the device.',
        ),
        404,
      );
    })
    .post('/device', async (c) => {
      const user = c.get('user');
      if (tooMany(user))
        return show(c, askPage(user, 'Too many wrong codes. Try again in a quarter of an hour.'), 429);
      const form = await c.req.parseBody();
      const decision = field(form, 'decision');
      if (decision !== 'approve' && decision !== 'deny')
        return show(c, askPage(user, 'Choose to approve or to refuse.'), 400);
      if (
        !devices.decide(field(form, 'user_code'), user.id, decision === 'approve' ? 'approved' : 'denied')
      ) {
        guesses.count(String(user.id));
        return show(
          c,
          askPage(
            user,
            'No device waits under this code. It may have expired: ask for a new one on the device.',
          ),
          404,
        );
      }
      return show(c, donePage(user, decision === 'approve'));
    });
}

function askPage(user: User, problem?: string): Html {
  return layout(
    'Connect a device',
    user,
    html`${notice('bad', problem)}
      <form class="panel" method="get" action="/device">
        <label
          >Code shown on the device
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
        <button>Go on</button>
      </form>`,
  );
}

function confirmPage(user: User, code: string, name: string): Html {
  return layout(
    'Connect a device',
    user,
    html`<form class="panel" method="post" action="/device">
      <p><strong>${name}</strong> wants to record in your history what you watch, and to read it.</p>
      <p>Does it show this code?</p>
      <p class="big-code">${code}</p>
      <input type="hidden" name="user_code" value="${code}" />
      <div class="actions">
        <button name="decision" value="approve">Yes, approve</button>
        <button class="quiet" name="decision" value="deny">No, refuse</button>
      </div>
    </form>`,
  );
}

function donePage(user: User, approved: boolean): Html {
  return layout(
    'Connect a device',
    user,
    approved
      ? html`${notice('good', 'Approved. The device is signed in within a few seconds; you can close this page.')}
          <p>You find it under <a href="/keys">Keys</a>, where you can also sign it out.</p>`
      : html`${notice('good', 'Refused. The device was not signed in.')}`,
  );
}
