import { createHash } from 'node:crypto';
import { gzipAsync } from '@gfx/zopfli';
import { Zip, ZipDeflate, type ZipInputFile } from 'fflate';

/** `fast`: zlib's level 9. `best`: Zopfli, about 4 % smaller and some hundred times slower. */
type Effort = 'fast' | 'best';

/**
 * Makes a zip whose bytes depend on names and contents alone: entries are sorted and have one fixed time and
 * no attributes.
 */
export async function zip(files: ReadonlyMap<string, Uint8Array>, effort: Effort): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(chunk);
  });
  for (const [path, bytes] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (effort === 'best' && bytes.length > 0) await addCompressed(archive, path, bytes);
    else addDeflated(archive, path, bytes);
  }
  archive.end();
  return Buffer.concat(chunks);
}

function addDeflated(archive: Zip, path: string, bytes: Uint8Array): void {
  const file = new ZipDeflate(path, { level: 9 });
  Object.assign(file, FIXED);
  archive.add(file);
  file.push(bytes, true);
}

/**
 * Adds an entry compressed by Zopfli. fflate accepts compressed data. A gzip has it after a header of 10
 * bytes and before the CRC and the size, 8 bytes.
 */
async function addCompressed(archive: Zip, path: string, bytes: Uint8Array): Promise<void> {
  const gzip = await smallestGzip(bytes);
  const file: ZipInputFile = {
    filename: path,
    compression: DEFLATE,
    size: bytes.length,
    crc: gzip.readUInt32LE(gzip.length - 8),
    ...FIXED,
  };
  archive.add(file);
  file.ondata?.(null, new Uint8Array(gzip.subarray(10, -8)), true);
}

/**
 * Compresses with Zopfli. The packages of both engines share most files, so each content is compressed once.
 */
async function smallestGzip(bytes: Uint8Array): Promise<Buffer> {
  const key = createHash('sha256').update(bytes).digest('hex');
  const known = compressed.get(key) ?? Buffer.from(await gzipAsync(bytes, { numiterations: 15 }));
  compressed.set(key, known);
  return known;
}
const compressed = new Map<string, Buffer>();

/** The compression method "deflate" of a zip entry (APPNOTE 4.4.5). */
const DEFLATE = 8;
/**
 * A fixed time for all entries. Times in a zip begin at 1980-01-01 in local time; the second of January is
 * later than that in every time zone.
 */
const FIXED = { mtime: new Date(1980, 0, 2), os: 0 };
