import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { refuseBusy, type SignInLimiter } from './sign-in-limiter';
import { closeLogin, openLogin, pathAfter } from './signed-in';

/** `/sign-in` and `/sign-out`. Fields of the form: `name`, `password`, `next` (path after the sign-in). */
export function signInPages(service: Service, guesses: SignInLimiter) {
  return new Hono<Env>()
    .get('/sign-in', async (c) =>
      (await service.store.users.isClaimed())
        ? show(c, signInPage(pathAfter(c.req.query('next'))))
        : c.redirect('/welcome', 303),
    )
    .post('/sign-in', (c) => signIn(c, service, guesses))
    .post('/sign-out', async (c) => {
      await closeLogin(c, service);
      return c.redirect('/sign-in', 303);
    });
}

async function signIn(c: Context<Env>, service: Service, guesses: SignInLimiter): Promise<Response> {
  const attempt = await guesses.begin(c);
  if (attempt instanceof Response) return attempt;
  const form = await c.req.parseBody();
  const name = field(form, 'name');
  const password = field(form, 'password');
  const refusal = await attempt.forAccount(name);
  if (refusal !== undefined) return refusal;
  const { users, audit } = service.store;
  try {
    const user = await attempt.hash(() => users.signIn(name, password));
    if (user === undefined) {
      const id = await users.idOf(name);
      if (id !== undefined) await audit.add(id, 'sign-in-failed', callerOf(c, service));
      return await show(c, signInPage(pathAfter(form['next']), 'Wrong name or password.'), 403);
    }
    await attempt.giveBack();
    await openLogin(c, service, user);
    return c.redirect(pathAfter(form['next']), 303);
  } catch (error) {
    return refuseBusy(c, error);
  }
}

function signInPage(next: string, problem?: string): Html {
  return layout(
    'Sign in',
    undefined,
    html`${notice('bad', problem)}
      <form class="panel" method="post" action="/sign-in">
        <input type="hidden" name="next" value="${next}" />
        <label>Name <input name="name" autocomplete="username" autofocus required /></label>
        <label
          >Password <input name="password" type="password" autocomplete="current-password" required
        /></label>
        <button>Sign in</button>
      </form>`,
  );
}
