import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on this machine that answers as `answer` says. */
export async function listenAs(answer: (request: ReceivedRequest, response: ServerResponse) => void) {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    const { method = '', url = '', headers } = request;
    answer({ method, url, headers, key: headers.authorization ?? '', body }, response);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (text === '') return {};
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return isForm
    ? Object.fromEntries(new URLSearchParams(text))
    : (JSON.parse(text) as Record<string, unknown>);
}

/** What a tracker with API v1 does at `/history`. `trouble` may answer first, before or after it is stored. */
export function historyOf(trouble: (request: ReceivedRequest) => Trouble | undefined = () => undefined) {
  const viewings: Record<string, unknown>[] = [];
  return {
    viewings,
    answer: (request: ReceivedRequest, response: ServerResponse): void => {
      const wrong = request.method === 'POST' ? trouble(request) : undefined;
      if (request.key !== 'Bearer sk_1') return void response.writeHead(401).end('{}');
      if (wrong?.when === 'before') return end(response, wrong);
      if (request.method === 'POST') viewings.push({ ...request.body });
      if (request.method === 'DELETE') {
        const query = new URL(request.url, 'http://x').searchParams;
        const at = viewings.findLastIndex((one) =>
          [...query].every(([name, value]) => String(one[name]) === value),
        );
        if (at >= 0) viewings.splice(at, 1);
      }
      if (wrong !== undefined) return end(response, wrong);
      response.writeHead(200, { 'content-type': 'application/json' });
      // The last one first, in pages.
      const page = Number(new URL(request.url, 'http://x').searchParams.get('page') ?? 1);
      const data = viewings.toReversed().slice((page - 1) * 100, page * 100);
      response.end(JSON.stringify({ success: true, data }));
    },
  };
}

export interface Trouble {
  readonly when: 'before' | 'after';
  /** 0: the connection ends without an answer. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function end(response: ServerResponse, { status, headers }: Trouble): void {
  if (status === 0) response.destroy();
  else response.writeHead(status, headers).end('{}');
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
