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
export function urlMatchesHosts(url: URL, hosts: string[]): boolean {
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSecure && hosts.some((host) => hostMatches(host, url.hostname));
}

/**
 * Whether a host name, as `URL` gives it, is this machine: `localhost` and the names below it, 127.0.0.0/8
 * and `[::1]`. Only such hosts may be reached by plain HTTP, since nobody else can read or answer that
 * traffic. Names below `localhost` belong to them: RFC 6761 reserves the domain, and browsers resolve it to
 * loopback without DNS.
 */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Names that are reserved for local networks (RFC 6762, RFC 8375, ICANN). */
const LOCAL_NAME = /\.(?:local|home\.arpa|internal)\.?$/;

/** IPv4 networks that are not routed on the internet (RFC 1918, RFC 3927, RFC 6598). */
const PRIVATE_IPV4 =
  /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;

/** Unique local and link-local IPv6 addresses (RFC 4193, RFC 4291), as `URL` writes them. */
const PRIVATE_IPV6 = /^\[f(?:[cd]|e[89ab])[\da-f]{0,2}:/;

/** Whether a host name of a `URL` belongs to a local network. */
export function isPrivateHost(hostname: string): boolean {
  return LOCAL_NAME.test(hostname) || PRIVATE_IPV4.test(hostname) || PRIVATE_IPV6.test(hostname);
}
