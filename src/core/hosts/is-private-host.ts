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
