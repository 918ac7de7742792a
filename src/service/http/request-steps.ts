import type { Context, MiddlewareHandler } from 'hono';
import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import type { Env, Service } from './environment';
import { randomBytes } from 'node:crypto';
import { routeOf } from './log';

/** A step that prepares the response, or returns it. */
export type RequestStep = (c: Context<Env>) => Response | undefined;

/**
 * Combines synchronous steps into one middleware. A separate middleware for each costs 2 % of an update's
 * processor time.
 */
export function together(...steps: RequestStep[]): MiddlewareHandler<Env> {
  return (c, next) => {
    for (const step of steps) {
      const response = step(c);
      if (response !== undefined) return Promise.resolve(response);
    }
    return next();
  };
}

/** The content security policy of every response. Scripts run only after `allowOwnScript`. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const POLICY_WITH_SCRIPT = POLICY.replace('; ', "; script-src 'self'; ");

const POLICY_WITH_ASKING_SCRIPT = POLICY.replace('; ', "; script-src 'self'; connect-src 'self'; ");

const HEADERS = Object.entries({
  'Content-Security-Policy': POLICY,
  // With `no-referrer`, browsers send forms with `Origin: null`, which `requireOwnOrigin` refuses.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Pages of other sites can load neither a picture nor the style sheet, so they cannot find out that the
  // service runs.
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** `max-age` is a year in seconds. */
const HSTS = 'max-age=31536000';

/** Adds the headers to every response, including refusals and errors. */
export function securityHeaders(service: Pick<Service, 'publicUrl'>): RequestStep {
  return (c) => {
    for (const [name, value] of HEADERS) setHeader(c, name, value);
    // Handlers of responses that may be cached set another value.
    setHeader(c, 'Cache-Control', 'no-store');
    // Compares the beginning of the address, which is cheaper than parsing it.
    if ((service.publicUrl ?? c.req.url).startsWith('https:'))
      setHeader(c, 'Strict-Transport-Security', HSTS);
    return undefined;
  };
}

/**
 * Sets a header before the response is made; the handler may still replace it. Node gets the header directly,
 * because a `Headers` object per response costs a fifth of an update's processor time.
 */
function setHeader(c: Context<Env>, name: string, value: string): void {
  // Without a socket, as in tests, there is no Node response.
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) c.header(name, value);
  else outgoing.setHeader(name, value);
}

/**
 * Lets the page of this response load scripts of the service, as passkeys and the review of connectors need.
 * Inline scripts stay forbidden. `isAsking`: the scripts may also request data from the service.
 */
export function allowOwnScript(c: Context, { isAsking = false } = {}): void {
  c.header('Content-Security-Policy', isAsking ? POLICY_WITH_ASKING_SCRIPT : POLICY_WITH_SCRIPT);
}

/** Form of the request ids that a proxy may send. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

/**
 * Gives each request an id and returns it as `X-Request-Id`. An id that the request states is used only
 * behind a trusted proxy: otherwise any client could choose what the log says.
 */
export function requestId({ trustProxy }: Pick<Service, 'trustProxy'>): RequestStep {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return (c) => {
    const stated = trustProxy ? c.req.header('x-request-id') : undefined;
    const id =
      stated !== undefined && REQUEST_ID.test(stated) ? stated : `${process}-${String((count += 1))}`;
    c.set('requestId', id);
    setHeader(c, 'X-Request-Id', id);
    return undefined;
  };
}

/** Logs each request when it is answered. */
export function requestLog({ log }: Pick<Service, 'log'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const began = performance.now();
    await next();
    const ms = Math.round((performance.now() - began) * 10) / 10;
    const { method } = c.req;
    const id = c.get('requestId');
    log({ level: 'info', event: 'request', id, method, route: routeOf(c), status: c.res.status, ms });
  };
}

/** Origins of extensions, by browser. */
const EXTENSION = /^(?:chrome|moz)-extension:\/\/[\w-]+$/;

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE',
  'Access-Control-Allow-Headers': 'authorization,content-type,if-none-match,x-api-key',
  'Access-Control-Max-Age': '600',
};

/** Lets extensions, but not web pages, read responses. */
export function allowExtensions(): RequestStep {
  return (c) => {
    setHeader(c, 'Vary', 'Origin');
    const origin = c.req.header('origin');
    const isAllowed = origin !== undefined && EXTENSION.test(origin);
    if (isAllowed) {
      setHeader(c, 'Access-Control-Allow-Origin', origin);
      setHeader(
        c,
        'Access-Control-Expose-Headers',
        'ETag,Retry-After,RateLimit-Limit,RateLimit-Remaining,RateLimit-Reset',
      );
    }
    return c.req.method === 'OPTIONS' ? c.body(null, 204, isAllowed ? PREFLIGHT : {}) : undefined;
  };
}

/**
 * A router that caches the handlers of paths without parameters, because they never change. Without the cache
 * the search would take 5 % of an update's time. Paths with parameters are not cached, so the cache stays
 * small.
 */
export function createRouter<T>(): Router<T> {
  const router = new TrieRouter<T>();
  const fixed = new Set<string>();
  const known = new Map<string, Result<T>>();
  return {
    name: 'RememberingRouter',
    add(method, path, handler) {
      if (!/[:*{]/.test(path)) fixed.add(path);
      known.clear();
      router.add(method, path, handler);
    },
    match(method, path) {
      if (!fixed.has(path)) return router.match(method, path);
      const key = `${method} ${path}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const found = router.match(method, path);
      known.set(key, found);
      return found;
    },
  };
}
