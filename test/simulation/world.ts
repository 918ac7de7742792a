import { catalogueFiles } from '../../scripts/build/catalogue';
import { createWorkerHost, type WorkerHost } from './browser/worker-host';
import { createProfile, type Profile } from './browser/profile';
import { createFrameApi } from './browser/frame-api';
import { extensionRoot } from './browser/extension-api';
import type { Frame, Tab } from './browser/tabs';
import type { WorkerLife } from './browser/worker-life';
import { createRandom, type Random } from './kernel/random';
import { createExtensionEvent, type ExtensionEvent } from './kernel/events';
import { createScheduler, type Scheduler, type Task } from './kernel/scheduler';
import { matchPatternOf } from './page/match-pattern';
import { definitions, playerHost, sites } from './page/sites';
import { answerDetail } from './coverage-names';
import { createTitles, SHORT_TITLES, type Title } from './page/titles';
import type { Program } from './program/program';
import { SimulatedResponse } from './program/response';
import { oddAnswers, type OddAnswer, type OddAnswerName } from './tracker/answers';
import type { Person, Services } from './tracker/tracker';
import type { Asking } from './oracle/patience';
import { createTruth, type Truth } from './oracle/truth';

export type Note = (text: string) => void;

/** What holds for a whole evening. */
export interface Traits {
  readonly engine: 'chromium' | 'firefox';
  /** Every answer of the browser takes some milliseconds. */
  readonly slowBrowser: boolean;
  /** The tracker names the person in its token answer, which its interface does not document. */
  readonly accountId: boolean;
  readonly backForwardCache: boolean;
  /** Whether the browser keeps alarms over a restart; both are documented. */
  readonly keepsAlarms: boolean;
}

/**
 * One simulated evening: a browser with its tabs, the extension, a tracker, and the truth about all of it.
 */
export interface World {
  readonly program: Program;
  readonly services: Services;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly traits: Traits;
  readonly titles: readonly Title[];
  readonly profile: Profile;
  readonly tabs: Map<number, Tab>;
  readonly host: WorkerHost;
  readonly truth: Truth;
  browserRuns: boolean;
  /** The person has paused the recording. */
  recordingPaused: boolean;
  /** Milliseconds that the computer has slept. */
  slept: number;
  /** Milliseconds by which clocks differ from the truth. */
  pageSkew: number;
  browserSkew: number;
  /** Answers in place of the next ones of the service; `for`: only of such requests. */
  readonly odd: OddAnswerName[];
  /** Messages of the extension's own scripts that its worker does not know, and why. */
  readonly unknownMessages: string[];
  /** What has taken effect until now: kinds of steps, and what `coverage.ts` counts beside them. */
  readonly met: Set<string>;
  /** What the oracle has judged, or has left to chance and why; see `judged` in `coverage.ts`. */
  readonly judged: Map<string, number>;
  /** Who approves the next sign-in. */
  approver: Person;
  nextId: number;
  /** Number of steps of the evening. */
  plannedSteps: number;
  /** Milliseconds since 1970. */
  readonly trueTime: () => number;
  readonly browserTime: () => number;
  readonly pageTime: () => number;
  /** Writes a line of the trace; undefined while nobody reads it. */
  readonly note: Note | undefined;
  readonly rearm: () => void;
  readonly tabFact: (tab: Tab) => object;
  readonly deliverToTab: (tab: Tab, message: unknown, frameId?: number) => boolean;
  readonly inject: (
    tab: Tab,
    frameIds: readonly number[] | undefined,
    files: readonly string[] | undefined,
    args: readonly unknown[] | undefined,
  ) => readonly object[];
  readonly fetchFromWorker: (life: WorkerLife, input: string, init?: RequestInit) => Promise<unknown>;
  /** Match patterns of every site. */
  readonly allHosts: readonly string[];
  readonly newMessageEvent: () => ExtensionEvent;
  /** Starts the content script where it is registered for the frame. */
  readonly injectRegistered: (frame: Frame) => void;
}

/** 2026-01-15, 20:00 UTC. */
const EVENING = Date.UTC(2026, 0, 15, 20);

const allHosts: readonly string[] = [...Object.values(sites).map(({ host }) => host), playerHost].map(
  (host) => `https://${host}/*`,
);

interface WorldOptions {
  readonly seed: number;
  readonly program: Program;
  readonly services: Services;
  readonly note?: Note | undefined;
  /** In place of what the seed decides. */
  readonly traits?: Partial<Traits>;
  /** What is installed and stored when the evening begins. */
  readonly profile?: (traits: Traits) => Profile;
}

export function createWorld(options: WorldOptions): World {
  const { seed, program, services, note, ...given } = options;
  const random = createRandom(seed);
  const scheduler = createScheduler();
  let alarm: Task | undefined;
  const traits: Traits = {
    engine: random.chance(0.3) ? 'firefox' : 'chromium',
    slowBrowser: random.chance(0.2),
    accountId: random.chance(0.5),
    backForwardCache: random.chance(0.6),
    keepsAlarms: random.chance(0.5),
    ...given.traits,
  };
  const profile = given.profile?.(traits) ?? createProfile(allHosts);
  const world: World = {
    program,
    services,
    random,
    scheduler,
    traits,
    titles: createTitles(random, seed),
    profile,
    tabs: new Map(),
    host: undefined as unknown as WorkerHost,
    truth: createTruth(scheduler.now),
    browserRuns: true,
    recordingPaused: false,
    slept: 0,
    pageSkew: 0,
    browserSkew: 0,
    odd: [],
    unknownMessages: [],
    met: new Set(),
    judged: new Map(),
    approver: 'ann',
    nextId: 1,
    plannedSteps: 0,
    trueTime: () => EVENING + scheduler.now() + world.slept,
    browserTime: () => Math.floor(world.trueTime() + world.browserSkew),
    pageTime: () => Math.floor(world.trueTime() + world.pageSkew),
    note,
    allHosts,
    newMessageEvent: createExtensionEvent,
    rearm() {
      scheduler.cancel(alarm);
      if (!world.browserRuns || world.profile.alarms.size === 0) return;
      const next = Math.min(...[...world.profile.alarms.values()].map(({ when }) => when));
      alarm = scheduler.after(next - world.browserTime(), () => ringAlarms(world));
    },
    tabFact: (tab) => tabFact(world, tab),
    deliverToTab: (tab, message, frameId) => deliverToTab(tab, message, frameId),
    inject: (tab, frameIds, files, args) => inject(world, tab, frameIds, files, args),
    injectRegistered: (frame) => injectRegistered(world, frame),
    fetchFromWorker: (life, input, init) => fetchFromWorker(world, life, input, init),
  };
  profile.disk.onFailure = () => {
    world.met.add('disk-full');
    world.truth.tell({ kind: 'break', why: 'the disk is full' });
  };
  // Of some evenings the tracker states no length of what is long: it is no clip anyway.
  const stated = world.titles.filter((_, index) => index < SHORT_TITLES || seed % 3 > 0);
  services.reset(world.trueTime, stated);
  Object.assign(world, { host: createWorkerHost(world) });
  return world;
}

function ringAlarms(world: World): void {
  const { alarms } = world.profile;
  const due = [...alarms].filter(([, { when }]) => when <= world.browserTime());
  for (const [name, { period }] of due) {
    if (period === undefined) alarms.delete(name);
    else alarms.set(name, { when: world.browserTime() + period, period });
  }
  world.rearm();
  for (const [name, { when }] of due) world.host.emit('alarm', { name, scheduledTime: when });
}

function tabFact({ profile }: World, tab: Tab): object {
  const url = tab.page?.url;
  const mayRead = url !== undefined && profile.granted.has(matchPatternOf(url));
  return {
    id: tab.id,
    windowId: tab.private ? 2 : 1,
    incognito: tab.private,
    active: tab.visible,
    ...(mayRead ? { url, title: '' } : {}),
    discarded: tab.page === undefined,
  };
}

function deliverToTab(tab: Tab, message: unknown, frameId?: number): boolean {
  let reached = false;
  for (const frame of tab.page?.frames ?? []) {
    if (frameId !== undefined && frame.id !== frameId) continue;
    if (frame.isOrphaned.value || frame.isGone || frame.page.isFrozen || frame.message.size() === 0) continue;
    reached = true;
    frame.message.emit(message, { id: 'matinee' }, () => undefined);
  }
  return reached;
}

function inject(
  world: World,
  tab: Tab,
  frameIds: readonly number[] | undefined,
  files: readonly string[] | undefined,
  args: readonly unknown[] | undefined,
): readonly object[] {
  const frames = (tab.page?.frames ?? []).filter(
    ({ id, url }) => (frameIds?.includes(id) ?? true) && mayRead(world, url),
  );
  if (frames.length === 0 || tab.page?.isError === true)
    throw new Error('Cannot access contents of the page.');
  return frames.map((frame) => {
    if (files?.some((file) => file.includes('content'))) startContent(world, frame);
    if (files?.some((file) => file.includes('reading-aid')))
      world.program.startReadingAid(createFrameApi(world, frame));
    return { frameId: frame.id, result: args ? readPageWorld(frame, args[0]) : undefined };
  });
}

/** What the page's own world answers to the readers of a definition. */
function readPageWorld({ page: { text } }: Frame, readers: unknown): unknown {
  if (text === undefined) return {};
  const { type, film, series, season, episode, tmdb } = text;
  const app: Readonly<Record<string, unknown>> = { type, title: film, series, season, episode, tmdb };
  const found: Record<string, unknown> = {};
  for (const { key } of readers as readonly { readonly key: string }[]) {
    const value = app[key.replace('app.', '')];
    if (value !== undefined) found[key] = value;
  }
  return found;
}

function mayRead({ profile }: World, url: string): boolean {
  return profile.granted.has(matchPatternOf(url));
}

function injectRegistered(world: World, frame: Frame): void {
  const { scripts } = world.profile;
  // A page that was left before it was loaded, and waits in the back-forward cache, loads on when it is shown.
  if (frame.page.isFrozen) return void frame.deferred.push(() => injectRegistered(world, frame));
  if (
    !world.browserRuns ||
    frame.page.isGone ||
    frame.page.isError ||
    frame.isGone ||
    !mayRead(world, frame.url)
  )
    return;
  if (scripts?.matches.includes(matchPatternOf(frame.url))) startContent(world, frame);
}

function startContent(world: World, frame: Frame): void {
  if (frame.isOrphaned.value) {
    // The new version of the extension has an isolated world of its own.
    frame.isOrphaned = { value: false };
    frame.isolated = {};
  }
  world.program.startContent(createFrameApi(world, frame));
}

function fetchFromWorker(
  world: World,
  life: WorkerLife,
  input: string,
  init: RequestInit = {},
): Promise<unknown> {
  const { scheduler, random } = world;
  if (input.startsWith(extensionRoot)) return packagedFile(input.slice(extensionRoot.length));
  if (life.reaches('before fetch')) return new Promise(() => undefined);
  life.touch();
  const path = new URL(input).pathname.replace('/api/v1', '');
  const request = { path, token: tokenIn(init), init, sentAt: scheduler.now() };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => life.alive && reject(error);
    init.signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    const answer = (response: SimulatedResponse, told = response.status) => {
      scheduler.after(random.between(5, 120), () => {
        if (!life.alive || init.signal?.aborted === true) return;
        life.touch();
        if (response.status >= 300 && response.status < 400 && init.redirect === 'error')
          return fail(new TypeError('Failed to fetch'));
        world.truth.answered(request, told, secondsToWait(response, world.trueTime()));
        resolve(response);
      });
    };
    scheduler.after(random.between(5, 120), () => {
      if (!world.browserRuns) return;
      reachTracker(world, request, answer, () => fail(new TypeError('Failed to fetch')));
    });
  });
}

/** What the tracker asks for in `Retry-After`: seconds, or a date of its own clock. */
function secondsToWait({ headers }: SimulatedResponse, now: number): number {
  const text = headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
}

interface SentRequest extends Asking {
  readonly init: RequestInit;
}

/** The request has arrived at the tracker; what it does there is done, even if nobody waits any more. */
function reachTracker(
  world: World,
  { path, token, init, sentAt }: SentRequest,
  answer: (response: SimulatedResponse, told?: number) => void,
  breakOff: () => void,
): void {
  const body = typeof init.body === 'string' ? init.body : undefined;
  const isSignIn = path.startsWith('/auth/');
  const name = isSignIn ? undefined : world.odd.shift();
  const odd: OddAnswer | undefined = name && oddAnswers[name];
  if (name !== undefined) world.met.add('tracker').add(answerDetail(name));
  world.truth.requested({ path, body, odd: name, isRefusal: odd?.isRefusal === true, token, sentAt });
  world.note?.(`request ${path} ${body ?? ''} ${name ? `→ ${name}` : ''}`);
  const reply = (respond: OddAnswer['respond']) => {
    if (respond === undefined) breakOff();
    else if (typeof respond === 'function') {
      const response = respond(world.trueTime());
      // Only the service itself refuses a token: to the oracle, a 401 of anything else is one answer of many.
      answer(response, response.status === 401 ? 400 : response.status);
    }
  };
  if (odd !== undefined && odd.isCommitted === undefined) return reply(odd.respond);
  void (async () => {
    const response = await handleRequest(world, { path, token, init }, body, isSignIn);
    world.note?.(`  answer ${response.status}`);
    if (odd === undefined) answer(response);
    else if (odd.respond === 'late') world.scheduler.after(LATE_MILLISECONDS, () => answer(response));
    else reply(odd.respond);
  })();
}

/** Long enough for other reports to come meanwhile, and shorter than a request is waited for. */
const LATE_MILLISECONDS = 8_000;

async function handleRequest(
  world: World,
  { path, token, init }: Omit<SentRequest, 'sentAt'>,
  body: string | undefined,
  isSignIn: boolean,
): Promise<SimulatedResponse> {
  const { services } = world;
  const headers = init.headers as Record<string, string>;
  const person = isSignIn ? world.approver : (owners.get(token) ?? 'ann');
  const response = await services.of(person).request(path, { method: init.method ?? 'GET', headers, body });
  const refused = response.status === 401;
  if (refused) world.truth.refusedToken();
  if (!isSignIn) return response;
  const data = (await response.json()) as Record<string, unknown>;
  if (typeof data['user_code'] === 'string') services.of(person).approve(data['user_code']);
  if (typeof data['access_token'] !== 'string') return response;
  world.truth.tokenGiven(person);
  owners.set(data['access_token'], person);
  const { account_id: _, ...documented } = data;
  const named = world.traits.accountId ? { ...documented, account_id: person } : documented;
  return new SimulatedResponse(JSON.stringify(named), { headers: { 'content-type': 'application/json' } });
}

function tokenIn({ headers }: RequestInit): string {
  const { authorization = '' } = (headers ?? {}) as Record<string, string>;
  return /^Bearer (.*)$/.exec(authorization)?.[1] ?? '';
}

/** Whom the services have given each token. */
const owners = new Map<string, Person>();

const packagedFiles = catalogueFiles(definitions);

function packagedFile(path: string): Promise<SimulatedResponse> {
  const text = packagedFiles[path];
  return text === undefined
    ? Promise.reject(new TypeError('Failed to fetch'))
    : Promise.resolve(new SimulatedResponse(text));
}
