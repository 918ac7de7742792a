import 'fake-indexeddb/auto';
import { defined } from '../../../src/core/values/defined';
import type { Item } from '../../../src/core/media/item';
import type { OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import { withPlace } from '../../../src/core/outbox/queued-entries';
import type { TabView } from '../../../src/core/status/status';
import { dispatchDue } from '../../../src/background/delivery/dispatcher';
import { openDatabase } from '../../../src/background/context/database';
import { leaveTab } from '../../../src/background/jobs/tab-jobs';
import { createDelivery } from '../../../src/background/jobs/delivery-job';
import { createHandlers } from '../../../src/background/message-handlers';
import { createLog } from '../../../src/background/context/log';
import { countsStore, settingsStore, type OutboxCounts } from '../../../src/platform/storage/stores';
import { publishCounts } from '../../../src/background/display/publish-view';
import { createStoppableFetch } from '../../../src/background/context/create-context';
import { createMutex, type RunExclusive, type AppContext } from '../../../src/background/context/context';
import { storeAccount } from '../../../src/background/account/account';
import { revokeTokens } from '../../../src/background/account/revocation';
import { closeSession, endSession } from '../../../src/background/recording/end-session';
import { readEnvironment } from '../../../src/background/sites/environment';
import { tabStore } from '../../../src/background/state/tab-state';
import type { Handlers, Sender } from '../../../src/platform/messaging/message-router';
import type { Report } from '../../../src/protocol/report';
import { readOffers } from '../../../src/tracker/offers';
import type { Catalogue } from '../../../src/service/catalogue/catalogue';
import { startTest, type ServiceUnderTest } from '../../service/service-under-test';
import { createMemoryBrowser } from '../../support/memory-browser';

export interface WorkerOptions {
  readonly signedIn?: boolean;
  /** Match patterns of the hosts that the extension may access. */
  readonly granted?: string[];
  /** Default: the built-in one. */
  readonly catalogue?: Catalogue;
  /** Origin of the tracker, as its answers state it. */
  readonly publicUrl?: string;
}

/** Replaces the network for one request; `pass` sends it on to the service. */
export type Fault = (pass: () => Promise<Response>) => Promise<Response> | Response;

/** A request that the worker sent. */
interface SentRequest {
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string | null;
  readonly at: number;
}

/**
 * The worker with the real service, and with a database and a browser in memory. Nothing runs by itself: a
 * test reports, delivers and sets the clock, which all parts share. `restart` replaces the worker and keeps
 * what was stored.
 */
export async function startWorker({ signedIn = true, granted, catalogue, publicUrl }: WorkerOptions = {}) {
  const service = await startTest(defined({ catalogue, publicUrl }));
  // The alarms use the clock of the machine.
  service.clock.now = Date.now();
  const memory = createMemoryBrowser(defined({ granted }));
  const uninstall = memory.install();
  const requests: SentRequest[] = [];
  const faults: Fault[] = [];
  const database = await openDatabase(`worker-under-test-${crypto.randomUUID()}`);
  const context = contextOf({ database, service }, fetchFrom(service, requests, faults), publicUrl);
  let lock = createMutex();
  let handlers = handlersOf(context, lock);
  const showPage = (tabId: number, url?: string) =>
    void memory.tabs.set(tabId, { id: tabId, windowId: 1, incognito: false, ...defined({ url }) });
  const worker = {
    service,
    memory,
    context,
    requests,
    faults,
    database,
    get handlers() {
      return handlers;
    },
    restart() {
      lock = createMutex();
      handlers = handlersOf(context, lock);
    },
    deliver: () => dispatchDue(context, async () => undefined),
    /** Runs the job of the delivery, in a worker that has just started. */
    runDelivery: () =>
      createDelivery({
        ready: Promise.resolve(context),
        runExclusive: createMutex(),
        delivered: async () => undefined,
      })(),
    revoke: () => revokeTokens(context, lock),
    /** Signs in without the device flow. Each name is a different person. */
    async signIn(name = 'owner', token = service.sk) {
      await storeAccount(context, {
        kind: 'account',
        baseUrl: context.defaultBaseUrl,
        token,
        key: `${context.defaultBaseUrl}#${name}`,
        since: service.clock.now,
      });
      const list = await (offered ??= offersOf(service));
      const { defaultBaseUrl: baseUrl } = context;
      await database.put('account', { kind: 'offers', baseUrl, at: service.clock.now, list }, 'offers');
    },
    wait: (seconds: number) => service.wait(seconds),
    entries: () => database.getAll('outbox'),
    put: (entry: OutboxEntry) => database.put('outbox', withPlace(entry)),
    /** The counts that the pages and the badge show. */
    async counts(): Promise<OutboxCounts> {
      await publishCounts(context);
      return countsStore.get();
    },
    view: async (tabId: number): Promise<TabView> => handlers['tab.view']({ tabId }, pageSender),
    async closeTab(tabId: number) {
      await endSession(context, await readEnvironment(context), await tabStore(tabId).get());
      await memory.session.remove([`tab:${tabId}`]);
    },
    /** A tab shows another page; without an address it is one to which the extension has no access. */
    showPage,
    /** The same, and the browser has told it. */
    leaveTab(tabId: number, url?: string) {
      showPage(tabId, url);
      return leaveTab(context, createMutex(), tabId);
    },
    closeSession: async (tabId: number) =>
      closeSession(context, await readEnvironment(context), await tabStore(tabId).get()),
    /** Requests that nobody answers end; what still runs ends before its browser and its database go. */
    async close() {
      context.stopRequests();
      await memory.idle();
      database.close();
      await service.close();
      uninstall();
    },
  };
  if (signedIn) await worker.signIn();
  return worker;
}

/** What the service offers beyond API v1, as a sign-in finds it out; the same for every test. */
let offered: Promise<string[]> | undefined;

async function offersOf({ app }: ServiceUnderTest): Promise<string[]> {
  return readOffers(await (await app.request('/api/v1/openapi.json')).json());
}

/** A context with the clock of the service, and with the same ids and random numbers in each test. */
function contextOf(
  { database, service }: { database: AppContext['database']; service: ServiceUnderTest },
  fetch: AppContext['fetch'],
  origin = 'https://localhost',
): AppContext {
  let ids = 0;
  const requests = createStoppableFetch(fetch);
  let seed = 7;
  return {
    database,
    fetch: requests.fetch,
    stopRequests: requests.stop,
    now: () => service.clock.now,
    random: () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647,
    newId: () => `id-${ids++}`,
    defaultBaseUrl: `${origin}/api/v1`,
    version: '0.0.0',
    log: createLog({
      database,
      now: () => service.clock.now,
      level: async () => (await settingsStore.get()).logLevel,
      schedule: () => undefined,
    }),
  };
}

/** Sends each request to the service, unless the next of `faults` replaces the network. */
function fetchFrom(service: ServiceUnderTest, requests: SentRequest[], faults: Fault[]): AppContext['fetch'] {
  return async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    requests.push({
      path: pathname,
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      authorization: headers.get('authorization'),
      at: service.clock.now,
    });
    const pass = async () => service.app.request(pathname + search, { ...init, redirect: 'follow' });
    const fault = faults.shift();
    return untilAborted(fault === undefined ? pass() : fault(pass), init?.signal);
  };
}

/** The response; rejects as `fetch` does when the request is ended before. */
function untilAborted(
  response: Promise<Response> | Response,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')), { once: true });
  });
  return Promise.race([response, aborted]);
}

function handlersOf(context: AppContext, runExclusive: RunExclusive): Handlers {
  return createHandlers({
    ready: Promise.resolve(context),
    runExclusive,
    jobs: {
      deliverSoon: () => undefined,
      revokeSoon: () => undefined,
      refreshSites: async () => undefined,
      refreshViews: async () => undefined,
      pageChanged: () => undefined,
    },
  });
}

export type WorkerUnderTest = Awaited<ReturnType<typeof startWorker>>;

const pageSender: Sender = { private: false };

export interface PageOptions {
  readonly tabId?: number;
  readonly url?: string;
  readonly private?: boolean;
}

/** What a page reports; what is not given has a default. */
export interface PageSample {
  readonly item?: Partial<Item>;
  /** Default: the item as JSON. */
  readonly identity?: string;
  readonly position?: number;
  readonly duration?: number;
  readonly state?: 'playing' | 'paused' | 'ended';
  readonly rate?: number;
  readonly source?: string;
  readonly seekFrom?: number;
  readonly cause?: Report['cause'];
  readonly gate?: 'ad' | 'trailer' | 'live';
  readonly confidence?: number;
  readonly visible?: boolean;
  /** The page's structured data was used, and these fields are missing. */
  readonly degraded?: boolean;
  readonly missing?: string[];
  /** Milliseconds of the page's clock; default: the clock of the service. */
  readonly at?: number;
}

export const sintel: Item = { type: 'movie', title: 'Sintel', year: 2010 };
/** Duration in seconds, as in the catalogue of the service. */
export const sintelSeconds = 900;

let runs = 0;

/** Opens a page with one content script, which reports what the test passes. */
export async function openPage(
  worker: WorkerUnderTest,
  { tabId = 1, url = 'https://www.netflix.com/watch/1', private: isPrivate = false }: PageOptions = {},
) {
  const sender: Sender = { tabId, frameId: 0, tabUrl: url, private: isPrivate };
  const run = `run-${runs++}`;
  worker.memory.tabs.set(tabId, { id: tabId, windowId: 1, url, incognito: isPrivate });
  const hello = await worker.handlers.hello({ url, run }, sender);
  let seq = 0;
  const page = {
    tabId,
    run,
    hello,
    sender,
    async report({
      item = sintel,
      identity = JSON.stringify(item),
      position = 0,
      duration = sintelSeconds,
      state = 'playing',
      rate = 1,
      source,
      seekFrom,
      cause = 'tick',
      gate,
      confidence = 1,
      visible = true,
      degraded = false,
      missing = [],
      at = worker.service.clock.now,
    }: PageSample = {}) {
      return worker.handlers.report(
        {
          run,
          seq: seq++,
          cause,
          url,
          visible,
          playback: {
            state,
            position,
            duration,
            rate,
            at,
            ...defined({ source, seekFrom }),
          },
          reading: { item, identity, confidence, degraded, missing: [...missing] },
          ...defined({ gate }),
        },
        sender,
      );
    },
    /** Plays from one position to another, reports every `step` seconds, and delivers after each report. */
    async play(from: number, to: number, sample: Omit<PageSample, 'position'> = {}, step = 30) {
      for (let position = from; ; position = Math.min(to, position + step)) {
        await page.report({ ...sample, position });
        await worker.deliver();
        if (position >= to) return;
        worker.wait((Math.min(to, position + step) - position) / (sample.rate ?? 1));
      }
    },
    /** Plays the first 14 s, without delivering: the title is confirmed, and the first update waits. */
    async begin(sample: Omit<PageSample, 'position'> = {}) {
      await page.report({ ...sample, position: 0 });
      worker.wait(2);
      await page.report({ ...sample, position: 2 });
      worker.wait(12);
      await page.report({ ...sample, position: 14 });
    },
    /** Plays 14 s of an item from a position on, without delivering, and leaves the page. */
    async playPart(item: Item, from = 0) {
      await page.report({ item, position: from });
      worker.wait(2);
      await page.report({ item, position: from + 2 });
      worker.wait(12);
      await page.leave({ item, position: from + 14 });
    },
    leave: (sample: PageSample = {}) =>
      page.report({ ...sample, state: sample.state ?? 'paused', cause: 'leave' }),
  };
  return page;
}
