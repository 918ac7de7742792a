import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';
import { createPieces } from './in-pieces';

/** A file in an archive. `path` includes its folders. */
export type ArchiveFile = Readonly<{
  path: string;
  bytes: Uint8Array;
}>;

/** Limits of an archive. The largest known one has 60 files and unpacks to 20 times its size. */
const MOST_FILES = 500;
const LARGEST_RATIO = 200;
/** Maximum bytes of all unpacked files together. */
const LARGEST = 96 * 1024 * 1024;
/**
 * Bytes of the archive that are unpacked at once: at Deflate's largest ratio of about 1,000, they become 4
 * MB.
 */
const STEP = 4096;

const READABLE = /\.(?:csv|json|xml)$/i;

/** The first bytes of a ZIP file (APPNOTE.TXT, 4.3.7) and of a gzip file (RFC 1952, 2.3.1). */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
export const isGzip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x1f, 0x8b, 0x08]);

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/**
 * The text files of a ZIP file, in its order. `undefined` if it is damaged, encrypted, or larger than any
 * export.
 */
export async function unzip(bytes: Uint8Array): Promise<ArchiveFile[] | undefined> {
  const pieces = createPieces();
  const archive = openArchive(Math.min(LARGEST, bytes.length * LARGEST_RATIO));
  try {
    for (let at = 0; at < bytes.length; at += STEP) {
      archive.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
      if (pieces.isDue()) await pieces.pause();
    }
    return archive.end();
  } catch {
    return undefined;
  }
}

/** The content of a gzip file. `undefined` if it is damaged or too large. */
export async function unpackGzip(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const maxOutputLength = Math.min(LARGEST, bytes.length * LARGEST_RATIO);
  return promisify(gunzip)(bytes, { maxOutputLength }).catch(() => undefined);
}

function openArchive(limit: number) {
  const files: { path: string; parts: Uint8Array[]; isWhole: boolean }[] = [];
  let size = 0;
  let count = 0;
  const reader = new Unzip((entry) => {
    count += 1;
    if (count > MOST_FILES) throw new RangeError('Too many files');
    if (!READABLE.test(entry.name)) return;
    const file = { path: entry.name, parts: [] as Uint8Array[], isWhole: false };
    files.push(file);
    entry.ondata = (error, part, isLast) => {
      if (error !== null) throw error;
      size += part.length;
      if (size > limit) throw new RangeError('Too large');
      file.parts.push(part);
      file.isWhole = isLast;
    };
    entry.start();
  });
  reader.register(UnzipInflate);
  reader.register(UnzipPassThrough);
  return {
    push: (part: Uint8Array, isLast: boolean): void => reader.push(part, isLast),
    end(): ArchiveFile[] {
      if (files.some(({ isWhole }) => !isWhole)) throw new RangeError('Cut off');
      return files.map(({ path, parts }) => ({ path, bytes: Buffer.concat(parts) }));
    },
  };
}
