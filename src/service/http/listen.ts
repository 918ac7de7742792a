import { serve, type ServerType } from '@hono/node-server';

/**
 * Milliseconds for which a connection without a request may stay open after `stop`: browsers open some in
 * advance.
 */
const IDLE_TIMEOUT_MS = 1000;

/**
 * Milliseconds for which requests in flight may continue: Docker kills a container 10 s after asking it to
 * end.
 */
const REQUEST_TIMEOUT_MS = 8000;

/** Milliseconds between two checks whether all requests have ended. */
const POLL_MS = 50;

/**
 * The number of unanswered requests of each server. A number instead of a `Set`: V8 chains the tables that a
 * set has replaced, so ended requests would stay in memory, and each left 6 kB of old garbage.
 */
const open = new WeakMap<ServerType, { count: number }>();

/**
 * Resolves when the server accepts connections; `boundPort` is the port it got. Rejects if the port is taken.
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

/** Resolves when all connections are closed. Requests in flight are answered. */
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
