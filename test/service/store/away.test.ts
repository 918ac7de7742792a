import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startService } from '../../../src/service/start-service';
import { waitFor } from '../../support/wait-for';
import { createTestSchema, isPostgres } from './open-test-store';

// The database goes away and comes back while the service runs.

test.skipIf(!isPostgres)(
  'while PostgreSQL is away: 503 that says so, then everything as before',
  async () => {
    const gate = await openGate(await createTestSchema());
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const service = await startService({ dataDir: '', database: gate.database, log });
    const headers = { 'x-api-key': await service.createKey('sk'), 'content-type': 'application/json' };
    const scrobble = (tmdbId: number) => {
      const body = JSON.stringify({ type: 'movie', tmdbId, progress: 95, duration: 100 });
      return fetch(`${service.baseUrl}/scrobble`, { method: 'POST', headers, body });
    };
    const status = async (path: string) => (await fetch(service.url + path)).status;
    expect((await scrobble(1)).status).toBe(200);

    gate.close();
    const refused = await scrobble(2);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({ error: 'UNAVAILABLE' });
    const ending = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => {
      ending.listen(Number(new URL(gate.database).port), '127.0.0.1', resolve);
    });
    expect((await scrobble(2)).status).toBe(503);
    ending.close();
    for (let count = 0; count < 5; count += 1) expect((await scrobble(2)).status).toBe(503);
    // One line for each reason, which is named: a connection that ends has no code.
    const reasons = lines.map((line) => /^[^\n]*UnavailableError: PostgreSQL: (\w.*)$/.exec(line)?.[1]);
    expect(reasons).not.toContain(undefined);
    expect(new Set(reasons).size).toBe(lines.length);
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
    const page = await fetch(`${service.url}/sign-in`);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);

    await gate.open();
    await waitFor('the service to be ready', async () => (await status('/readyz')) === 200);
    expect((await scrobble(2)).status).toBe(200);
    const history: unknown = await (await fetch(`${service.baseUrl}/matinee/history`, { headers })).json();
    expect(history).toMatchObject({ data: { total: 2 } });
    await service.close();
    gate.close();
  },
);

test.skipIf(!isPostgres)(
  'a tracker that is started before PostgreSQL waits for it, and says so once',
  async () => {
    const gate = await openGate(await createTestSchema());
    gate.close();
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const starting = startService({ dataDir: '', database: gate.database, log });
    await waitFor('the first refusal', () => lines.length > 0);
    await new Promise((resolve) => {
      setTimeout(resolve, 600);
    });
    await gate.open();
    const service = await starting;
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(lines).toEqual(['fault: UnavailableError: PostgreSQL: ECONNREFUSED']);
    await service.close();
    gate.close();
  },
);

/** A port before PostgreSQL that can be shut. */
async function openGate(server: string) {
  const target = new URL(server);
  const sockets = new Set<Socket>();
  let listener: Server | undefined;
  let port = 0;
  const open = async () => {
    listener = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const socket of [client, upstream]) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.once('close', () => sockets.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => {
      listener?.listen(port, '127.0.0.1', resolve);
    });
    port = (listener.address() as AddressInfo).port;
  };
  const close = () => {
    listener?.close();
    for (const socket of sockets) socket.destroy();
  };
  await open();
  const address = new URL(server);
  address.port = String(port);
  return { database: address.href, open, close };
}
