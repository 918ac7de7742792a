/** `*.example.org` stands for example.org and everything below it, as in the match patterns of browsers. */
export function hostMatches(pattern: string, host: string): boolean {
  if (!pattern.startsWith('*.')) return host === pattern;
  const base = pattern.slice(2);
  return host === base || host.endsWith(`.${base}`);
}

/** The origins to ask the browser for: https only, except on this machine. */
export function matchPatterns(host: string): string[] {
  return isLoopback(host) ? [`http://${host}/*`, `https://${host}/*`] : [`https://${host}/*`];
}

/** Whether a definition for these hosts may run at this address. */
export function urlMatchesHosts(url: URL, hosts: readonly string[]): boolean {
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return secure && hosts.some((host) => hostMatches(host, url.hostname));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1';
}
