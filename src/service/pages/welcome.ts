import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import type { Limiter } from '../http/limiter';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { refuseGuesser } from './sign-in-limiter';
import { openLogin, pathAfter } from './signed-in';

const LONGEST_NAME = 60;
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 500;

/**
 * `/welcome`: the first visit, which creates the owner's account. Fields of the form: `name`, `password`,
 * `next`, and on an exposed service `code`.
 */
export function welcomePages(service: Service, guesses: Limiter) {
  return new Hono<Env>()
    .get('/welcome', (c) =>
      service.store.users.isClaimed()
        ? c.redirect('/sign-in', 303)
        : show(c, welcomePage(service, pathAfter(c.req.query('next')))),
    )
    .post('/welcome', (c) => createOwner(c, service, guesses));
}

async function createOwner(c: Context<Env>, service: Service, guesses: Limiter): Promise<Response> {
  const refusal = refuseGuesser(c, guesses);
  if (refusal !== undefined) return refusal;
  const form = await c.req.parseBody();
  const next = pathAfter(form['next']);
  const account = { name: field(form, 'name').trim(), password: field(form, 'password') };
  const problem = findProblem(service, account, field(form, 'code'));
  if (problem !== undefined) {
    guesses.count(callerOf(c));
    return show(c, welcomePage(service, next, problem), 400);
  }
  const user = await service.store.users.claim(account.name, account.password);
  if (user === undefined) return c.redirect('/sign-in', 303);
  openLogin(c, service, user);
  return c.redirect(next, 303);
}

function findProblem(
  { setUpCode }: Service,
  { name, password }: { readonly name: string; readonly password: string },
  code: string,
): string | undefined {
  if (setUpCode !== undefined && code.trim() !== setUpCode)
    return 'Wrong set-up code. The terminal shows it where the service was started.';
  if (name === '' || name.length > LONGEST_NAME)
    return `Choose a name of 1 to ${String(LONGEST_NAME)} characters.`;
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)
    return `Choose a password of ${String(SHORTEST_PASSWORD)} to ${String(LONGEST_PASSWORD)} characters.`;
  return undefined;
}

function welcomePage({ setUpCode }: Service, next: string, problem?: string): Html {
  return layout(
    'Welcome',
    undefined,
    html`<p>Matinee is running. Create your account to see what it records.</p>
      ${notice('bad', problem)}
      <form class="panel" method="post" action="/welcome">
        <input type="hidden" name="next" value="${next}" />
        ${setUpCode === undefined ? '' : codeField()}
        <label>Name <input name="name" autocomplete="username" maxlength="${LONGEST_NAME}" required /></label>
        <label
          >Password <span class="soft">(at least ${SHORTEST_PASSWORD} characters)</span>
          <input
            name="password"
            type="password"
            autocomplete="new-password"
            minlength="${SHORTEST_PASSWORD}"
            required
        /></label>
        <button>Create account</button>
      </form>`,
  );
}

function codeField(): Html {
  return html`<label
    >Set-up code <span class="soft">(shown in the terminal where the service was started)</span>
    <input name="code" autocomplete="off" required
  /></label>`;
}
