import { createHash } from 'node:crypto';
import { gzipAsync } from '@gfx/zopfli';
import { Zip, ZipDeflate, type ZipInputFile } from 'fflate';

/** `best`: about 4 % smaller than zlib's level 9, and some hundred times slower (Zopfli). */
type Effort = 'fast' | 'best';

/** A zip whose bytes depend on names and contents alone: sorted, one fixed time, no attributes. */
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
 * fflate takes data that is compressed already; Zopfli's gzip has it between a header of 10 bytes, and CRC
 * and size.
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

/** The packages of both engines have most files in common, so each is compressed once. */
async function smallestGzip(bytes: Uint8Array): Promise<Buffer> {
  const key = createHash('sha256').update(bytes).digest('hex');
  const known = compressed.get(key) ?? Buffer.from(await gzipAsync(bytes, { numiterations: 15 }));
  compressed.set(key, known);
  return known;
}
const compressed = new Map<string, Buffer>();

/** The method of an entry in a zip (APPNOTE 4.4.5). */
const DEFLATE = 8;
/**
 * Times in a zip begin at 1980-01-01 in local time; the second of January is later than that in every time
 * zone.
 */
const FIXED = { mtime: new Date(1980, 0, 2), os: 0 };
