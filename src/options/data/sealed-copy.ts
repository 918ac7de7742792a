/**
 * A copy of what the person made, as it is kept at the tracker: JSON, compressed, then encrypted with
 * AES-256-GCM by a key that PBKDF2 derives from a password. Text of four parts, joined by dots: the
 * version, the salt, the initialisation vector and the content, each as base64.
 */

/** The key of a copy. It can't be exported, so no page can read the password or the key back. */
export type CopyKey = Readonly<{
  key: CryptoKey;
  salt: Uint8Array<ArrayBuffer>;
}>;

const VERSION = '1';
/** The number that OWASP's Password Storage Cheat Sheet recommends for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
/** Maximum decompressed size in bytes, as for a backup file. */
const LARGEST = 30_000_000;

export async function createCopyKey(
  password: string,
  salt = crypto.getRandomValues(new Uint8Array(16)),
): Promise<CopyKey> {
  const secret = new TextEncoder().encode(password.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  return { key, salt };
}

export async function seal({ key, salt }: CopyKey, value: object): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const packed = await throughStream(new Blob([JSON.stringify(value)]), new CompressionStream('gzip'));
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, packed);
  return [VERSION, ...[salt, iv, new Uint8Array(content)].map(toBase64)].join('.');
}

/** Decrypts a copy. `undefined`: the password is wrong, or the copy is damaged. */
export async function unseal(
  sealed: string,
  password: string,
): Promise<Readonly<{ copyKey: CopyKey; value: unknown }> | undefined> {
  const [version, ...parts] = sealed.split('.');
  const [salt, iv, content] = parts.map(fromBase64);
  if (version !== VERSION || !salt || !iv || !content) return undefined;
  const copyKey = await createCopyKey(password, salt);
  try {
    const packed = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, copyKey.key, content);
    const unpacked = await throughStream(new Blob([packed]), new DecompressionStream('gzip'));
    return { copyKey, value: JSON.parse(new TextDecoder().decode(unpacked)) };
  } catch {
    return undefined;
  }
}

/** Rejects if the output is larger than the largest copy. */
async function throughStream(
  blob: Blob,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  let size = 0;
  const reader = blob.stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Error('The copy is too large.');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
