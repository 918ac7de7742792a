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

const SIGNATURES: (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
  [/^[^]{4}ftyp(?:avif|avis|mif1)/, 'image/avif'],
  [/^GIF8[79]a/, 'image/gif'],
];

function latin1(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Hosts of pictures besides the tracker: those of the film databases from which trackers take posters. */
const PICTURE_HOSTS = ['image.tmdb.org', 'artworks.thetvdb.com'];

/**
 * The address of a picture that may be requested: on the tracker's own origin, or over https on a known
 * picture host. Without this check a tracker could make the extension request any address, such as that of a
 * router.
 */
export function pictureAddress(address: string, trackerUrl: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, protocol, host, href, username, password } = new URL(address);
  if (username !== '' || password !== '') return undefined;
  // The origin of `blob:` is that of the page that made it.
  const isOwn = protocol.startsWith('http') && origin === new URL(trackerUrl).origin;
  return isOwn || (protocol === 'https:' && PICTURE_HOSTS.includes(host)) ? href : undefined;
}
