import { createPieces } from './in-pieces';

/** Bytes that are decoded at once. */
const PIECE = 256 * 1024;

/**
 * The text of a file: UTF-16 where it begins with the mark of it (U+FEFF), otherwise UTF-8. Read in pieces.
 */
export async function decodeFile(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  const pieces = createPieces();
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    if (pieces.isDue()) await pieces.pause();
  }
  return text + decoder.decode();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
