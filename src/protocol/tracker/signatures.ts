const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/**
 * A new key pair: the private key as the JSON of a JWK, the public key as base64 of its SubjectPublicKeyInfo.
 */
export async function createKeyPair(): Promise<Readonly<{ secret: string; key: string }>> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['sign', 'verify']);
  return {
    secret: JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey)),
    key: toBase64(await crypto.subtle.exportKey('spki', pair.publicKey)),
  };
}

/** The signature of a text, base64. `secret` is the private key of `createKeyPair`. */
export async function signText(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('jwk', JSON.parse(secret) as JsonWebKey, CURVE, false, ['sign']);
  return toBase64(await crypto.subtle.sign(SIGNING, key, new TextEncoder().encode(text)));
}

/** Whether the owner of the key has signed the text. False for a key or a signature in another format. */
export async function isSigned(key: string, text: string, signature: string): Promise<boolean> {
  try {
    const known = await crypto.subtle.importKey('spki', fromBase64(key), CURVE, false, ['verify']);
    return await crypto.subtle.verify(SIGNING, known, fromBase64(signature), new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

/** SHA-256 of the UTF-8 bytes, 64 hexadecimal digits. */
export async function sha256Of(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** 128 bits of the SHA-256 of a public key, for people to compare: `1a2b 3c4d …`. */
export async function fingerprintOf(key: string): Promise<string> {
  const hex = toHex(await crypto.subtle.digest('SHA-256', fromBase64(key)));
  return (hex.slice(0, 32).match(/.{4}/g) ?? []).join(' ');
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
