import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service, originOf } from '../http/environment';
import { normaliseUserCode } from '../secrets/secret';
import { LONGEST_NAME } from '../store/users';
import { accountProblem, passwordField } from './password-rules';
import { field } from './forms';
import { layout, notice, show, type Html, wordsOf } from './layout';
import { refuseBusy, type SignInLimiter } from './sign-in-limiter';
import { openLogin, pathAfter, requireUser } from './signed-in';
import type { Words } from '../texts/words';
import { toPng } from '../library/qr-picture';

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
 * The page of the first visit. The person need not type the code if the link from the terminal contains it,
 * or if a right one was entered before.
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

const QR_PATH = '/address.png';

/** Serves `/address.png`: the address of the tracker as a QR code. */
export function firstStepsPages(service: Service) {
  return new Hono<Env>()
    .use(QR_PATH, requireUser(service))
    .get(QR_PATH, (c) => c.body(toPng(addressOf(c, service)), 200, { 'Content-Type': 'image/png' }));
}

/** The address at which clients of the API find this tracker. */
function addressOf(c: Context<Env>, service: Service): string {
  return `${originOf(c, service)}/api/v1`;
}

/** The steps from a new account to the first title, shown instead of an empty history. */
export function firstSteps(c: Context<Env>, service: Service): Html {
  const words = wordsOf(c);
  return html`<ol class="steps">
    <li class="panel">
      <h3>${words.text('step_install')}</h3>
      <p class="soft">${words.text('step_install_about')}</p>
    </li>
    <li class="panel">
      <h3>${words.text('step_address')}</h3>
      <pre class="secret">${addressOf(c, service)}</pre>
      <img src="${QR_PATH}" alt="" width="132" height="132" loading="lazy" />
    </li>
    <li class="panel">
      <h3>${words.text('step_play')}</h3>
      <p class="soft">${words.text('step_play_about')}</p>
      <p class="actions">
        <a class="button" href="/device">${words.text('connect_device')}</a>
        <a class="button" href="/import">${words.text('import_export')}</a>
      </p>
    </li>
  </ol>`;
}
