import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { normaliseUserCode } from '../secrets/user-code';
import { LONGEST_NAME } from '../store/users';
import { accountProblem } from './account-problem';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { refuseBusy, type SignInLimiter } from './sign-in-limiter';
import { passwordField } from './password-field';
import { openLogin, pathAfter } from './signed-in';
import type { Words } from '../texts/words';
import { wordsOf } from './words-of';

/**
 * `/welcome`: the first visit, which creates the owner's account. Fields of the form: `name`, `password`,
 * `next`, and `code`: the set-up code, which proves that the person has access to the service itself.
 */
export function welcomePages(service: Service, guesses: SignInLimiter) {
  return new Hono<Env>()
    .get('/welcome', async (c) =>
      (await service.store.users.isClaimed())
        ? c.redirect('/sign-in', 303)
        : show(c, welcomePage(c, pathAfter(c.req.query('next')), { code: c.req.query('code') })),
    )
    .post('/welcome', (c) => createOwner(c, service, guesses));
}

async function createOwner(c: Context<Env>, service: Service, guesses: SignInLimiter): Promise<Response> {
  const { users, setUpCode, audit } = service.store;
  const words = wordsOf(c);
  if (await users.isClaimed()) return c.redirect('/sign-in', 303);
  const attempt = await guesses.begin(c);
  if (attempt instanceof Response) return attempt;
  const form = await c.req.parseBody();
  const next = pathAfter(form['next']);
  const account = { name: field(form, 'name').trim(), password: field(form, 'password') };
  if (normaliseUserCode(field(form, 'code')) !== (await setUpCode.ensure()))
    return show(c, welcomePage(c, next, { problem: words.text('wrong_set_up_code') }), 400);
  await attempt.giveBack();
  const problem = accountProblem(words, account);
  const { code } = form;
  if (problem !== undefined) return show(c, welcomePage(c, next, { code, problem }), 400);
  try {
    const user = await attempt.hash(() => users.claim(account.name, account.password));
    if (user === undefined) return c.redirect('/sign-in', 303);
    await setUpCode.remove();
    await audit.add(user.id, 'account-created', callerOf(c, service));
    await openLogin(c, service, user);
    return c.redirect(next, 303);
  } catch (error) {
    return refuseBusy(c, error);
  }
}

/**
 * If the terminal's link contains the `code`, or a correct one was entered before, the person need not type
 * it.
 */
function welcomePage(
  c: Context<Env>,
  next: string,
  { code, problem }: Readonly<{ code?: unknown; problem?: string }>,
): Html {
  const words = wordsOf(c);
  const known = typeof code === 'string' ? normaliseUserCode(code) : undefined;
  return layout(
    c,
    words.text('welcome'),
    html`<p>${words.text('welcome_text')}</p>
      ${notice('bad', problem)}
      <form class="panel" method="post" action="/welcome">
        <input type="hidden" name="next" value="${next}" />
        ${known === undefined ? codeField(words) : html`<input type="hidden" name="code" value="${known}" />`}
        <label
          >${words.text('name')}
          <input
            name="name"
            autocomplete="username"
            autocapitalize="none"
            maxlength="${LONGEST_NAME}"
            required
            ${known === undefined ? '' : html`autofocus`}
        /></label>
        ${passwordField(words, words.text('password'))}
        <button>${words.text('create_account')}</button>
      </form>`,
  );
}

function codeField(words: Words): Html {
  return html`<label
    >${words.text('set_up_code')} <span class="soft">(${words.text('set_up_code_where')})</span>
    <input name="code" autocomplete="off" autofocus required
  /></label>`;
}
