import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../wait-for';
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy';

let proxy: FaultProxy;
let received = 0;
const told: string[] = [];
const service = createServer((_, response) => {
  received += 1;
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"success":true}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve);
  });
  proxy = await startFaultProxy({
    port: (service.address() as AddressInfo).port,
    onRequest: (path, body, fault) => told.push(`${path} ${body} ${fault?.kind ?? 'forwarded'}`),
  });
});
afterAll(async () => {
  await proxy.close();
  service.closeAllConnections();
  service.close();
});

async function callUnder(fault: Fault | undefined): Promise<{
  readonly status?: number;
  readonly body?: string;
  readonly retryAfter?: string | null;
  readonly reached: boolean;
}> {
  const before = received;
  proxy.setFaults(() => fault);
  try {
    const answer = await fetch(`${proxy.url}/api/v1/scrobble`, {
      method: 'POST',
      body: '{}',
      // Only what hangs has no end of its own.
      signal: AbortSignal.timeout(fault?.kind === 'hang' ? 300 : 20_000),
    });
    return {
      status: answer.status,
      body: await answer.text(),
      retryAfter: answer.headers.get('Retry-After'),
      reached: received > before,
    };
  } catch {
    return { reached: received > before };
  }
}

describe('the fault proxy', () => {
  test('forwards a request without a fault', async () => {
    told.length = 0;
    expect(await callUnder(undefined)).toEqual({
      status: 200,
      body: '{"success":true}',
      retryAfter: null,
      reached: true,
    });
    expect(told).toEqual(['/api/v1/scrobble {} forwarded']);
  });

  test('breaks the connection after the service has accepted the request', async () => {
    expect(await callUnder({ kind: 'lost-answer' })).toEqual({ reached: true });
  });

  test.each([[{ kind: 'drop' }], [{ kind: 'hang' }]] as const)(
    'breaks the connection before the service gets the request: %o',
    async (fault) => {
      expect(await callUnder(fault)).toEqual({ reached: false });
    },
  );

  // Its timer would be named as what the test leaves behind.
  test('has nothing left to do for a client that goes before the late answer', async () => {
    proxy.setFaults(() => undefined);
    proxy.setDelay(60_000);
    const before = received;
    const leaving = new AbortController();
    const asked = fetch(`${proxy.url}/api/v1/dashboard`, leaving).catch(() => undefined);
    await waitFor('the request at the service', () => received > before);
    leaving.abort();
    await asked;
    proxy.setDelay(0);
  });

  test.each([
    [
      { kind: 'busy', retryAfter: 3, date: false },
      { status: 429, retryAfter: '3' },
    ],
    [
      { kind: 'busy', retryAfter: 3, date: true },
      { status: 429, retryAfter: expect.stringMatching(/GMT$/) as string },
    ],
    [{ kind: 'error', status: 502 }, { status: 502 }],
    [
      { kind: 'garbage', html: true },
      { status: 200, body: expect.stringContaining('<!doctype html>') as string },
    ],
    [
      { kind: 'garbage', html: false },
      { status: 200, body: '{"success": tr' },
    ],
  ] as const)('answers %o without asking the service', async (fault, answer) => {
    expect(await callUnder(fault)).toMatchObject({ ...answer, reached: false });
  });

  test('refuses connections while disconnected, and accepts them afterwards', async () => {
    proxy.setConnected(false);
    expect(await callUnder(undefined)).toEqual({ reached: false });
    proxy.setConnected(true);
    expect(await callUnder(undefined)).toMatchObject({ status: 200 });
  });
});
