import { webHost } from './page-address';

/**
 * The part of a page's address that says what is watched there, without parameters that say who watches or
 * from where. `undefined` if it is no web page.
 */
export function watchAddress(address: string | undefined): string | undefined {
  if (address === undefined || webHost(address) === undefined) return undefined;
  const { origin, pathname, searchParams, hash } = new URL(address);
  const kept = [...searchParams].filter(([name]) => IDENTIFYING.includes(name));
  const query = kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
  // Some pages keep their path in the fragment.
  const route = /^#!?\/[^?]*/.exec(hash)?.[0] ?? '';
  return origin + pathname + query + route;
}

/** The parameters that name a title on a built-in site (`match.query` of its definition). */
const IDENTIFYING = ['v', 'vid', 'season', 'content', 'episode-id', 'partId', 'watch'];

/**
 * The origin of an address. Empty for text that is no address; `null` for addresses without an origin, such
 * as `about:blank`.
 */
export function originOf(address = ''): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
