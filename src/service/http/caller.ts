import type { Context } from 'hono';
import { isIPv6 } from 'node:net';
import type { Env, Service } from './environment';

/**
 * The network address of the client. Behind a trusted proxy (`--trust-proxy`) it is the last one in
 * `X-Forwarded-For`, added by that proxy; the client may have written the earlier ones itself.
 */
export function callerOf(c: Context<Env>, { trustProxy }: Pick<Service, 'trustProxy'>): string {
  const direct = c.env?.incoming?.socket?.remoteAddress ?? 'in-process';
  if (!trustProxy) return withoutPrefix(direct);
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return ADDRESS.test(forwarded) ? withoutPrefix(forwarded) : withoutPrefix(direct);
}

/**
 * The name under which limits count this client. An IPv6 /64 network is one client, because its owner has all
 * of its addresses.
 */
export function limitKeyOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...rest];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** Converts `::ffff:192.0.2.1`, as a socket for both families states an IPv4 address. */
function withoutPrefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

const ADDRESS = /^[0-9a-f.:]{2,45}$/i;
