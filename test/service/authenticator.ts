import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The request of the service, as a page hands it to the browser. */
interface PasskeyRequest {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** What an attacker, or a broken device, does otherwise. */
export interface Deviation {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
  /** Signatures that it claims to have made. */
  readonly counter?: number;
  readonly type?: string;
}

/**
 * A passkey of one service in software (WebAuthn level 3), which signs whatever it is given. It does not count
 * its signatures, as those that are synchronised.
 */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let userHandle = '';
  const clientData = (type: string, { challenge }: PasskeyRequest, other: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: other.type ?? type,
        challenge: other.challenge ?? challenge,
        origin: other.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const head = ({ rpId, rp }: PasskeyRequest, other: Deviation, flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(other.counter ?? 0);
    const host = other.host ?? rpId ?? rp?.id ?? '';
    const verified = other.isVerified === false ? 0 : VERIFIED;
    return Buffer.concat([sha256(host), Buffer.from([flags | PRESENT | verified]), count]);
  };
  const wrap = (response: Record<string, string>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  return {
    /** The answer to `navigator.credentials.create`. */
    create(request: PasskeyRequest, other: Deviation = {}): string {
      userHandle = request.user?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = map([
        [Buffer.from([0x01]), Buffer.from([0x02])],
        [Buffer.from([0x03]), Buffer.from([0x26])],
        [Buffer.from([0x20]), Buffer.from([0x01])],
        [Buffer.from([0x21]), bytes(Buffer.from(x, 'base64url'))],
        [Buffer.from([0x22]), bytes(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([head(request, other, ATTESTED), Buffer.alloc(16), length, id, key]);
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(data)],
      ]);
      return wrap({
        clientDataJSON: clientData('webauthn.create', request, other).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      });
    },
    /** The answer to `navigator.credentials.get`. */
    get(request: PasskeyRequest, other: Deviation = {}): string {
      const client = clientData('webauthn.get', request, other);
      const data = head(request, other, 0);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return wrap({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: other.userHandle ?? userHandle,
      });
    },
  };
}

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** CBOR (RFC 8949): a map of at most 23 entries, a short text, and bytes of 24 to 255. */
function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}

/** The request in the form of a page. */
export function requestIn(page: string, kind: 'get' | 'create'): PasskeyRequest {
  const [, attribute = ''] =
    new RegExp(`data-passkey="${kind}"[^>]*?data-request="([^"]*)"`).exec(page) ?? [];
  return JSON.parse(attribute.replaceAll('&quot;', '"')) as PasskeyRequest;
}
