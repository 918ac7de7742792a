import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

/** Pixels per module (a square of the code), so that a television can show the picture unscaled. */
const SCALE = 8;

/** A QR code of a text as PNG: black on white, one bit a pixel, with the margin that cameras need. */
export function toPng(text: string): Uint8Array<ArrayBuffer> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const width = size * SCALE;
  const row = (modules: boolean[]) => {
    const bytes = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
    bytes[0] = 0;
    for (let x = 0; x < width; x += 1) {
      const index = 1 + (x >> 3);
      if (modules[Math.floor(x / SCALE)] === true) bytes[index] = (bytes[index] ?? 0) & ~(0x80 >> (x & 7));
    }
    return bytes;
  };
  const rows = data.flatMap((modules) => Array.from({ length: SCALE }, () => row(modules)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  // One bit of grey, no filter, not interlaced.
  header[8] = 1;
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
