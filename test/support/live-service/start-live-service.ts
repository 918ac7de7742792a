import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createLiveService, type LiveOptions } from './create-live-service';

interface LiveRequest {
  readonly method: string;
  /** Below `/api/v1`, with the query. */
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
}

export type RunningLiveService = Awaited<ReturnType<typeof startLiveService>>;

/** The live service on a port of this machine, with a log of all requests and a fault for each. */
export async function startLiveService(options: LiveOptions = {}) {
  const live = createLiveService(options);
  const log: LiveRequest[] = [];
  /** Answers in place of the service where it returns a response. */
  const fault: { intercept?: (path: string, body: unknown) => Response | undefined } = {};
  const listener = getRequestListener(async (request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/api\/v1/, '') + url.search;
    const text = await request.text();
    const body = text === '' ? undefined : (JSON.parse(text) as unknown);
    const { method, headers } = request;
    const again = new Request(request.url, { method, headers, body: text === '' ? null : text });
    const response = fault.intercept?.(path, body) ?? (await live.app.fetch(again));
    log.push({ method, path, body, status: response.status });
    return response;
  });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    ...live,
    url,
    baseUrl: `${url}/api/v1`,
    log,
    fault,
    decideDevice: async (userCode: string, decision: 'approved' | 'denied') =>
      live.sessions.decide(userCode, decision),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
