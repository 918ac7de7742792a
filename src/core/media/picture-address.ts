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
