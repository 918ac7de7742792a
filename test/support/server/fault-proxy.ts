import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A failure of one request. */
export type Fault =
  /** 429; `date`: `Retry-After` as a date instead of seconds. */
  | { readonly kind: 'busy'; readonly retryAfter: number; readonly date: boolean }
  | { readonly kind: 'error'; readonly status: 500 | 502 }
  /** Never answers; the time limit of the client ends the request. */
  | { readonly kind: 'hang' }
  /** 200 with an HTML page or incomplete JSON. The request does not reach the service. */
  | { readonly kind: 'garbage'; readonly html: boolean }
  /** The connection breaks before the request reaches the service. */
  | { readonly kind: 'drop' }
  /** The service accepts the request, and the connection breaks before the answer. */
  | { readonly kind: 'lost-answer' };

export interface FaultProxy {
  /** `http://127.0.0.1:41234` */
  readonly url: string;
  /** Sets the function that picks the fault of each request; undefined forwards the request. */
  readonly setFaults: (faultOf: (path: string) => Fault | undefined) => void;
  /** `false` refuses new connections and breaks the open ones, as a lost network does. */
  readonly setConnected: (connected: boolean) => void;
  /** Answers to requests without a fault come so many milliseconds later. */
  readonly setDelay: (milliseconds: number) => void;
  /** How often each fault has occurred, and how many requests were `forwarded`. */
  readonly counts: ReadonlyMap<Fault['kind'] | 'forwarded' | 'unreachable', number>;
  readonly close: () => Promise<void>;
}

/** A proxy on loopback in front of a real service, which makes chosen requests fail. */
export async function startFaultProxy(target: {
  readonly port: number;
  /** Told of each request when all of it has arrived. */
  readonly onRequest?: (path: string, body: string, fault: Fault | undefined) => void;
}): Promise<FaultProxy> {
  let faultOf: (path: string) => Fault | undefined = () => undefined;
  let connected = true;
  let delay = 0;
  const counts = new Map<Fault['kind'] | 'forwarded' | 'unreachable', number>();
  const count = (name: Fault['kind'] | 'forwarded' | 'unreachable') =>
    void counts.set(name, (counts.get(name) ?? 0) + 1);
  const sockets = new Set<Socket>();

  const server = createServer((request, response) => {
    // A client may break the connection when its time limit is over.
    request.on('error', () => response.destroy());
    // A CORS preflight is a request of the browser, not of the client.
    const fault = request.method === 'OPTIONS' ? undefined : faultOf(request.url ?? '/');
    const { onRequest } = target;
    if (onRequest !== undefined && request.method === 'POST')
      whenComplete(request, (body) => onRequest(request.url ?? '/', body, fault));
    if (fault === undefined) {
      count('forwarded');
      forwardTo(request, response, { port: target.port, delay }, () => count('unreachable'));
    } else {
      count(fault.kind);
      answerWithFault(fault, request, response, target.port);
    }
  });
  server.on('connection', (socket) => {
    // The server keeps listening while disconnected, so that no other program can take the port.
    if (!connected) socket.resetAndDestroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    setFaults: (next) => void (faultOf = next),
    setDelay: (milliseconds) => void (delay = milliseconds),
    setConnected(next) {
      connected = next;
      if (!next) for (const socket of sockets) socket.resetAndDestroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function whenComplete(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => done(Buffer.concat(chunks).toString()));
}

function answerWithFault(
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): void {
  switch (fault.kind) {
    case 'busy': {
      const after = fault.date
        ? new Date(Date.now() + fault.retryAfter * 1000).toUTCString()
        : String(fault.retryAfter);
      return answer(
        request,
        response,
        429,
        'application/json',
        '{"error":"RATE_LIMITED","message":"Slow down"}',
        { 'Retry-After': after },
      );
    }
    case 'error':
      return answer(request, response, fault.status, 'text/html', `<h1>${fault.status}</h1>`);
    case 'garbage':
      return answer(
        request,
        response,
        200,
        fault.html ? 'text/html' : 'application/json',
        fault.html ? '<!doctype html><title>Welcome to our hotel</title>' : '{"success": tr',
      );
    case 'drop':
      return void request.socket.resetAndDestroy();
    case 'hang':
      return void request.resume();
    case 'lost-answer':
      return forwardTo(request, undefined, { port, delay: 0 }, () => request.socket.resetAndDestroy());
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void {
  request.resume();
  response.writeHead(status, { 'Content-Type': type, ...cors(request), ...headers }).end(body);
}

/** Forwards a request. Without a `response` it reads the answer to its end, then breaks the connection. */
function forwardTo(
  request: IncomingMessage,
  response: ServerResponse | undefined,
  { port, delay }: { readonly port: number; readonly delay: number },
  onUnreachable: () => void,
): void {
  const onward = forward(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, host: `127.0.0.1:${port}` },
      agent: false,
    },
    (incoming) => {
      if (response === undefined) {
        incoming.resume();
        incoming.on('close', () => request.socket.resetAndDestroy());
        return;
      }
      incoming.on('error', () => response.destroy());
      if (response.destroyed) return void incoming.resume();
      const answering = setTimeout(() => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
      }, delay);
      // The client has gone, or the proxy has closed.
      response.once('close', () => clearTimeout(answering));
    },
  );
  onward.on('error', () => {
    onUnreachable();
    // A stopped service does not answer 502; its client sees a broken connection.
    request.socket.resetAndDestroy();
  });
  request.pipe(onward);
}

/** An extension reads answers of hosts without permission only with these headers. */
function cors(request: IncomingMessage): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': request.headers.origin ?? '*',
    'Access-Control-Expose-Headers': 'Retry-After',
  };
}
