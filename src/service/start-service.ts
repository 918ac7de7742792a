import { serve, type ServerType } from '@hono/node-server';
import { isLoopback } from '../core/hosts/is-loopback';
import { createService, type App } from './app';
import type { KeyKind } from './secrets';
import { openStore, type Store } from './store/store';

export interface StartOptions {
  /** 0: any free one. */
  readonly port?: number;
  /** Default 127.0.0.1: only this machine. */
  readonly host?: string;
  /** A folder, or `:memory:`. */
  readonly dataDir: string;
  readonly now?: () => number;
  readonly log?: (line: string) => void;
  readonly publicUrl?: string | undefined;
  readonly tmdbToken?: string | undefined;
  /** Makes the owner's account at once, so that nobody has to visit first. */
  readonly owner?: { readonly name: string; readonly password: string };
  readonly deviceIntervalSeconds?: number;
}

export interface RunningService {
  /** `http://127.0.0.1:4680` */
  readonly url: string;
  /** `…/api/v1` */
  readonly baseUrl: string;
  readonly store: Store;
  readonly app: App;
  createKey(kind: 'sk' | 'pk'): string;
  /** As if the owner had approved a device. */
  createDeviceToken(): string;
  /** What the owner does on the page `/device`; false when no such code waits. */
  decideDevice(userCode: string, decision: 'approved' | 'denied'): boolean;
  close(): Promise<void>;
}

/** Opens the store and listens. Rejects when the port is taken. */
export async function startService(options: StartOptions): Promise<RunningService> {
  const {
    port = 0,
    host = '127.0.0.1',
    dataDir,
    now,
    log,
    publicUrl,
    tmdbToken,
    owner,
    deviceIntervalSeconds,
  } = options;
  const store = openStore({ dataDir, ...(now !== undefined && { now }) });
  if (owner !== undefined) await store.accounts.claim(owner.name, owner.password);
  const app = createService({
    store,
    publicUrl,
    tmdbToken,
    exposed: !isLoopback(host.includes(':') ? `[${host}]` : host),
    ...(now !== undefined && { now }),
    ...(log !== undefined && { log }),
    ...(deviceIntervalSeconds !== undefined && { deviceIntervalSeconds }),
  });
  const { server, bound } = await listen(app, host, port).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const url = `http://${shown}:${String(bound)}`;
  const key = (kind: KeyKind, label: string) =>
    store.accounts.createKey(store.accounts.ensureOwner().id, kind, label);
  let closing: Promise<void> | undefined;
  return {
    url,
    baseUrl: `${url}/api/v1`,
    store,
    app,
    createKey: (kind) => key(kind, 'Key'),
    createDeviceToken: () => key('mt', 'Matinee'),
    decideDevice: (userCode, decision) =>
      store.devices.decide(userCode, store.accounts.ensureOwner().id, decision),
    close: () => (closing ??= stop(server, store)),
  };
}

function listen(app: App, hostname: string, port: number): Promise<{ server: ServerType; bound: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname, port }, (info) =>
      resolve({ server, bound: info.port }),
    );
    server.once('error', reject);
  });
}

/** Answers what is under way, then closes the database. */
function stop(server: ServerType, store: Store): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      store.close();
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    // A client that keeps its connection open must not keep the service alive.
    setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 1000).unref();
  });
}
