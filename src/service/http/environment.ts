import type { Context } from 'hono';
import type { Catalogue } from '../catalogue/catalogue';
import type { FreeSources } from '../catalogue/free/free-sources';
import type { FilmDatabase, PictureSource } from '../catalogue/tmdb/film-database';
import type { Store } from '../store/store';
import type { SignedInUser } from '../store/logins';
import { routeOf, type ServiceLog } from './log';
import { isIPv6 } from 'node:net';

/** The parts of the service that its handlers use. */
export type Service = Readonly<{
  store: Store;
  catalogue: Catalogue;
  /** Source of posters. Missing posters are drawn. */
  pictures: PictureSource;
  filmDatabase: Pick<FilmDatabase, 'origin' | 'use' | 'forget'>;
  /** The free sources of titles. `undefined`: none is asked. */
  freeSources: FreeSources | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  fetch: typeof fetch;
  /** The public origin, such as `https://tracker.example`. `undefined`: the origin of each request. */
  publicUrl: string | undefined;
  /** A proxy is in front of the service, and the service can be reached only through it. */
  trustProxy: boolean;
  /** The log states the network address of each refused sign-in, for programs that block it. */
  logsRefusals: boolean;
  /** Milliseconds between two polls of a waiting device. */
  deviceIntervalMs: number;
  log: ServiceLog;
}>;

/**
 * `incoming` and `outgoing` are Node's request and response, if the service listens on a socket. `requestId`
 * is set for each request, `userId` by the authentication of the API, `user` by the sign-in of the pages.
 */
export interface Env {
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string }; complete?: boolean; destroyed?: boolean };
    outgoing?: { setHeader: (name: string, value: string) => unknown };
  };
  Variables: { requestId: string; userId: string; user: SignedInUser; isDamaged?: boolean };
}

/** Origin for links to the service: `https://host`. */
export function originOf(c: Context, { publicUrl }: Pick<Service, 'publicUrl'>): string {
  return publicUrl ?? new URL(c.req.url).origin;
}

/** Whether the client has closed its connection before the body of its request was complete. */
export function hasLeft(c: Context<Env>): boolean {
  const incoming = (c.env as Partial<Env['Bindings']> | undefined)?.incoming;
  return incoming?.destroyed === true && incoming.complete === false;
}

/** Logs an internal error of the service, with the request that caused it. */
export function logFault(c: Context<Env>, { log }: Pick<Service, 'log'>, error: Error): void {
  const { method } = c.req;
  log({ level: 'error', event: 'fault', id: c.get('requestId'), method, route: routeOf(c), error });
}

/**
 * The network address of the client. Behind a trusted proxy (`--trust-proxy`) it is the last address in
 * `X-Forwarded-For`, which that proxy has added. The client may have written the earlier ones itself.
 */
export function callerOf(c: Context<Env>, { trustProxy }: Pick<Service, 'trustProxy'>): string {
  const direct = c.env?.incoming?.socket?.remoteAddress ?? 'in-process';
  if (!trustProxy) return withoutPrefix(direct);
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return ADDRESS.test(forwarded) ? withoutPrefix(forwarded) : withoutPrefix(direct);
}

/**
 * The key under which limits count this client. An IPv6 /64 network counts as one client, because its owner
 * has all of its addresses.
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

/** An IPv4 address without the prefix of `::ffff:192.0.2.1`, which a socket for both families adds. */
function withoutPrefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

const ADDRESS = /^[0-9a-f.:]{2,45}$/i;

/**
 * The browser and system in a `User-Agent` header: `Firefox · Linux`, the same in every language. Empty if it
 * names neither.
 */
export function browserName(userAgent = ''): string {
  const browser = nameIn(userAgent, BROWSERS);
  const system = nameIn(userAgent, SYSTEMS);
  return [browser, system].filter((name) => name !== undefined).join(' · ');
}

function nameIn(userAgent: string, names: readonly (readonly [RegExp, string])[]): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}

/** The order matters, because most browsers also name those with which they are compatible. */
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
