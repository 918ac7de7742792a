import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { isLoopback } from '../core/hosts/is-loopback';
import { createApi } from './api/api';
import { createBuiltInCatalogue } from './catalogue/built-in';
import { createTmdbCatalogue } from './catalogue/tmdb';
import type { Env, Service } from './http/environment';
import { createPages } from './pages/pages';
import { createUserCode, type RandomBytes } from './secrets';
import type { Store } from './store/store';

export interface ServiceOptions {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: RandomBytes;
  /** Read access token of the film database; without it the built-in catalogue answers alone. */
  readonly tmdbToken?: string | undefined;
  /** Where the film database is; a test names its own. */
  readonly tmdbUrl?: string | undefined;
  readonly fetch?: typeof fetch;
  /** `https://tracker.example`, when a proxy stands before the service. */
  readonly publicUrl?: string | undefined;
  /** True: other machines can reach the service. Then the first visit needs the set-up code, and any host name is answered. */
  readonly exposed?: boolean;
  /** How long a device waits between two polls. */
  readonly deviceIntervalSeconds?: number;
  readonly log?: (line: string) => void;
}

export interface App {
  /** Request → Response; also what the socket is given. */
  readonly fetch: (request: Request, env?: object) => Response | Promise<Response>;
  readonly request: (path: string, init?: RequestInit) => Response | Promise<Response>;
  /** What the first visitor must know on an exposed service that has no owner yet. */
  readonly setUpCode: string | undefined;
}

/** The embedded tracker: API v1 under `/api/v1`, pages for people above it. */
export function createService(options: ServiceOptions): App {
  const {
    store,
    now = Date.now,
    random = randomBytes,
    exposed = false,
    publicUrl,
    deviceIntervalSeconds = 5,
  } = options;
  const builtIn = createBuiltInCatalogue();
  const { tmdbToken, tmdbUrl } = options;
  const service: Service = {
    store,
    now,
    publicUrl,
    catalogue:
      tmdbToken === undefined
        ? builtIn
        : createTmdbCatalogue({
            token: tmdbToken,
            fetch: options.fetch ?? fetch,
            otherwise: builtIn,
            ...(tmdbUrl !== undefined && { url: tmdbUrl }),
          }),
    setUpCode: exposed && !store.accounts.isClaimed() ? createUserCode(random) : undefined,
    deviceIntervalMs: deviceIntervalSeconds * 1000,
    log: options.log ?? console.error,
  };
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    // A site that points its own name at 127.0.0.1 (DNS rebinding) would otherwise be same-origin with the service.
    const { hostname } = new URL(c.req.url);
    const known =
      exposed ||
      isLoopback(hostname) ||
      (publicUrl !== undefined && hostname === new URL(publicUrl).hostname);
    if (!known)
      return c.json({ error: 'FORBIDDEN', message: 'The service does not answer under this host name' }, 403);
    await next();
    return undefined;
  });
  app.route('/api/v1', createApi(service));
  app.route('/', createPages(service));
  return { fetch: app.fetch, request: (path, init) => app.request(path, init), setUpCode: service.setUpCode };
}
