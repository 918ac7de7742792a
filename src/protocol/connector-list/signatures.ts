import { sha256Of } from '../tracker/signatures';
import type { ListKey, ListSignature, ListRole, Root } from './metadata';
import type { Definition } from '../definition/definition';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** The key's id in metadata. It is computed from the key, because a key with two names could count twice. */
export function keyIdOf(key: ListKey): Promise<string> {
  const { keytype, scheme, keyval } = key;
  return sha256Of(canonicalJson({ keytype, scheme, keyval: { public: keyval.public } }));
}

/** Whether as many different keys of a role have signed as the role requires. */
export async function isSignedBy(
  { keys, roles }: Pick<Root, 'keys' | 'roles'>,
  role: ListRole,
  signed: unknown,
  signatures: ListSignature[],
): Promise<boolean> {
  const { keyids, threshold } = roles[role];
  const text = canonicalJson(signed);
  const valid = new Set<string>();
  for (const { keyid, sig } of signatures) {
    const key = keyids.includes(keyid) && !valid.has(keyid) ? keys[keyid] : undefined;
    if (key !== undefined && (await keyIdOf(key)) === keyid && (await isValid(key, text, sig)))
      valid.add(keyid);
  }
  return valid.size >= threshold;
}

/** False for a key or a signature in another format. */
async function isValid({ keytype, scheme, keyval }: ListKey, text: string, sig: string): Promise<boolean> {
  if (keytype !== 'ecdsa' || scheme !== 'ecdsa-sha2-nistp256') return false;
  try {
    const key = await crypto.subtle.importKey('spki', fromPem(keyval.public), CURVE, false, ['verify']);
    return await crypto.subtle.verify(SIGNING, key, fromDer(sig), new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

function fromPem(pem: string): Uint8Array<ArrayBuffer> {
  const base64 = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** r and s, 32 bytes each, of a DER signature: a sequence of two integers, given in hexadecimal digits. */
function fromDer(hex: string): Uint8Array<ArrayBuffer> {
  const lengthOfR = Number.parseInt(hex.slice(6, 8), 16) * 2;
  const r = hex.slice(8, 8 + lengthOfR);
  const s = hex.slice(8 + lengthOfR + 4);
  const raw = [r, s].map((whole) => whole.replace(/^(?:00)+/, '').padStart(64, '0')).join('');
  return Uint8Array.from(raw.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/**
 * The canonical text of a JSON value, for signing: sorted keys, no blanks, and only quotes and backslashes
 * escaped (OLPC canonical JSON, as in TUF).
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${canonicalJson(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}

/** SHA-256 of everything in a definition that affects what is read; the same for its packaged form. */
export function readingHash(definition: Definition): Promise<string> {
  const { hosts, apiHosts, userHosts, languages, pages, frames, endpoints } = definition;
  return sha256Of(canonicalJson({ hosts, apiHosts, userHosts, languages, pages, frames, endpoints }));
}
