import { Hono } from 'hono';
import { isLoopback } from '../core/hosts/host-pattern';
import { defined } from '../core/values/defined';
import { authorizationServerRoute } from './api/device-sign-in';
import { answerError, createApi } from './create-api';
import type { Catalogue } from './catalogue/catalogue';
import { withAsker } from './catalogue/fair-turns';
import { createFreeSources, type FreeSources } from './catalogue/free/free-sources';
import type { SourceAddresses, SourceClock } from './catalogue/sources/source-pace';
import { type Pack, packOfTracker, userAgentOf, type TrackerPackOptions } from './catalogue/pack/create-pack';
import {
  createFilmDatabase,
  otherCatalogue,
  type FilmDatabase,
  createPictureSource,
  type PictureSource,
} from './catalogue/tmdb/film-database';
import type { Env, Service } from './http/environment';
import { healthRoutes, createMetrics } from './http/monitoring';
import { createLog, type LogFormat, type ServiceLog } from './http/log';
import {
  createRouter,
  requestId,
  requestLog,
  securityHeaders,
  together,
  type RequestStep,
} from './http/request-steps';
import { createCatalogue } from './library/create-catalogue';
import { withPosterKey } from './secrets/secret';
import { createPages } from './create-pages';
import type { Store } from './store/store';

export type ServiceOptions = Readonly<{
  store: Store;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Read access token of themoviedb.org. Default: the one that the owner has entered, if any. */
  tmdbToken?: string | undefined;
  /**
   * Where titles are looked up. Default: the film database if there is a token, and the free sources.
   */
  catalogue?: Catalogue | undefined;
  /** Base address of the film database, for tests. */
  tmdbUrl?: string | undefined;
  /**
   * Addresses of the sources that need no token; an empty object means their own addresses. Absent: none is
   * asked, and without a token only the demonstration titles are known.
   */
  freeSources?: SourceAddresses | undefined;
  /** How to reach the owner of the tracker; stated to the free sources. */
  contact?: string | undefined;
  /** The time between requests to them, for tests. */
  sourceClock?: SourceClock;
  /** Milliseconds for each source to answer, for tests. */
  sourcePatienceMs?: number;
  /** The file of the offline pack. Absent: no pack is possible. */
  packPath?: string | undefined;
  /** Number of works in the pack, for tests. */
  packLimits?: TrackerPackOptions['limits'];
  /** Base address of its pictures, for tests. */
  pictureUrl?: string | undefined;
  fetch?: typeof fetch;
  /** The origin behind a proxy, such as `https://tracker.example`. */
  publicUrl?: string | undefined;
  /** Whether other machines can reach the service. It then answers under every host name. */
  exposed?: boolean;
  /** A proxy is in front of the service; the addresses in its `X-Forwarded-For` are trusted. */
  trustProxy?: boolean;
  /** Counts requests, and shows the counts to everybody under `/metrics`. */
  metrics?: boolean;
  /** Seconds between two polls of a waiting device. */
  deviceIntervalSeconds?: number;
  /** Receives lines without bodies, keys, titles and addresses. Default: the standard error output. */
  log?: (line: string) => void;
  /** Default `text`: faults only. */
  logFormat?: LogFormat;
  /** The log states the network address of each refused sign-in. Default: it has no addresses. */
  logsRefusals?: boolean;
}>;

export type App = Readonly<{
  fetch: (request: Request, env?: object) => Response | Promise<Response>;
  /** Like `fetch`, by path; for tests without a socket. */
  request: (path: string, init?: RequestInit) => Response | Promise<Response>;
  /** Every operation and page, with the parameters of its path by name. */
  routes: Readonly<{ method: string; path: string }>[];
  log: ServiceLog;
  catalogue: Catalogue;
  /** Absent: no free source is asked. */
  pack: Pack | undefined;
}>;

/** The tracker service: API v1 under `/api/v1`, pages for people under `/`. */
export function createService(options: ServiceOptions): App {
  const service = createContext(options);
  const app = new Hono<Env>({ router: createRouter() });
  const metrics = options.metrics === true ? createMetrics() : undefined;
  if (options.logFormat === 'json') app.use(requestLog(service));
  if (metrics) app.use(metrics.measure);
  app.use(together(securityHeaders(service), requestId(service), refuseForeignHosts(options)));
  if (metrics) app.route('/', metrics.routes);
  app.route('/', healthRoutes(service));
  app.use(withAsker(withPosterKey(() => service.store.posterKey())));
  app.route('/api/v1', createApi(service));
  app.route('/', authorizationServerRoute(service));
  app.route('/', createPages(service));
  app.onError(answerError(service));
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  return {
    fetch: app.fetch,
    request: (path, init) => app.request(path, init),
    routes,
    log: service.log,
    catalogue: service.catalogue,
    pack: service.freeSources?.pack,
  };
}

function createContext(options: ServiceOptions): Service {
  const {
    store,
    now = Date.now,
    deviceIntervalSeconds = 5,
    logFormat = 'text',
    log = console.error,
  } = options;
  const freeSources = createFree(options);
  const filmDatabase = createTitles(options, freeSources);
  return {
    store,
    now,
    fetch: options.fetch ?? globalThis.fetch,
    publicUrl: options.publicUrl,
    catalogue: options.catalogue ?? filmDatabase.catalogue,
    pictures: filmDatabase.pictures,
    freeSources,
    filmDatabase: options.catalogue === undefined ? filmDatabase : otherCatalogue,
    trustProxy: options.trustProxy ?? false,
    logsRefusals: options.logsRefusals ?? false,
    deviceIntervalMs: deviceIntervalSeconds * 1000,
    log: createLog(logFormat, log, now),
  };
}

function createFree(options: ServiceOptions): FreeSources | undefined {
  const { store, now = Date.now, fetch = globalThis.fetch, freeSources: addresses, publicUrl } = options;
  if (addresses === undefined) return undefined;
  const { contact = publicUrl, sourceClock: clock, packPath: path, packLimits } = options;
  const shared = { fetch, now, addresses, userAgent: userAgentOf(contact), clock };
  return createFreeSources({
    ...shared,
    titles: store.titles,
    siteIds: store.siteIds,
    switches: store.sourceSwitches,
    pack: packOfTracker({ ...shared, path, ...defined({ limits: packLimits }) }),
  });
}

function createTitles(options: ServiceOptions, free: FreeSources | undefined): FilmDatabase {
  const { store, now = Date.now, tmdbToken, tmdbUrl, fetch = globalThis.fetch } = options;
  return createFilmDatabase({
    given: tmdbToken,
    stored: store.filmDatabaseToken,
    sourceFor: (token) => ({
      catalogue: createCatalogue({ ...options, tmdbToken: token, free }),
      pictures: createPictures(options, token),
    }),
    check: { fetch, ...defined({ url: tmdbUrl }) },
    now,
  });
}

function createPictures(
  { store, pictureUrl, fetch = globalThis.fetch }: ServiceOptions,
  token: string | undefined,
): PictureSource | undefined {
  if (token === undefined) return undefined;
  return createPictureSource({ posters: store.posters, fetch, ...defined({ url: pictureUrl }) });
}

/**
 * Answers 403 to a foreign host name. Otherwise a site that resolves its own name to 127.0.0.1 (DNS
 * rebinding) would have the same origin as the service. An exposed service answers under every host name; the
 * endpoints for monitoring always do.
 */
function refuseForeignHosts({ exposed = false, publicUrl }: ServiceOptions): RequestStep {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const isOwn = (origin: string) => {
    const { hostname } = new URL(origin);
    return isLoopback(hostname) || hostname === publicHost;
  };
  const isKnown = remembered(isOwn);
  return (c) => {
    const [origin = c.req.url] = /^https?:\/\/[^/?#]*/.exec(c.req.url) ?? [];
    if (exposed || isKnown(origin) || WATCHED.has(c.req.path)) return undefined;
    const message = 'The service does not answer under this host name';
    return c.json({ error: 'FORBIDDEN', message }, 403);
  };
}

const WATCHED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Caches the decisions for recent origins: a client states the same one in each request. */
function remembered(decide: (origin: string) => boolean): (origin: string) => boolean {
  const known = new Map<string, boolean>();
  return (origin) => {
    const before = known.get(origin);
    if (before !== undefined) return before;
    if (known.size >= 100) known.clear();
    const decision = decide(origin);
    known.set(origin, decision);
    return decision;
  };
}
