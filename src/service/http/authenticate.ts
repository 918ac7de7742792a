import type { Context } from 'hono';
import type { KeyScope } from '../store/keys';
import { noteAsker } from '../catalogue/fair-turns';
import { forbidden, unauthorized } from './api-error';
import type { Env, Service } from './environment';

/** Longer values cannot be keys and are not hashed. */
const LONGEST_KEY = 200;

/** What an operation does with a person's data. `look-up` finds titles and touches none of the data. */
export type Access = 'read' | 'look-up' | 'scrobble' | 'write';

/**
 * The person of the request. Throws 401 without a valid key, and 403 if the key may not do this. Documented:
 * the key is sent as `x-api-key` or as `Authorization: Bearer`, never in the query string; a public key only
 * reads. Ours: a device token (`mt_`) may write, and a key may have a narrower scope.
 */
export async function authenticated(
  c: Context<Env>,
  service: Service,
  asked: RequiredAccess,
): Promise<string> {
  return (await findGranted(service, keyOf(c), asked)).userId;
}

/** What decides whether a key may call an operation. */
type RequiredAccess = Readonly<{
  access: Access;
  isForExtension?: boolean | undefined;
}>;

/**
 * Like `authenticated`, for a key in the address. Programs store and show addresses, so only a key that can
 * do nothing but record is accepted. The path parameter is `key`. Ours.
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

const GRANTED: Readonly<Record<Exclude<KeyScope, 'extension'>, readonly Access[]>> = {
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
