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
