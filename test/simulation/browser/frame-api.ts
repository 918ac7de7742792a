import { cloneJson } from '../kernel/clone';
import type { Task } from '../kernel/scheduler';
import { originOf } from '../page/match-pattern';
import { numberOf } from '../page/pages';
import type { FrameGlobals } from '../program/program';
import type { World } from '../world';
import { extensionId, extensionRoot } from './extension-api';
import type { Frame } from './tabs';

/** The globals of a content script in a frame. */
export function createFrameApi(world: World, frame: Frame): FrameGlobals {
  const { scheduler, random, traits } = world;
  const orphaned = frame.isOrphaned;
  const isLost = () => orphaned.value || frame.page.isGone || frame.isGone || !world.browserRuns;

  function sendMessage(message: unknown): Promise<unknown> {
    if (orphaned.value) throw new Error('Extension context invalidated.');
    if (isDropped(world, frame)) {
      world.truth.tell({ kind: 'unheard', page: numberOf(frame.page) });
      return new Promise(() => undefined);
    }
    const copy = cloneJson(message);
    const sender = senderOf(world, frame);
    // Messages of a frame arrive in their order, also those of a script that takes the place of another one.
    const delay = frame.isCutOff ? random.between(6, 13) : random.between(0.5, 4);
    frame.arrival = Math.max(frame.arrival, scheduler.now() + delay);
    return new Promise((resolve, reject) => {
      scheduler.after(frame.arrival - scheduler.now(), () => {
        if (!world.browserRuns || orphaned.value) return;
        void answerOf(copy, sender, resolve, reject);
      });
    });
  }

  async function answerOf(
    message: unknown,
    sender: object,
    resolve: (answer: unknown) => void,
    reject: (error: Error) => void,
  ): Promise<void> {
    const answer = await world.host.ask(message, sender);
    if (isLost()) return;
    if (answer === undefined) reject(new Error('The message port closed before a response was received.'));
    else whenRunning(frame, () => resolve(answer));
  }

  const runtime = {
    get id() {
      return orphaned.value ? undefined : extensionId;
    },
    sendMessage,
    onMessage: frame.message,
    getURL: (path: string) => extensionRoot + path.replace(/^\//, ''),
  };
  const api = { runtime };
  const scope = frame.isolated;
  scope['browser'] = api;
  const window = {
    ...(traits.engine === 'chromium' ? { navigation: frame.navigation } : {}),
    addEventListener: frame.window.addEventListener,
    removeEventListener: frame.window.removeEventListener,
    location: frame.location,
    document: frame.document.scope,
  } as Record<string, unknown>;
  window['self'] = window;
  window['top'] = frame === frame.page.frames[0] ? window : {};
  window['parent'] = window['top'];
  scope['window'] = window;
  return {
    api,
    scope,
    document: frame.document.scope,
    window,
    location: frame.location,
    navigator: { mediaSession: { metadata: null }, userAgent: traits.engine, onLine: true },
    addEventListener: frame.window.addEventListener,
    removeEventListener: frame.window.removeEventListener,
    now: world.pageTime,
    monotonic: () => scheduler.now() - frame.startedAt,
    setTimeout: (run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
      setTimer(world, frame, delay, () => run(...values)),
    clearTimeout: (task: Task | undefined) => scheduler.cancel(task),
    fetch: (input, init) => fetchFromPage(world, frame, input, init),
    random: random.next,
  };
}

/**
 * Chromium drops what a page says at its end when the worker has to be started for it: always where a page of
 * another process follows (measured), else sometimes.
 */
function isDropped({ traits, host, random }: World, { isCutOff, isEnding }: Frame): boolean {
  if (traits.engine === 'firefox' || host.isRunning()) return false;
  return isCutOff || (isEnding && random.chance(0.5));
}

function setTimer(world: World, frame: Frame, delay: number, run: () => void): Task {
  // A hidden tab has one turn of timers each second.
  const isHidden = !frame.tab.visible;
  const task = world.scheduler.after(isHidden ? Math.max(1_000, delay) : delay, () =>
    whenRunning(frame, run),
  );
  return task;
}

/** Now, or when the page is no longer frozen. */
function whenRunning(frame: Frame, run: () => void): void {
  if (frame.page.isGone || frame.isGone) return;
  if (frame.page.isFrozen) frame.deferred.push(run);
  else run();
}

/** A frame whose page gives way to one of another process has another number then (seen in Chromium). */
function senderOf({ traits }: World, { tab, id, url, page, isCutOff }: Frame): object {
  const isReplaced = isCutOff && traits.engine === 'chromium';
  return {
    tab: {
      id: tab.id,
      url: isReplaced ? undefined : page.url,
      incognito: tab.private,
      windowId: tab.private ? 2 : 1,
    },
    frameId: isReplaced ? REPLACED_FRAMES + id : id,
    url,
    origin: originOf(url),
    documentLifecycle: isReplaced ? 'pending_deletion' : page.isPrerendered ? 'prerender' : 'active',
  };
}

const REPLACED_FRAMES = 1_000;

/** The endpoint of `endpoint.test`: the title of the address, as JSON. */
function fetchFromPage(world: World, frame: Frame, input: string, init: RequestInit = {}): Promise<unknown> {
  const { scheduler, random, titles } = world;
  return new Promise((resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    const key = /\/api\/meta\/(.+)$/.exec(input)?.[1] ?? '';
    const mode = frame.page.trouble.get(key);
    if (mode === 'hangs') return;
    scheduler.after(random.between(30, 600), () => {
      const title = titles.find((one) => one.key === key);
      if (mode === 'fails' || title === undefined)
        return resolve({ ok: false, status: 500, json: async () => ({}) });
      const { type, film, series, season, episode, tmdb } = title;
      const body = cloneJson({ id: key, type, title: film, series, season, episode, tmdb });
      resolve({ ok: true, status: 200, json: async () => body, text: async () => JSON.stringify(body) });
    });
  });
}
