import type { Context } from 'hono';
import { isIP } from 'node:net';
import { originOf, type Env, type Service } from '../http/environment';
import type { User } from '../store/users';

export const SIGN_IN_PURPOSE = 'sign-in';

export function addPurpose(userId: string): string {
  return `add-passkey ${userId}`;
}

/** The host for which passkeys of this service are made. */
export function relyingParty(c: Context<Env>, service: Service): string {
  return new URL(originOf(c, service)).hostname;
}

/** Browsers make passkeys for host names only, and only over https or on this machine. */
export function canUsePasskeys(c: Context<Env>, service: Service): boolean {
  const { protocol, hostname } = new URL(originOf(c, service));
  return protocol === 'https:' ? isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 : hostname === 'localhost';
}

/** For `navigator.credentials.get`: any passkey of this service. */
export async function signInRequest(c: Context<Env>, service: Service) {
  return {
    challenge: encode(await service.store.challenges.open(SIGN_IN_PURPOSE)),
    rpId: relyingParty(c, service),
    userVerification: 'required',
  };
}

/** For `navigator.credentials.create`: a discoverable passkey, and only one per device. */
export async function addRequest(c: Context<Env>, service: Service, { id, name }: User) {
  const { challenges, passkeys } = service.store;
  const known = await passkeys.list(id);
  return {
    challenge: encode(await challenges.open(addPurpose(id))),
    rp: { id: relyingParty(c, service), name: 'Matinee' },
    user: { id: encode(id), name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    excludeCredentials: known.map(({ credential }) => ({ type: 'public-key', id: credential })),
  };
}

/** COSE numbers of Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
