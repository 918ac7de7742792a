import { serve, type ServerType } from '@hono/node-server';

/**
 * Milliseconds for which a connection without a request may stay open after `stop`. Browsers open some in
 * advance.
 */
const IDLE_TIMEOUT_MS = 1000;

/**
 * Milliseconds for which requests in flight may continue after `stop`. Docker kills a container 10 s after
 * asking it to end.
 */
const REQUEST_TIMEOUT_MS = 8000;

/** Milliseconds between two checks whether all requests have ended. */
const POLL_MS = 50;

/**
 * The number of unanswered requests of each server. It is a number instead of a `Set`, because V8 chains the
 * tables that a set has replaced: ended requests would stay in memory, with 6 kB of garbage each.
 */
const open = new WeakMap<ServerType, { count: number }>();

/**
 * Starts a server. Resolves when it accepts connections; `boundPort` is its port. Rejects if the port is
 * taken.
 */
export function listen(
  fetch: (request: Request, env?: object) => Response | Promise<Response>,
  hostname: string,
  port: number,
): Promise<{ server: ServerType; boundPort: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, (info) => resolve({ server, boundPort: info.port }));
    server.once('error', reject);
    const requests = { count: 0 };
    open.set(server, requests);
    const end = () => void (requests.count -= 1);
    server.on('request', (_: unknown, response: { once: (event: 'close', done: () => void) => void }) => {
      requests.count += 1;
      response.once('close', end);
    });
  });
}

/** Stops a server. Requests in flight are answered. Resolves when all connections are closed. */
export function stop(server: ServerType): Promise<void> {
  const requests = open.get(server);
  const began = performance.now();
  return new Promise((resolve) => {
    const poll = setInterval(() => {
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      const limit = requests?.count === 0 ? IDLE_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
      if (performance.now() - began >= limit && 'closeAllConnections' in server) server.closeAllConnections();
    }, POLL_MS);
    server.close(() => {
      clearInterval(poll);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}
