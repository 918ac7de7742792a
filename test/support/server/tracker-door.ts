import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { RunningService } from '../../../src/service/start-service';

/** The parts of a request to the tracker that the privacy policy describes. */
export interface SeenRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** In small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a JSON body; undefined without one. */
  readonly body?: unknown;
}

/**
 * A proxy before the real service. It records all requests, and can break connections like a lost network.
 */
export interface TrackerDoor {
  /** `…/api/v1`, through the proxy. */
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  /** Requests that came while it was shut, and got no answer. */
  readonly refused: () => number;
  readonly shut: () => void;
  readonly open: () => void;
  /** The same proxy for a site server, under any name. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

export async function openTrackerDoor(service: RunningService): Promise<TrackerDoor> {
  const seen: SeenRequest[] = [];
  let isShut = false;
  let refused = 0;

  async function pass(request: Request, env?: object): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    seen.push({
      method: request.method,
      path: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(text === '' ? {} : { body: JSON.parse(text) as unknown }),
    });
    const bare = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(text === '' ? {} : { body: text }),
    });
    return service.app.fetch(bare, env);
  }

  const listener = getRequestListener((request, env) => pass(request, env));
  const server = createServer((request, response) => {
    if (!isShut) return void listener(request, response);
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
    shut: () => {
      isShut = true;
      server.closeIdleConnections();
    },
    open: () => {
      isShut = false;
    },
    // The service answers requests for the name of its own machine only.
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      return pass(new Request(`${base}${pathname}${search}`, request));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
