import type { Context } from 'hono';
import type { KeyScope } from '../store/keys';
import { noteAsker } from '../catalogue/fair-turns';
import { forbidden, unauthorized } from './api-error';
import { type Env, type Service, originOf } from './environment';
import { getCookie } from 'hono/cookie';
import type { SignedInUser } from '../store/logins';

/** Longer values cannot be keys and are not hashed. */
const LONGEST_KEY = 200;

/** What an operation does with a person's data. `look-up` finds titles without touching these data. */
export type Access = 'read' | 'look-up' | 'scrobble' | 'write';

/**
 * The person of the request. Throws 401 without a valid key, and 403 if the key may not do this. Documented:
 * the key is sent as `x-api-key` or as `Authorization: Bearer`, never in the query string; a public key only
 * reads. Not documented: a device token (`mt_`) may write, and a key may have a narrower scope.
 */
export async function authenticated(
  c: Context<Env>,
  service: Service,
  asked: RequiredAccess,
): Promise<string> {
  return (await findGranted(service, keyOf(c), asked)).userId;
}

/** The facts about an operation that decide whether a key may call it. */
type RequiredAccess = Readonly<{
  access: Access;
  isForExtension?: boolean | undefined;
}>;

/**
 * Like `authenticated`, for a key in the path parameter `key`; not in API v1. Programs store and show
 * addresses, so only a key that can do nothing but record is accepted.
 */
export async function authenticateAddress(c: Context<Env>, service: Service): Promise<string> {
  const key = c.req.param('key') ?? '';
  const found = await findGranted(service, key.length > LONGEST_KEY ? undefined : key, {
    access: 'scrobble',
  });
  if (found.scope !== 'scrobble')
    throw forbidden('In an address only a key of the scope "scrobble" is accepted ("Record only")');
  return found.userId;
}

async function findGranted({ store }: Service, key: string | undefined, asked: RequiredAccess) {
  const found = key === undefined ? undefined : await store.keys.find(key);
  if (found === undefined) throw unauthorized();
  noteAsker(found.userId);
  if (found.kind === 'pk' && !GRANTED.read.includes(asked.access))
    throw forbidden('A public key (pk_) only reads: a secret key (sk_) or a device token is required');
  if (!isGranted(found.scope, asked))
    throw forbidden(`This key has the scope "${found.scope}", which does not allow this operation`);
  return found;
}

function isGranted(scope: KeyScope, { access, isForExtension = false }: RequiredAccess): boolean {
  return scope === 'extension' ? isForExtension : GRANTED[scope].includes(access);
}

const GRANTED: Readonly<Record<Exclude<KeyScope, 'extension'>, Access[]>> = {
  read: ['read', 'look-up'],
  scrobble: ['look-up', 'scrobble'],
  all: ['read', 'look-up', 'scrobble', 'write'],
};

/** The key of a request, from either header. */
export function keyOf(c: Context<Env>): string | undefined {
  const key = c.req.header('x-api-key') ?? bearerOf(c.req.header('authorization'));
  return key === undefined || key.length > LONGEST_KEY ? undefined : key;
}

function bearerOf(header = ''): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

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

/** The secret of the sign-in in this request's cookie. */
export function loginSecret(c: Context<Env>, service: Service): string | undefined {
  return readSecret(c, service, LOGIN_COOKIE);
}

export function readSecret(c: Context<Env>, service: Service, name: string): string | undefined {
  const secret = getCookie(c, cookieName(c, service, name));
  return secret === undefined || secret.length > LONGEST_SECRET ? undefined : secret;
}

/**
 * The name of a cookie. With the prefix `__Host-`, the browser accepts the cookie only over https and from
 * exactly this host.
 */
export function cookieName(c: Context<Env>, service: Service, name: string): string {
  return isSecure(c, service) ? `__Host-${name}` : name;
}

export function isSecure(c: Context<Env>, service: Service): boolean {
  return originOf(c, service).startsWith('https:');
}

/**
 * Whether a request comes from a page of this service. Together with `SameSite=Lax`, this prevents cross-site
 * request forgery (CSRF).
 */
export function hasOwnOrigin(c: Context<Env>, service: Service): boolean {
  const origin = c.req.header('origin');
  return origin !== undefined && [originOf(c, service), new URL(c.req.url).origin].includes(origin);
}
