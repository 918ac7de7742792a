import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import type { Limiter } from '../http/limiter';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { refuseGuesser } from './sign-in-limiter';
import { closeLogin, openLogin, pathAfter } from './signed-in';

/** `/sign-in` and `/sign-out`. Fields of the form: `name`, `password`, `next` (path after the sign-in). */
export function signInPages(service: Service, guesses: Limiter) {
  return new Hono<Env>()
    .get('/sign-in', (c) =>
      service.store.users.isClaimed()
        ? show(c, signInPage(pathAfter(c.req.query('next'))))
        : c.redirect('/welcome', 303),
    )
    .post('/sign-in', (c) => signIn(c, service, guesses))
    .post('/sign-out', (c) => {
      closeLogin(c, service);
      return c.redirect('/sign-in', 303);
    });
}

async function signIn(c: Context<Env>, service: Service, guesses: Limiter): Promise<Response> {
  const refusal = refuseGuesser(c, guesses);
  if (refusal !== undefined) return refusal;
  const form = await c.req.parseBody();
  const next = pathAfter(form['next']);
  // Counted before the password is compared, so that parallel attempts count too.
  guesses.count(callerOf(c));
  const user = await service.store.users.signIn(field(form, 'name'), field(form, 'password'));
  if (user === undefined) return show(c, signInPage(next, 'Wrong name or password.'), 403);
  guesses.reset(callerOf(c));
  openLogin(c, service, user);
  return c.redirect(next, 303);
}

function signInPage(next: string, problem?: string): Html {
  return layout(
    'Sign in',
    undefined,
    html`${notice('bad', problem)}
      <form class="panel" method="post" action="/sign-in">
        <input type="hidden" name="next" value="${next}" />
        <label>Name <input name="name" autocomplete="username" required /></label>
        <label
          >Password <input name="password" type="password" autocomplete="current-password" required
        /></label>
        <button>Sign in</button>
      </form>`,
  );
}
