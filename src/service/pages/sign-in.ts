import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import { signedInUser } from '../http/authenticate';
import { checkPasskey, canUsePasskeys, signInRequest, passkeyForm } from './check-passkey';
import { field } from './forms';
import { layout, notice, show, type Html, wordsOf } from './layout';
import { logRefusal, refuseBusy, type SignInLimiter } from './sign-in-limiter';
import type { TextKey } from '../texts/words';
import { closeLogin, openLogin, pathAfter } from './signed-in';

/**
 * `/sign-in`, `/sign-in/passkey` and `/sign-out`. Fields of the forms: `next`, the path after the sign-in;
 * and `name` and `password`, or `credential`, the browser's answer with a passkey.
 */
export function signInPages(service: Service, guesses: SignInLimiter) {
  return new Hono<Env>()
    .get('/sign-in', async (c) =>
      (await service.store.users.isClaimed())
        ? show(c, await signInPage(c, service, pathAfter(c.req.query('next'))))
        : c.redirect('/welcome', 303),
    )
    .post('/sign-in', (c) => signIn(c, service, guesses))
    .post('/sign-in/passkey', (c) => signInWithPasskey(c, service, guesses))
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
  const next = pathAfter(form['next']);
  const refusal = await attempt.forAccount(name);
  if (refusal !== undefined) return refusal;
  const { users, passkeys, audit } = service.store;
  try {
    const user = await attempt.hash(() => users.signIn(name, password));
    if (user === undefined) {
      logRefusal(c, service);
      const id = await users.idOf(name);
      if (id !== undefined) await audit.add(id, 'sign-in-failed', callerOf(c, service));
      return await show(c, await signInPage(c, service, next, 'wrong_name_or_password'), 403);
    }
    if (await passkeys.areNeeded(user.id)) {
      logRefusal(c, service);
      await audit.add(user.id, 'sign-in-failed', callerOf(c, service));
      return await show(c, await signInPage(c, service, next, 'passkey_needed'), 403);
    }
    await attempt.giveBack();
    await openLogin(c, service, user);
    return c.redirect(next, 303);
  } catch (error) {
    return refuseBusy(c, error);
  }
}

async function signInWithPasskey(
  c: Context<Env>,
  service: Service,
  guesses: SignInLimiter,
): Promise<Response> {
  const attempt = await guesses.begin(c);
  if (attempt instanceof Response) return attempt;
  const form = await c.req.parseBody();
  const next = pathAfter(form['next']);
  const { user, isRight } = await checkPasskey(c, service, field(form, 'credential'));
  if (user !== undefined && isRight) {
    await attempt.giveBack();
    await openLogin(c, service, user);
    return c.redirect(next, 303);
  }
  logRefusal(c, service);
  if (user !== undefined) await service.store.audit.add(user.id, 'sign-in-failed', callerOf(c, service));
  return show(c, await signInPage(c, service, next, 'passkey_refused'), 403);
}

/** The sign-in page. It is prefilled with the name of a signed-in person who has to sign in again. */
async function signInPage(c: Context<Env>, service: Service, next: string, problem?: TextKey): Promise<Html> {
  const words = wordsOf(c);
  const isAgain = c.req.query('again') !== undefined;
  const user = isAgain ? await signedInUser(c, service) : undefined;
  const nextField = html`<input type="hidden" name="next" value="${next}" />`;
  return layout(
    c,
    words.text('sign_in'),
    html`${notice('bad', problem && words.text(problem))}
      ${isAgain ? html`<p>${words.text('sign_in_again_about')}</p>` : ''}
      <form class="panel" method="post" action="/sign-in">
        ${nextField}
        <label
          >${words.text('name')}
          <input
            name="name"
            autocomplete="username"
            autocapitalize="none"
            value="${user?.name ?? ''}"
            ${user === undefined ? html`autofocus` : ''}
            required
        /></label>
        <label
          >${words.text('password')}
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            ${user === undefined ? '' : html`autofocus`}
            required
        /></label>
        <button>${words.text('sign_in')}</button>
      </form>
      ${canUsePasskeys(c, service) ? await passkeySignIn(c, service, nextField) : ''}`,
  );
}

async function passkeySignIn(c: Context<Env>, service: Service, fields: Html): Promise<Html> {
  return passkeyForm(c, {
    action: '/sign-in/passkey',
    kind: 'get',
    request: await signInRequest(c, service),
    button: wordsOf(c).text('sign_in_with_passkey'),
    fields,
  });
}
