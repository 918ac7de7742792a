import type { Context } from 'hono';
import type { Catalogue } from '../catalogue/catalogue';
import type { FreeSources } from '../catalogue/free/free-sources';
import type { FilmDatabase, PictureSource } from '../catalogue/tmdb/film-database';
import type { Store } from '../store/store';
import type { SignedInUser } from '../store/logins';
import { routeOf, type ServiceLog } from './log';

/** The parts of the service that its handlers use. */
export type Service = Readonly<{
  store: Store;
  catalogue: Catalogue;
  /** Posters are drawn where it has none. */
  pictures: PictureSource;
  filmDatabase: Pick<FilmDatabase, 'origin' | 'use' | 'forget'>;
  /** Absent: no free source is asked. */
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
 * `incoming` and `outgoing` are the request and the response of Node, where a socket is served.
 * `requestId` is set for each request, `userId` by the authentication of the API, `user` by the sign-in of
 * the pages.
 */
export interface Env {
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string }; complete?: boolean; destroyed?: boolean };
    outgoing?: { setHeader: (name: string, value: string) => unknown };
  };
  Variables: { requestId: string; userId: string; user: SignedInUser; isDamaged?: boolean };
}

/** The origin of links to the service: `https://host`. */
export function originOf(c: Context, { publicUrl }: Pick<Service, 'publicUrl'>): string {
  return publicUrl ?? new URL(c.req.url).origin;
}

/** Whether the client has closed its connection before the body of its request was complete. */
export function hasLeft(c: Context<Env>): boolean {
  const incoming = (c.env as Partial<Env['Bindings']> | undefined)?.incoming;
  return incoming?.destroyed === true && incoming.complete === false;
}

/** Logs an internal error of the service, with the request that met it. */
export function logFault(c: Context<Env>, { log }: Pick<Service, 'log'>, error: Error): void {
  const { method } = c.req;
  log({ level: 'error', event: 'fault', id: c.get('requestId'), method, route: routeOf(c), error });
}
