/**
 * The media type of a picture, by its first bytes; `undefined` for anything else. An SVG with a document type
 * is refused, because its entities can grow without limit.
 */
export function pictureType(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 300));
  if (/^\s*<(?:svg|\?xml)[\s>]/.test(start) && !/<!(?:DOCTYPE|ENTITY)/i.test(latin1(bytes)))
    return 'image/svg+xml';
  return SIGNATURES.find(([signature]) => signature.test(start))?.[1];
}

const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^[^]{4}ftyp(?:avif|avis|mif1)/, 'image/avif'],
  [/^GIF8[79]a/, 'image/gif'],
];

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}
