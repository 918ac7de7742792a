/** A 32-bit hash of a text (FNV-1a over UTF-16 code units), the same in every context. Not for secrets. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
