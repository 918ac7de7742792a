import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { originOf, type Env, type Service } from '../http/environment';
import type { User } from '../store/accounts';
import { layout } from './layout';

const cookieName = 'matinee_login';

/** Who is signed in on this browser. */
export function signedInUser(c: Context<Env>, service: Service): User | undefined {
  const secret = getCookie(c, cookieName);
  return secret === undefined || secret.length > 200 ? undefined : service.store.accounts.loginUser(secret);
}

/** Lax: a link from the extension finds the person signed in, a form of another site does not. */
export function openLogin(c: Context<Env>, service: Service, user: User): void {
  const secret = service.store.accounts.openLogin(user.id);
  setCookie(c, cookieName, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 30 * 24 * 3600,
    secure: originOf(c, service).startsWith('https:'),
  });
}

export function closeLogin(c: Context<Env>, service: Service): void {
  const secret = deleteCookie(c, cookieName, { path: '/' });
  if (secret !== undefined) service.store.accounts.closeLogin(secret);
}

/** Sends a stranger to the sign-in and back afterwards; on a service without an owner to the first visit. */
export function requireUser(service: Service) {
  return createMiddleware<Env>(async (c, next) => {
    const user = signedInUser(c, service);
    if (user === undefined) {
      const { pathname, search } = new URL(c.req.url);
      const back = c.req.method === 'GET' ? pathname + search : '/';
      const page = service.store.accounts.isClaimed() ? '/sign-in' : '/welcome';
      return c.redirect(`${page}?next=${encodeURIComponent(back)}`, 303);
    }
    c.set('user', user);
    await next();
    return undefined;
  });
}

/** A form is accepted only from our own pages: with the same-site cookie this closes forgery by other sites. */
export function requireOwnOrigin(service: Service) {
  return createMiddleware<Env>(async (c, next) => {
    const origin = c.req.header('origin');
    const own =
      origin !== undefined && (origin === originOf(c, service) || origin === new URL(c.req.url).origin);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !own) {
      return c.html(
        layout(
          'Not from here',
          undefined,
          html`<p>This form was sent from another site. Open the page here and try again.</p>`,
        ),
        403,
      );
    }
    await next();
    return undefined;
  });
}

/** Only a path of this service: nobody is sent elsewhere after the sign-in. */
export function pathAfter(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[\w\-./?=&%]*$/.test(next) ? next : '/';
}
