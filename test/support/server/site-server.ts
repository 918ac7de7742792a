import { createHash, createPublicKey } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { selfSignedCertificate } from './self-signed-certificate';

/** Answers the requests of one host. Their URLs have no port: `https://www.netflix.com/watch/1`. */
export type Site = (request: Request) => Response | Promise<Response>;

export interface SiteServer {
  readonly port: number;
  /**
   * Sets the site of a host; `*.example.com` is every host below it, and exact names have precedence. Hosts
   * without a site answer 404.
   */
  readonly serve: (host: string, site: Site) => void;
  /** For `--ignore-certificate-errors-spki-list` of Chromium, which then trusts this certificate only. */
  readonly certificateHash: string;
  /** All requests since the start, in order, as `METHOD URL`. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Serves every host name over https and http on one port of this machine. A browser that is launched with it
 * as `sites` has no access to other servers.
 */
export async function startSiteServer(sites: Readonly<Record<string, Site>> = {}): Promise<SiteServer> {
  const byHost = new Map(Object.entries(sites));
  const requests: string[] = [];
  const listener = getRequestListener(async (request) => {
    const url = new URL(request.url);
    requests.push(`${request.method} ${url.href}`);
    const site = byHost.get(url.hostname) ?? byHost.get(widened(url.hostname, byHost));
    return site === undefined ? new Response(`no site at ${url.hostname}`, { status: 404 }) : site(request);
  });
  const certificate = selfSignedCertificate('localhost');
  const secure = createHttpsServer(certificate, (request, response) => void listener(request, response));
  const plain = createHttpServer((request, response) => void listener(request, response));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // A browser breaks connections when a page or video is closed.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (bytes) => {
      socket.pause();
      socket.unshift(bytes);
      (bytes[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    serve: (host, site) => void byHost.set(host, site),
    requests,
    certificateHash: createHash('sha256')
      .update(createPublicKey(certificate.key).export({ type: 'spki', format: 'der' }))
      .digest('base64'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** First byte of every TLS connection (RFC 8446, section 5.1): the record type “handshake”. */
const TLS_HANDSHAKE = 0x16;

function widened(host: string, known: ReadonlyMap<string, Site>): string {
  const labels = host.split('.');
  const patterns = labels.map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  return patterns.find((pattern) => known.has(pattern)) ?? '';
}
