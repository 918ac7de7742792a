import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import { createLimiter } from '../http/limiter';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { closeLogin, openLogin, pathAfter } from './signed-in';

const shortestPassword = 8;

/** First visit (the owner's account), sign-in, sign-out. Ten wrong passwords from one address, then a quarter of an hour of pause. */
export function signInPages(service: Service) {
  const { accounts } = service.store;
  const guesses = createLimiter({ limit: 10, windowMs: 900_000, now: service.now });
  const pause = (c: Context<Env>) => {
    const wait = guesses.wait(callerOf(c));
    if (wait <= 0) return undefined;
    c.header('Retry-After', String(Math.ceil(wait / 1000)));
    return show(
      c,
      layout(
        'Sign in',
        undefined,
        notice('bad', `Too many wrong tries. Try again in ${String(Math.ceil(wait / 60_000))} min.`) as Html,
      ),
      429,
    );
  };
  return new Hono<Env>()
    .get('/sign-in', (c) =>
      accounts.isClaimed()
        ? show(c, signInPage(pathAfter(c.req.query('next'))))
        : c.redirect('/welcome', 303),
    )
    .post('/sign-in', async (c) => {
      const paused = pause(c);
      if (paused !== undefined) return paused;
      const form = await c.req.parseBody();
      guesses.count(callerOf(c));
      const user = await accounts.signIn(field(form, 'name'), field(form, 'password'));
      if (user === undefined)
        return show(c, signInPage(pathAfter(form['next']), 'Name or password is wrong.'), 403);
      guesses.forgive(callerOf(c));
      openLogin(c, service, user);
      return c.redirect(pathAfter(form['next']), 303);
    })
    .post('/sign-out', (c) => {
      closeLogin(c, service);
      return c.redirect('/sign-in', 303);
    })
    .get('/welcome', (c) =>
      accounts.isClaimed()
        ? c.redirect('/sign-in', 303)
        : show(c, welcomePage(service, pathAfter(c.req.query('next')))),
    )
    .post('/welcome', async (c) => {
      const paused = pause(c);
      if (paused !== undefined) return paused;
      const form = await c.req.parseBody();
      const name = field(form, 'name').trim();
      const problem = claimProblem(service, name, field(form, 'password'), field(form, 'code'));
      if (problem !== undefined) {
        guesses.count(callerOf(c));
        return show(c, welcomePage(service, pathAfter(form['next']), problem), 400);
      }
      const user = await accounts.claim(name, field(form, 'password'));
      if (user === undefined) return c.redirect('/sign-in', 303);
      openLogin(c, service, user);
      return c.redirect(pathAfter(form['next']), 303);
    });
}

function claimProblem(service: Service, name: string, password: string, code: string): string | undefined {
  if (service.setUpCode !== undefined && code.trim() !== service.setUpCode)
    return 'The set-up code is not the one that the service printed.';
  if (name === '' || name.length > 60) return 'Choose a name of 1 to 60 characters.';
  if (password.length < shortestPassword || password.length > 500)
    return `Choose a password of at least ${String(shortestPassword)} characters.`;
  return undefined;
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

function welcomePage(service: Service, next: string, problem?: string): Html {
  const code = html`<label
    >Set-up code <span class="soft">(printed by the service when it started)</span>
    <input name="code" autocomplete="off" required
  /></label>`;
  return layout(
    'Welcome',
    undefined,
    html`<p>This is your own tracker. Choose the name and password of its owner.</p>
      ${notice('bad', problem)}
      <form class="panel" method="post" action="/welcome">
        <input type="hidden" name="next" value="${next}" />
        ${service.setUpCode === undefined ? '' : code}
        <label>Name <input name="name" autocomplete="username" maxlength="60" required /></label>
        <label
          >Password
          <input
            name="password"
            type="password"
            autocomplete="new-password"
            minlength="${shortestPassword}"
            required
        /></label>
        <button>Create the account</button>
      </form>`,
  );
}
