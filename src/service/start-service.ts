import { isLoopback } from '../core/hosts/host-pattern';
import { createAnime } from './catalogue/anime/anime';
import { packPathIn, type Pack } from './catalogue/pack/create-pack';
import { createService, type App, type ServiceOptions } from './create-service';
import { listen, stop } from './http/listen';
import { createLog } from './http/log';
import { startMirror } from './releases/mirror-lists';
import { startRelay } from './relay/run-relay';
import { createSinkClients } from './relay/relay-context';
import type { KeyKind } from './secrets/secret';
import { openStore, type Store } from './store/store';
import { waitForDatabase } from './store/health';
import { setFlagsFromString } from 'node:v8';

type PassedOn =
  | 'now'
  | 'log'
  | 'logFormat'
  | 'logsRefusals'
  | 'publicUrl'
  | 'trustProxy'
  | 'metrics'
  | 'catalogue'
  | 'tmdbToken'
  | 'tmdbUrl'
  | 'freeSources'
  | 'contact'
  | 'pictureUrl'
  | 'deviceIntervalSeconds';

export interface StartOptions extends Pick<ServiceOptions, PassedOn> {
  /** 0: any free port. */
  readonly port?: number;
  /** Default 127.0.0.1: only this machine can connect. */
  readonly host?: string;
  /** A folder, or `:memory:`. */
  readonly dataDir: string;
  /** `postgres://…`: PostgreSQL instead of a file in the folder. */
  readonly database?: string | undefined;
  /** See `StoreOptions`. */
  readonly secretKey?: string | undefined;
  /** Creates the owner's account when there is none, so that the first visit needs no form. */
  readonly owner?: Readonly<{ name: string; password: string }>;
  /** Public lists of connectors that are mirrored: `https://list.example#<id>`. Default: none. */
  readonly connectorLists?: string[];
}

export type RunningService = Readonly<{
  /** `http://127.0.0.1:4680` */
  url: string;
  /** `…/api/v1` */
  baseUrl: string;
  store: Store;
  app: App;
  /** Creates a key of the owner. */
  createKey(kind: 'sk' | 'pk'): Promise<string>;
  /** Creates a token as if the owner had approved a device. */
  createDeviceToken(): Promise<string>;
  /** What the owner does on the page `/device`. False: no device waits under this code. */
  decideDevice(userCode: string, decision: 'approved' | 'denied'): Promise<boolean>;
  /** Finishes open requests and closes the store. */
  close(): Promise<void>;
}>;

/** Waits some seconds for PostgreSQL, which may be starting, too. */
function openWaiting(options: StartOptions): Promise<Store> {
  const { dataDir, database, secretKey, now = Date.now } = options;
  const open = () => openStore({ dataDir, database, secretKey, now });
  if (database === undefined) return open();
  const log = createLog(options.logFormat ?? 'text', options.log ?? console.error, now);
  return waitForDatabase(open, (error) => log({ level: 'error', event: 'fault', error }));
}

/** Opens the store and listens. Rejects when the port is taken. */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { port = 0, host = '127.0.0.1', owner, connectorLists = [], ...serviceOptions } = options;
  const store = await openWaiting(options);
  if (owner !== undefined) await store.users.claim(owner.name, owner.password);
  const packPath = packPathIn(options.dataDir);
  const app = createService({ ...serviceOptions, store, packPath, exposed: !isLoopback(toUrlHost(host)) });
  const { server, boundPort } = await listen(app.fetch, host, port).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const url = `http://${toUrlHost(reachableHost(host))}:${String(boundPort)}`;
  app.log({ level: 'info', event: 'listening', url });
  const { now = Date.now } = options;
  const relay = startRelay({
    store,
    catalogue: app.catalogue,
    clients: createSinkClients(createAnime()),
    now,
    log: app.log,
    fetch,
  });
  const mirror = startMirror({ store, lists: connectorLists, fetch, now, log: app.log });
  const health = watchHealth(store, app.log);
  const updates = app.pack && watchPack(app.pack, app.log);
  let closing: Promise<void> | undefined;
  const end = async () => {
    clearInterval(health);
    clearInterval(updates);
    await Promise.all([relay.stop(), mirror.stop(), stop(server), app.pack?.close()]);
    await store.close();
  };
  const close = () => (closing ??= end());
  return { url, baseUrl: `${url}/api/v1`, store, app, ...ownerActions(store), close };
}

/**
 * Lets the heap grow to at most 1.4 times the used size before garbage collection. By default V8 allows four
 * times, so that pages of 500 viewings left 80 MB of garbage. There is no measurable cost: 15 MB are in use.
 * Only for a process that does nothing else, because the setting is global.
 */
export function limitMemory(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

const DAY_MS = 86_400_000;

/** Looks whether the files of the database are whole, now and once a day. */
function watchHealth(store: Store, log: App['log']): NodeJS.Timeout {
  const look = async () => {
    const damage = await store.health.look();
    if (damage !== undefined)
      log({ level: 'error', event: 'damage', error: new Error(`The database is damaged: ${damage}`) });
  };
  const lookQuietly = () =>
    void look().catch((error: unknown) => log({ level: 'error', event: 'fault', error }));
  lookQuietly();
  return setInterval(lookQuietly, DAY_MS).unref();
}

const HOUR_MS = 3_600_000;

/** Goes on with an update of the offline pack that was interrupted, and begins one every month. */
function watchPack(pack: Pack, log: App['log']): NodeJS.Timeout {
  const look = () =>
    void pack.updateWhenDue().catch((error: unknown) => log({ level: 'error', event: 'fault', error }));
  look();
  return setInterval(look, HOUR_MS).unref();
}

function ownerActions(
  store: Store,
): Pick<RunningService, 'createKey' | 'createDeviceToken' | 'decideDevice'> {
  const createKey = async (kind: KeyKind, label: string) =>
    store.keys.create((await store.users.ensureOwner()).id, kind, label);
  return {
    createKey: (kind) => createKey(kind, 'Key'),
    createDeviceToken: () => createKey('mt', 'Matinee'),
    decideDevice: async (userCode, decision) =>
      store.devices.decide(userCode, (await store.users.ensureOwner()).id, decision),
  };
}

/** A service that listens on all addresses is reached at 127.0.0.1. */
function reachableHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/** An IPv6 address is in brackets in a URL. */
function toUrlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
