import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { normaliseUserCode } from '../secrets/user-code';
import { field } from './form-field';
import { layout, notice, show, type Html } from './layout';
import { refuseBusy, type SignInLimiter } from './sign-in-limiter';
import { passwordField } from './password-field';
import { passwordProblem } from './password-rules';
import { openLogin, pathAfter } from './signed-in';

const LONGEST_NAME = 60;

/**
 * `/welcome`: the first visit, which creates the owner's account. Fields of the form: `name`, `password`,
 * `next`, and `code`: the set-up code, which shows that the person has access to the service itself.
 */
export function welcomePages(service: Service, guesses: SignInLimiter) {
  return new Hono<Env>()
    .get('/welcome', async (c) =>
      (await service.store.users.isClaimed())
        ? c.redirect('/sign-in', 303)
        : show(c, await welcomePage(service, pathAfter(c.req.query('next')))),
    )
    .post('/welcome', (c) => createOwner(c, service, guesses));
}

async function createOwner(c: Context<Env>, service: Service, guesses: SignInLimiter): Promise<Response> {
  const { users, setUpCode, audit } = service.store;
  if (await users.isClaimed()) return c.redirect('/sign-in', 303);
  const attempt = await guesses.begin(c);
  if (attempt instanceof Response) return attempt;
  const form = await c.req.parseBody();
  const next = pathAfter(form['next']);
  const account = { name: field(form, 'name').trim(), password: field(form, 'password') };
  if (normaliseUserCode(field(form, 'code')) !== (await setUpCode.ensure()))
    return show(c, await welcomePage(service, next, WRONG_CODE), 400);
  await attempt.giveBack();
  const problem = findProblem(account);
  if (problem !== undefined) return show(c, await welcomePage(service, next, problem), 400);
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

const WRONG_CODE =
  'Wrong set-up code. The terminal of the service shows it; the command "set-up-code" prints it again.';

function findProblem({
  name,
  password,
}: {
  readonly name: string;
  readonly password: string;
}): string | undefined {
  if (name === '' || name.length > LONGEST_NAME)
    return `Choose a name of 1 to ${String(LONGEST_NAME)} characters.`;
  return passwordProblem(password);
}

async function welcomePage({ filmDatabase }: Service, next: string, problem?: string): Promise<Html> {
  const isFew = (await filmDatabase.origin()) === undefined;
  return layout(
    'Welcome',
    undefined,
    html`<p>Matinee is running. Create your account to see what it records.</p>
      ${isFew ? html`<p>${FEW_TITLES}</p>` : ''} ${notice('bad', problem)}
      <form class="panel" method="post" action="/welcome">
        <input type="hidden" name="next" value="${next}" />
        ${codeField()}
        <label>Name <input name="name" autocomplete="username" maxlength="${LONGEST_NAME}" required /></label>
        ${passwordField('Password')}
        <button>Create account</button>
      </form>`,
  );
}

const FEW_TITLES =
  'It knows few titles so far: open films and ten series. On the page “Film database” you can change that.';

function codeField(): Html {
  return html`<label
    >Set-up code <span class="soft">(shown in the terminal where the service was started)</span>
    <input name="code" autocomplete="off" autofocus required
  /></label>`;
}
