import { serve, type ServerType } from '@hono/node-server';

/** How long a client may keep its connection open after `stop`. */
const CLOSE_TIMEOUT_MS = 1000;

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
  });
}

/** Resolves when all connections are closed. Requests under way are answered. */
export function stop(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    setTimeout(
      () => 'closeAllConnections' in server && server.closeAllConnections(),
      CLOSE_TIMEOUT_MS,
    ).unref();
  });
}
