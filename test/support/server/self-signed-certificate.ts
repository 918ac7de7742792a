import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/**
 * Creates a certificate for local test servers, in PEM. It is encoded here (RFC 5280, section 4.1), because
 * Node can only read X.509, openssl is not installed everywhere, and secret scanners report a private key in
 * a repository. The browsers of the tests accept it by an argument.
 */
export function selfSignedCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(OID_COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const day = 24 * 60 * 60 * 1000;
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(OID_ECDSA_SHA256),
    name,
    sequence(utcTime(Date.now() - day), utcTime(Date.now() + 30 * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(OID_ALTERNATIVE_NAME, der(0x04, sequence(der(0x82, Buffer.from(host))))))),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = sequence(body, sequence(OID_ECDSA_SHA256), der(0x03, Buffer.from([0]), signature));
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(certificate) };
}

const OID_ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const OID_COMMON_NAME = Buffer.from('0603550403', 'hex');
const OID_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(length)]), content]);
}

/** X.690, section 8.1.3, up to 65,535. */
function lengthOctets(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function set(...parts: readonly Uint8Array[]): Buffer {
  return der(0x31, ...parts);
}

function integer(bytes: Uint8Array): Buffer {
  return der(0x02, bytes);
}

function utcTime(time: number): Buffer {
  const text = new Date(time).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
