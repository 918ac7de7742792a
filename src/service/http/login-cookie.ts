import { noteAsker } from '../catalogue/fair-turns';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { SignedInUser } from '../store/logins';
import { originOf, type Env, type Service } from './environment';

export const LOGIN_COOKIE = 'matinee_login';

/** Longer values cannot be secrets and are not hashed. */
const LONGEST_SECRET = 200;

/** The person who is signed in with the cookie of this request. */
export async function signedInUser(c: Context<Env>, service: Service): Promise<SignedInUser | undefined> {
  const secret = loginSecret(c, service);
  const user = secret === undefined ? undefined : await service.store.logins.findUser(secret);
  if (user !== undefined) noteAsker(user.id);
  return user;
}

/** The secret of the sign-in that this request carries. */
export function loginSecret(c: Context<Env>, service: Service): string | undefined {
  return readSecret(c, service, LOGIN_COOKIE);
}

export function readSecret(c: Context<Env>, service: Service, name: string): string | undefined {
  const secret = getCookie(c, cookieName(c, service, name));
  return secret === undefined || secret.length > LONGEST_SECRET ? undefined : secret;
}

/** `__Host-`: the browser accepts the cookie only over https and from exactly this host. */
export function cookieName(c: Context<Env>, service: Service, name: string): string {
  return isSecure(c, service) ? `__Host-${name}` : name;
}

export function isSecure(c: Context<Env>, service: Service): boolean {
  return originOf(c, service).startsWith('https:');
}

/** Refuses requests from other sites (CSRF), together with `SameSite=Lax`. */
export function hasOwnOrigin(c: Context<Env>, service: Service): boolean {
  const origin = c.req.header('origin');
  return origin !== undefined && [originOf(c, service), new URL(c.req.url).origin].includes(origin);
}
