import type { Backup } from '../../core/settings/backup';
import {
  correctionsStore,
  ownConnectorsStore,
  settingsStore,
  sitesStore,
} from '../../platform/storage/stores';

/** Makes a backup of everything that the person made. It holds no token. */
export async function makeBackup(): Promise<Backup> {
  const [settings, sites, corrections, connectors] = await Promise.all([
    settingsStore.get(),
    sitesStore.get(),
    correctionsStore.get(),
    ownConnectorsStore.get(),
  ]);
  return {
    format: 'matinee-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    settings,
    sites,
    corrections,
    connectors: Object.fromEntries(
      Object.entries(connectors).map(([id, { definition }]) => [id, definition]),
    ),
  };
}

type BackupFile =
  Readonly<{ ok: true; backup: unknown }> | Readonly<{ ok: false; reason: 'too-large' | 'not-json' }>;

/** Maximum bytes of a backup file and of a decompressed copy. The largest possible backup is smaller. */
const MAX_SIZE = 30_000_000;

/**
 * Reads a backup file. `checkChanges` checks its content. A file that cannot be read counts as `not-json`.
 */
export async function readBackup(
  file: Readonly<{
    size: number;
    text(): Promise<string>;
  }>,
): Promise<BackupFile> {
  if (file.size > MAX_SIZE) return { ok: false, reason: 'too-large' };
  try {
    const backup: unknown = JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
    return typeof backup === 'object' && backup !== null
      ? { ok: true, backup }
      : { ok: false, reason: 'not-json' };
  } catch {
    return { ok: false, reason: 'not-json' };
  }
}

/** The key of a copy. It can't be exported, so no page can read the password or the key back. */
export type CopyKey = Readonly<{
  key: CryptoKey;
  salt: Uint8Array<ArrayBuffer>;
}>;

const VERSION = '1';

/** The number that OWASP's Password Storage Cheat Sheet recommends for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;

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

/**
 * Makes a copy, which is a backup as the tracker keeps it: JSON, compressed with gzip, then encrypted with
 * AES-256-GCM. PBKDF2 derives the key from a password. The text of a copy has four parts, joined by dots: the
 * version, the salt, the initialisation vector and the content. The last three are base64.
 */
export async function seal({ key, salt }: CopyKey, value: object): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const packed = await throughStream(new Blob([JSON.stringify(value)]), new CompressionStream('gzip'));
  const content = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, packed);
  return [VERSION, ...[salt, iv, new Uint8Array(content)].map(toBase64)].join('.');
}

/** Opens a copy. `undefined`: the password is wrong, or the copy is damaged. */
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

/** Compresses or decompresses. Rejects if the output is larger than `MAX_SIZE`. */
async function throughStream(
  blob: Blob,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  let size = 0;
  const reader = blob.stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > MAX_SIZE) {
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
