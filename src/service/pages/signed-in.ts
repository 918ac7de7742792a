import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { originOf, type Env, type Service } from '../http/environment';
import { loginSeconds } from '../store/logins';
import type { User } from '../store/users';
import { layout, show } from './layout';

const COOKIE_NAME = 'matinee_login';

/** Longer values cannot be secrets and are not hashed. */
const LONGEST_SECRET = 200;

/** The person who is signed in with the cookie of this request. */
export function signedInUser(c: Context<Env>, service: Service): User | undefined {
  const secret = getCookie(c, COOKIE_NAME);
  if (secret === undefined || secret.length > LONGEST_SECRET) return undefined;
  return service.store.logins.findUser(secret);
}

/** Signs the person in. `SameSite=Lax`: links from other sites carry the cookie, forms do not. */
export function openLogin(c: Context<Env>, service: Service, user: User): void {
  const secret = service.store.logins.open(user.id);
  setCookie(c, COOKIE_NAME, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: loginSeconds,
    secure: originOf(c, service).startsWith('https:'),
  });
}

export function closeLogin(c: Context<Env>, service: Service): void {
  const secret = deleteCookie(c, COOKIE_NAME, { path: '/' });
  if (secret !== undefined) service.store.logins.close(secret);
}

/**
 * Sets `user`, or redirects to the sign-in, which leads back to this page. While the owner has no account,
 * redirects to the first visit instead.
 */
export function requireUser(service: Service) {
  return createMiddleware<Env>(async (c, next) => {
    const user = signedInUser(c, service);
    if (user === undefined) {
      const page = service.store.users.isClaimed() ? '/sign-in' : '/welcome';
      return c.redirect(`${page}?next=${encodeURIComponent(pathBack(c))}`, 303);
    }
    c.set('user', user);
    await next();
    return undefined;
  });
}

/** A form is not repeated after the sign-in, so its path would lead nowhere. */
function pathBack(c: Context<Env>): string {
  const { pathname, search } = new URL(c.req.url);
  return c.req.method === 'GET' ? pathname + search : '/';
}

/**
 * Refuses forms of other sites (CSRF). Together with `SameSite=Lax`: one protection where a browser lacks the
 * other.
 */
export function requireOwnOrigin(service: Service) {
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !hasOwnOrigin(c, service)) {
      const text = html`<p>This form was sent from another site. Open the page here and try again.</p>`;
      return show(c, layout('Form not accepted', undefined, text), 403);
    }
    await next();
    return undefined;
  });
}

function hasOwnOrigin(c: Context<Env>, service: Service): boolean {
  const origin = c.req.header('origin');
  return origin !== undefined && [originOf(c, service), new URL(c.req.url).origin].includes(origin);
}

/** The path to open after the sign-in. `/` for everything that is not a path of this service. */
export function pathAfter(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[\w\-./?=&%]*$/.test(next) ? next : '/';
}
