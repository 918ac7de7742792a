import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { parseJson } from '../../core/values/parse-json';
import { originOf, type Env, type Service } from '../http/environment';
import type { PasskeyKey } from '../store/passkeys';
import type { User } from '../store/users';
import { isIP } from 'node:net';
import { html } from 'hono/html';
import { allowOwnScript } from '../http/request-steps';
import { type Html, wordsOf } from './layout';

/** The fields of the browser's answer that the service reads before the signature is checked. */
const credentialSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,1400}$/)),
  response: z.object({
    clientDataJSON: z.string().check(z.maxLength(10_000)),
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  }),
});

/** The public key of a passkey that the browser has just created; `undefined` if any check fails. */
export async function checkNewPasskey(
  c: Context<Env>,
  service: Service,
  userId: string,
  text: string,
): Promise<PasskeyKey | undefined> {
  const read = await takeChallenge(service, text, addPurpose(userId));
  if (read === undefined) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyRegistrationResponse({
    response: read.credential as RegistrationResponseJSON,
    ...expected(c, service, read.challenge),
  }).catch(refuse);
  if (checked?.verified !== true) return undefined;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return { credential: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/**
 * Finds the person whose passkey has answered a challenge of this service. `isRight`: the signature is valid.
 */
export async function checkPasskey(
  c: Context<Env>,
  service: Service,
  text: string,
): Promise<Readonly<{ user: User | undefined; isRight: boolean }>> {
  const read = await takeChallenge(service, text, SIGN_IN_PURPOSE);
  if (read === undefined) return NOBODY;
  const { passkeys } = service.store;
  const known = await passkeys.find(decode(read.userHandle), read.id);
  if (known === undefined) return NOBODY;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: read.credential as AuthenticationResponseJSON,
    credential: {
      id: known.credential,
      publicKey: Buffer.from(known.publicKey, 'base64url'),
      counter: known.counter,
    },
    ...expected(c, service, read.challenge),
  }).catch(refuse);
  if (checked?.verified !== true) return { user: known.user, isRight: false };
  await passkeys.used(known.user.id, known.credential, checked.authenticationInfo.newCounter);
  return { user: known.user, isRight: true };
}

const NOBODY = { user: undefined, isRight: false };

/**
 * What an answer must match: the challenge, the origin and the host. The device must also have verified the
 * person.
 */
function expected(c: Context<Env>, service: Service, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: originOf(c, service),
    expectedRPID: relyingParty(c, service),
    requireUserVerification: true,
  };
}

/**
 * Parses the browser's answer and uses up its challenge. `undefined`: no open challenge of this purpose
 * matches.
 */
async function takeChallenge({ store }: Service, text: string, purpose: string) {
  const credential = parseJson(text);
  const read = credentialSchema.safeParse(credential).data;
  const stated = z
    .object({ challenge: z.string() })
    .safeParse(parseJson(decode(read?.response.clientDataJSON ?? ''))).data;
  if (read === undefined || stated === undefined) return undefined;
  const isOurs = await store.challenges.take(decode(stated.challenge), purpose);
  if (!isOurs) return undefined;
  return {
    credential,
    challenge: stated.challenge,
    id: read.id,
    userHandle: read.response.userHandle ?? '',
  };
}

function decode(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString();
}

/** Turns every error of the library into "refused". For wrong answers it throws errors of many kinds. */
function refuse(): undefined {
  return undefined;
}

const SIGN_IN_PURPOSE = 'sign-in';

function addPurpose(userId: string): string {
  return `add-passkey ${userId}`;
}

/** The relying party of WebAuthn: the host to which browsers bind passkeys of this service. */
function relyingParty(c: Context<Env>, service: Service): string {
  return new URL(originOf(c, service)).hostname;
}

/**
 * Whether browsers can make passkeys here. They do so for host names only, over https or on this computer.
 */
export function canUsePasskeys(c: Context<Env>, service: Service): boolean {
  const { protocol, hostname } = new URL(originOf(c, service));
  return protocol === 'https:' ? isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 : hostname === 'localhost';
}

/** Options for `navigator.credentials.get`: any passkey of this service may answer. */
export async function signInRequest(c: Context<Env>, service: Service) {
  return {
    challenge: encode(await service.store.challenges.open(SIGN_IN_PURPOSE)),
    rpId: relyingParty(c, service),
    userVerification: 'required',
  };
}

/** Options for `navigator.credentials.create`: a discoverable passkey, and only one per device. */
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

/** Algorithms by their COSE numbers: Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

type PasskeyForm = Readonly<{
  action: string;
  /** The method of `navigator.credentials` that the script calls. */
  kind: 'get' | 'create';
  /** The options of that method, sent as JSON. */
  request: object;
  button: string;
  fields: Html;
}>;

/**
 * A form with the field `credential`, which the script fills with the browser's answer. The script shows the
 * form only in browsers that support passkeys. Calling this lets the page load scripts of the service.
 */
export function passkeyForm(c: Context<Env>, { action, kind, request, button, fields }: PasskeyForm): Html {
  allowOwnScript(c);
  return html`<form
      class="panel"
      method="post"
      action="${action}"
      hidden
      data-passkey="${kind}"
      data-problem="${wordsOf(c).text('no_passkey_used')}"
      data-request="${JSON.stringify(request)}"
    >
      ${fields}
      <input type="hidden" name="credential" />
      <p class="notice bad" role="alert" hidden></p>
      <button class="quiet">${button}</button>
    </form>
    <script src="/passkey.js" defer></script>`;
}
