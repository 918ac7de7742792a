import { isLoopback } from './is-loopback';

/**
 * Whether a host matches a pattern. `*.example.org` is example.org and all its subdomains, as in browsers'
 * match patterns.
 */
export function hostMatches(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return host === pattern;
  const base = pattern.slice(2);
  return host === base || host.endsWith(`.${base}`);
}

/** The match patterns for which access is requested: HTTPS only, except on this machine. */
export function matchPatterns(host: string): string[] {
  return isLoopback(host) ? [`http://${host}/*`, `https://${host}/*`] : [`https://${host}/*`];
}

/** Whether a definition for these hosts may run at this address: HTTPS only, except on this machine. */
export function urlMatchesHosts(url: URL, hosts: readonly string[]): boolean {
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSecure && hosts.some((host) => hostMatches(host, url.hostname));
}
