import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FaultServer {
  readonly url: string;
  readonly baseUrl: string;
  readonly requests: IncomingMessage[];
  /** Handles the next requests; 500 until it is set. */
  answer: RequestListener;
  /** Resolves when no response is open: each one has ended, or its client has left. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** A tracker whose responses a test chooses, over a real socket. */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: IncomingMessage[] = [];
  const open = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    requests.push(request);
    const closed: Promise<unknown> = once(response, 'close').then(() => open.delete(closed));
    open.add(closed);
    fault.answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const fault: FaultServer = {
    url,
    baseUrl: `${url}/api/v1`,
    requests,
    answer: (_, response) => response.writeHead(500).end(),
    idle: async () => {
      await Promise.all(open);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fault;
}
