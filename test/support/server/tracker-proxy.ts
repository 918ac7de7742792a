import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { defined } from '../../../src/core/values/defined';
import type { RunningService } from '../../../src/service/start-service';

/** The parts of a request to the tracker that the privacy policy describes. */
export interface SeenRequest {
  readonly method: string;
  /** With the query string. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON body; undefined without one. */
  readonly body?: unknown;
}

/**
 * A proxy in front of the real service. It records all requests and can break connections, as a lost network
 * does.
 */
export interface TrackerProxy {
  /** `…/api/v1`, through the proxy. */
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  /** Number of requests whose connection was broken while disconnected. */
  readonly refused: () => number;
  readonly disconnect: () => void;
  readonly reconnect: () => void;
  /** Forwards a request of a site server, whatever its host name. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export async function startTrackerProxy(service: RunningService): Promise<TrackerProxy> {
  const seen: SeenRequest[] = [];
  let isConnected = true;
  let refused = 0;

  async function forward(request: Request, env?: object): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    seen.push({
      method: request.method,
      path: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...defined({ body: text === '' ? undefined : (JSON.parse(text) as unknown) }),
    });
    const bare = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body: text === '' ? null : text,
    });
    return service.app.fetch(bare, env);
  }

  const listener = getRequestListener((request, env) => forward(request, env));
  const server = createServer((request, response) => {
    if (isConnected) return void listener(request, response);
    refused += 1;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${base}/api/v1`,
    seen,
    refused: () => refused,
    disconnect: () => {
      isConnected = false;
      server.closeIdleConnections();
    },
    reconnect: () => {
      isConnected = true;
    },
    // The service refuses requests whose host name is not that of its own machine.
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      return forward(new Request(`${base}${pathname}${search}`, request));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
