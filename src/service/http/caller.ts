import type { Context } from 'hono';
import { isIPv6 } from 'node:net';
import type { Env, Service } from './environment';
import type { RateLimit, Remaining } from '../store/limits';

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

/**
 * `Firefox · Linux` from the `User-Agent` header, the same in every language; empty if it names neither
 * browser nor system.
 */
export function browserName(userAgent = ''): string {
  const browser = nameIn(userAgent, BROWSERS);
  const system = nameIn(userAgent, SYSTEMS);
  return [browser, system].filter((name) => name !== undefined).join(' · ');
}

function nameIn(userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** In this order, because most browsers also name those they are compatible with. */
const BROWSERS = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biP(?:hone|ad|od)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Device codes that can be requested: 60 in 10 min from one network address, 600 in all. */
export function deviceCodeAllowances(address: string): [RateLimit, RateLimit] {
  const windowMs = 600_000;
  return [
    { key: `device-code ${address}`, limit: 60, windowMs },
    { key: 'device-code', limit: 600, windowMs },
  ];
}

/** Adds the headers for the allowance with the least left. */
export async function showRateLimit(c: Context, { store }: Service, allowances: RateLimit[]): Promise<void> {
  const all = await Promise.all(allowances.map((one) => store.limits.remaining(one)));
  const [least] = all.toSorted((a, b) => a.remaining - b.remaining);
  if (least !== undefined) addRateLimit(c, least);
}

/** `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds), as in the IETF draft. */
export function addRateLimit(c: Context, { limit, remaining, resetMs }: Remaining): void {
  c.header('RateLimit-Limit', String(limit));
  c.header('RateLimit-Remaining', String(remaining));
  c.header('RateLimit-Reset', String(Math.ceil(resetMs / 1000)));
}
