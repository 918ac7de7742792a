import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { html } from 'hono/html';
import { browserName, callerOf, type Env, type Service } from '../http/environment';
import {
  cookieName,
  hasOwnOrigin,
  isSecure,
  LOGIN_COOKIE,
  loginSecret,
  readSecret,
  signedInUser,
} from '../http/authenticate';
import { knownBrowserSeconds, loginSeconds } from '../store/logins';
import type { User } from '../store/users';
import type { TextKey } from '../texts/words';
import { showSentence, type Html, wordsOf } from './layout';

const BROWSER_COOKIE = 'matinee_browser';

/** Sets `user` if somebody is signed in, so that the page is shown in that person's name. */
export async function findUser(c: Context<Env>, service: Service): Promise<void> {
  const user = await signedInUser(c, service);
  if (user !== undefined) c.set('user', user);
  c.set('isDamaged', service.store.health.damage() !== undefined);
}

/** The id of the person who has signed in with this browser before. */
export async function knownBrowserUser(c: Context<Env>, service: Service): Promise<string | undefined> {
  const secret = readSecret(c, service, BROWSER_COOKIE);
  return secret === undefined ? undefined : service.store.browsers.find(secret);
}

/**
 * Signs the person in with a new secret, which replaces that of an earlier sign-in, and makes the browser a
 * known one. With `SameSite=Lax`, links from other sites carry the cookie, but forms do not.
 */
export async function openLogin(c: Context<Env>, service: Service, user: User): Promise<void> {
  const { logins, browsers, audit } = service.store;
  const earlier = loginSecret(c, service);
  if (earlier !== undefined) await logins.close(earlier);
  const origin = { address: callerOf(c, service), browser: browserName(c.req.header('user-agent')) };
  writeSecret(c, service, LOGIN_COOKIE, await logins.open(user.id, origin), loginSeconds);
  if ((await knownBrowserUser(c, service)) !== user.id)
    writeSecret(c, service, BROWSER_COOKIE, await browsers.add(user.id), knownBrowserSeconds);
  await audit.add(user.id, 'signed-in', origin.address, origin.browser);
}

export async function closeLogin(c: Context<Env>, service: Service): Promise<void> {
  const secret = loginSecret(c, service);
  deleteCookie(c, cookieName(c, service, LOGIN_COOKIE), { path: '/', secure: isSecure(c, service) });
  if (secret === undefined) return;
  const user = await service.store.logins.findUser(secret);
  await service.store.logins.close(secret);
  if (user !== undefined) await service.store.audit.add(user.id, 'signed-out', callerOf(c, service));
}

/** Deletes the cookies of the service. */
export function forgetBrowser(c: Context<Env>, service: Service): void {
  for (const name of [LOGIN_COOKIE, BROWSER_COOKIE])
    deleteCookie(c, cookieName(c, service, name), { path: '/', secure: isSecure(c, service) });
}

function writeSecret(c: Context<Env>, service: Service, name: string, secret: string, maxAge: number): void {
  setCookie(c, cookieName(c, service, name), secret, {
    httpOnly: true,
    sameSite: name === BROWSER_COOKIE ? 'Strict' : 'Lax',
    path: '/',
    maxAge,
    secure: isSecure(c, service),
  });
}

/**
 * Middleware that sets `user`, or redirects to the sign-in, which leads back to this page. Until the owner
 * has an account, it redirects to the first visit instead.
 */
export function requireUser(service: Service) {
  return createMiddleware<Env>(async (c, next) => {
    const user = await signedInUser(c, service);
    if (user === undefined) {
      const page = (await service.store.users.isClaimed()) ? '/sign-in' : '/welcome';
      return c.redirect(`${page}?next=${encodeURIComponent(pathBack(c))}`, 303);
    }
    if (user.lacksPasskey && !PATHS_TO_A_PASSKEY.includes(c.req.path)) return c.redirect('/account', 303);
    c.set('user', user);
    c.set('isDamaged', service.store.health.damage() !== undefined);
    await next();
    return undefined;
  });
}

/** The only pages that are open to a person who must add a passkey first. */
const PATHS_TO_A_PASSKEY = ['/account', '/account/passkeys'];

/** Milliseconds after a sign-in within which harmful actions need no other sign-in: 10 min. */
const RECENT_MS = 600_000;

/** Whether the person has given their password or passkey recently. */
export function isRecent(c: Context<Env>, { now }: Pick<Service, 'now'>): boolean {
  return Math.abs(now() - c.get('user').signedInAt) < RECENT_MS;
}

/**
 * Middleware that redirects to the sign-in if the last one was too long ago. Somebody who has found an open
 * browser, or has copied its cookie, does not know the password. `back` is the page to return to. Use it
 * after `requireUser`.
 */
export function requireRecent(service: Service, back: string) {
  return createMiddleware<Env>(async (c, next) => {
    if (!isRecent(c, service)) return c.redirect(againPath(back), 303);
    await next();
    return undefined;
  });
}

/** A link to sign in again, shown instead of a form that needs a recent sign-in. */
export function signInAgain(c: Context<Env>, back: string, purpose: TextKey): Html {
  const words = wordsOf(c);
  const link = html`<a href="${againPath(back)}">${words.text('sign_in_again')}</a>`;
  return html`<p>${words.parts(purpose, link)}</p>`;
}

function againPath(back: string): string {
  return `/sign-in?again=1&next=${encodeURIComponent(back)}`;
}

/**
 * The path to return to after the sign-in. A form is not sent again after it, so the path of a form would
 * lead nowhere.
 */
function pathBack(c: Context<Env>): string {
  const { pathname, search } = new URL(c.req.url);
  return c.req.method === 'GET' ? pathname + search : '/';
}

/**
 * Middleware that refuses forms from other sites (CSRF), in addition to `SameSite=Lax`, in case a browser
 * lacks one of the protections.
 */
export function requireOwnOrigin(service: Service) {
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !hasOwnOrigin(c, service))
      return showSentence(c, 'form_refused', 'form_of_another_site', 403);
    await next();
    return undefined;
  });
}

/** The path to open after the sign-in; `/` for anything that is not a path of this service. */
export function pathAfter(next: unknown): string {
  return typeof next === 'string' && /^\/(?![/\\])[\w\-./?=&%]*$/.test(next) ? next : '/';
}
