import type { Context } from 'hono';
import type { Catalogue } from '../catalogue/catalogue';
import type { User } from '../store/accounts';
import type { Store } from '../store/store';

/** What every handler of the service may use. */
export interface Service {
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly now: () => number;
  /** Where the service is reached, without a path; `undefined`: as the request says. */
  readonly publicUrl: string | undefined;
  /** Asked for on the first visit where others than this machine can come first; printed when the service starts. */
  readonly setUpCode: string | undefined;
  /** Milliseconds between two polls of a device that waits. */
  readonly deviceIntervalMs: number;
  /** Where a fault of the service is noted: never with a body, a key or a title. */
  readonly log: (line: string) => void;
}

/** Set by the API's authentication and by the pages' sign-in. */
export interface Env {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: { userId: number; user: User };
}

/** `https://host`, as links to the service begin. */
export function originOf(c: Context, service: Service): string {
  return service.publicUrl ?? new URL(c.req.url).origin;
}

/** Whom to slow down: the address that calls. Forwarded headers are not believed, anybody can write them. */
export function callerOf(c: Context<Env>): string {
  return c.env?.incoming?.socket?.remoteAddress ?? 'in-process';
}
