/**
 * The origin of an address. Empty for text that is no address; `null` for addresses without an origin, such
 * as `about:blank`.
 */
export function originOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
