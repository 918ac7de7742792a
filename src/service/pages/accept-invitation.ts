import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { LONGEST_NAME } from '../store/users';
import { accountProblem } from './account-problem';
import { field } from './form-field';
import { layout, notice, show, showSentence, type Html } from './layout';
import { passwordField } from './password-field';
import { refuseBusy, type Attempt, type SignInLimiter } from './sign-in-limiter';
import { openLogin } from './signed-in';
import { wordsOf } from './words-of';

const PATH = '/invitation/:secret';

/**
 * `/invitation/SECRET`: the link of an invitation, which creates the account of whoever opens it. Fields of
 * the form: `name` and `password`. A link that does not work counts as a guess.
 */
export function acceptInvitationPages(service: Service, guesses: SignInLimiter) {
  return new Hono<Env>()
    .get(PATH, async (c) => {
      const attempt = await begin(c, service, guesses, c.req.param('secret'));
      return attempt instanceof Response ? attempt : show(c, formPage(c));
    })
    .post(PATH, (c) => accept(c, service, guesses, c.req.param('secret')));
}

/** A response refuses a link that does not work, or is one too many. */
async function begin(
  c: Context<Env>,
  { store }: Service,
  guesses: SignInLimiter,
  secret: string,
): Promise<Attempt | Response> {
  const attempt = await guesses.begin(c, 'invitation');
  if (attempt instanceof Response) return attempt;
  if ((await store.invitations.find(secret)) === undefined) return refuse(c);
  await attempt.giveBack();
  return attempt;
}

/** The same for links that are wrong, used, withdrawn or expired. */
function refuse(c: Context<Env>): Response | Promise<Response> {
  return showSentence(c, 'invitation', 'invitation_unusable', 404);
}

async function accept(
  c: Context<Env>,
  service: Service,
  guesses: SignInLimiter,
  secret: string,
): Promise<Response> {
  const attempt = await begin(c, service, guesses, secret);
  if (attempt instanceof Response) return attempt;
  const form = await c.req.parseBody();
  const account = { name: field(form, 'name').trim(), password: field(form, 'password') };
  const words = wordsOf(c);
  const showProblem = (problem: string) => show(c, formPage(c, { problem, name: account.name }), 400);
  const problem = accountProblem(words, account);
  if (problem !== undefined) return showProblem(problem);
  const { invitations, audit } = service.store;
  try {
    const redeemed = await attempt.hash(() => invitations.redeem(secret, account.name, account.password));
    // `unknown`: somebody else was quicker.
    if (redeemed.result !== 'invited')
      return await (redeemed.result === 'unknown' ? refuse(c) : showProblem(words.text('name_taken')));
    const { user, invitedBy } = redeemed;
    await audit.add(invitedBy, 'invitation-used', callerOf(c, service), user.name);
    await audit.add(user.id, 'account-created', callerOf(c, service));
    await openLogin(c, service, user);
    return c.redirect('/', 303);
  } catch (error) {
    return refuseBusy(c, error);
  }
}

/** The form is sent to the address of the page. */
function formPage(c: Context<Env>, { problem, name = '' }: { problem?: string; name?: string } = {}): Html {
  const words = wordsOf(c);
  return layout(
    c,
    words.text('welcome'),
    html`<p>${words.text('invitation_text')}</p>
      ${notice('bad', problem)}
      <form class="panel" method="post">
        <label
          >${words.text('name')}
          <input
            name="name"
            value="${name}"
            autocomplete="username"
            autocapitalize="none"
            maxlength="${LONGEST_NAME}"
            autofocus
            required
        /></label>
        ${passwordField(words, words.text('password'))}
        <button>${words.text('create_account')}</button>
      </form>`,
  );
}
