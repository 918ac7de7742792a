import { serve, type ServerType } from '@hono/node-server';

/** How long a connection without a request may stay open after `stop`: a browser opens some ahead. */
const IDLE_TIMEOUT_MS = 1000;
/** How long requests under way may take: Docker kills a container 10 s after it has asked it to end. */
const REQUEST_TIMEOUT_MS = 8000;
/** How often the end of requests is looked for. */
const POLL_MS = 50;

/**
 * How many requests of each server are not answered yet. A number, because a `Set` of them keeps those that
 * have ended: V8 chains the tables that it has replaced, which made 6 kB of each request old garbage.
 */
const open = new WeakMap<ServerType, { count: number }>();

/**
 * Resolves when the server accepts connections; `boundPort` is the port it got. Rejects when the port is
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

/** Resolves when all connections are closed. Requests under way are answered. */
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
