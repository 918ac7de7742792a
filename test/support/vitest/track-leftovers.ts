import { ChildProcess } from 'node:child_process';
import { errorMonitor, type EventEmitter } from 'node:events';
import { Server } from 'node:net';
import { threadId } from 'node:worker_threads';
import { vi } from 'vitest';
import { watcherCount, databaseArea } from '../../../src/platform/storage/own-area';

/** Something that is under way. */
interface Begun {
  readonly what: string;
  /** The test that has begun it, or the path of the file, outside of its tests. */
  readonly test: string | undefined;
  /** Where. Its stack is formatted only when somebody reads it. */
  readonly at: Error;
  /** A program or a server: it stays when the package that began it for the test does not end it. */
  readonly outlives: boolean;
}

interface Tracked {
  readonly begun: Map<unknown, Begun>;
  test: string | undefined;
  /** Listeners for stored values, when the test began. */
  watching: number;
}

const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval };
const realTime = performance.now.bind(performance);
const KEY = Symbol.for('matinee.leftovers');
const tracked = ((globalThis as { [KEY]?: Tracked })[KEY] ??= firstTime());

/** From now on what begins belongs to this test, or to the file of this path. */
export function beginTest(test: string): void {
  tracked.test = test;
  tracked.watching = watcherCount();
}

/**
 * Lets work go on that waits for nothing else, and notes what still uses stored values: its test has removed
 * its browser in memory, so that of the next test would answer.
 */
export async function settle(): Promise<void> {
  const own = { ...databaseArea };
  const isReal = (databaseArea as { isInMemory?: true }).isInMemory === undefined;
  const note = () => begin(new Error('late'), 'work that uses stored values', new Error('begun'));
  if (isReal) {
    databaseArea.get = (keys) => (note(), own.get(keys));
    databaseArea.set = (values) => (note(), own.set(values));
    databaseArea.remove = (keys) => (note(), own.remove(keys));
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => {
      real.setImmediate(resolve);
    });
  }
  await endAnswers();
  if (isReal) Object.assign(databaseArea, own);
}

/**
 * A server of the test learns only after some turns of the event loop that its client has gone; a busy machine
 * makes them long. What it began for its answer ends then. What a handler begins after its first `await`
 * has no trace of the server in its stack, and is not recognised.
 */
async function endAnswers(): Promise<void> {
  const until = realTime() + ANSWER_LIMIT;
  const isAnswering = () =>
    [...tracked.begun.values()].some(
      ({ test, at }) => test === tracked.test && IN_ANSWER.test(at.stack ?? ''),
    );
  while (isAnswering() && realTime() < until) {
    await new Promise((resolve) => {
      real.setTimeout(resolve, 5);
    });
  }
}

/** Milliseconds. Only what never ends takes as long. */
const ANSWER_LIMIT = 20_000;
const IN_ANSWER = /node:_http_server/u;

/** Turns of the event loop in which a chain of promises over a database in memory ends. */
const TURNS = 4;

/** What `test` has begun and not ended, in lines for people. Each is told once. */
export function leftoversOf(test: string): readonly string[] {
  const found = [...tracked.begun].filter(([, one]) => one.test === test);
  for (const [key] of found) tracked.begun.delete(key);
  const begun = found.flatMap(([, { what, at, outlives }]) => {
    const place = placeOf(at.stack ?? '', outlives) ?? (BROWSER.test(what) ? 'of a package' : undefined);
    return place === undefined ? [] : [`${what} ${place}`];
  });
  const lines = [...new Set(begun)].map((line) => {
    const count = begun.filter((one) => one === line).length;
    return count === 1 ? line : `${line} (${count} times)`;
  });
  if (watcherCount() > tracked.watching)
    lines.push(`${watcherCount() - tracked.watching} listeners for stored values`);
  if (vi.isFakeTimers()) lines.push('fake timers');
  return lines;
}

/**
 * Undefined where a package has begun it: the timers that it keeps are its own affair. What `outlives` the
 * package's work is named by the first place outside of packages.
 */
function placeOf(stack: string, outlives: boolean): string | undefined {
  const frames = stack.split('\n').filter((line) => /^\s+at /u.test(line) && !OWN.test(line));
  const passed = outlives ? /[( ]node:|<anonymous>|node_modules/u : /[( ]node:|<anonymous>/u;
  const first = frames.find((line) => !passed.test(line));
  return first === undefined || first.includes('node_modules') || EVALUATED.test(first)
    ? undefined
    : first.trim();
}

/** Playwright starts it in a task of its own, whose stack has no place of the test. */
const BROWSER = /^the program .*(?:chrom|edge|firefox)[^/\\]*$/iu;
/** The simulation evaluates its program as text; its evenings end with their timers. */
const EVALUATED = /at eval |shared\.js/u;
const OWN = /track-leftovers\.ts/u;

function begin(key: unknown, what: string, at: Error, outlives = false): void {
  tracked.begun.set(key, { what, test: tracked.test, at, outlives });
}

/** Packages launch a browser some ten calls deep. */
function deepError(): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const error = new Error('begun');
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

function end(key: unknown): void {
  tracked.begun.delete(key);
}

/** Once for each thread: its files share what is replaced here. */
function firstTime(): Tracked {
  separateThreads();
  watchTimers();
  watchFetch();
  watchServers();
  watchPrograms();
  watchProcess();
  if (typeof document !== 'undefined') for (const target of [globalThis, document]) watchListeners(target);
  return { begun: new Map(), test: undefined, watching: 0 };
}

/** A channel of Node reaches the other threads, whose tests have stored values of their own. */
function separateThreads(): void {
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(`${name} in thread ${threadId}`);
    }
  };
}

function watchTimers(): void {
  const timeout = (work: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
    const timer = real.setTimeout(() => {
      end(timer);
      work(...values);
    }, ms);
    begin(timer, `a timer of ${String(ms ?? 0)} ms`, new Error('begun'));
    return timer;
  };
  const interval = (work: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
    const timer = real.setInterval(work, ms, ...values);
    begin(timer, `an interval of ${String(ms ?? 0)} ms`, new Error('begun'));
    return timer;
  };
  const clear = (timer: NodeJS.Timeout | undefined) => {
    end(timer);
    real.clearTimeout(timer);
  };
  globalThis.setTimeout = Object.assign(timeout, real.setTimeout) as typeof setTimeout;
  globalThis.setInterval = Object.assign(interval, real.setInterval) as typeof setInterval;
  globalThis.clearTimeout = clear as typeof clearTimeout;
  globalThis.clearInterval = clear as typeof clearInterval;
}

function watchFetch(): void {
  const ask = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const key = new Error('begun');
    begin(key, `a request to ${input instanceof Request ? input.url : String(input)}`, key);
    return ask(input, init).finally(() => end(key));
  };
}

function watchServers(): void {
  type Listen = (this: Server, ...values: unknown[]) => Server;
  const prototype = Server.prototype as unknown as { listen: Listen };
  const { listen } = prototype;
  prototype.listen = function listenAndNote(...values) {
    begin(this, 'a server', deepError(), true);
    this.once('close', () => end(this));
    // A server whose port is taken has never begun. A monitor leaves the error to those who listen for it.
    (this as EventEmitter).once(errorMonitor, () => {
      if (!this.listening) end(this);
    });
    return listen.apply(this, values);
  };
}

function watchPrograms(): void {
  type Spawn = (this: ChildProcess, options: { readonly file: string }) => unknown;
  const prototype = ChildProcess.prototype as unknown as { spawn: Spawn };
  const { spawn } = prototype;
  prototype.spawn = function spawnAndNote(options) {
    begin(this, `the program ${options.file}`, deepError(), true);
    this.once('exit', () => end(this));
    this.once('error', () => end(this));
    return spawn.call(this, options);
  };
}

/** A listener that is called once is removed by Node as any other. */
function watchProcess(): void {
  type Listener = ((...values: unknown[]) => void) & { listener?: Listener };
  type Listen = (event: string | symbol, listener: Listener) => NodeJS.Process;
  const own = process as unknown as Record<
    'on' | 'addListener' | 'prependListener' | 'off' | 'removeListener',
    Listen
  > & { removeAllListeners: (event?: string | symbol) => NodeJS.Process };
  const keys = new Map<string | symbol, Map<Listener, object>>();
  const noting =
    (add: Listen): Listen =>
    (event, listener) => {
      const key = {};
      const ofEvent = keys.get(event) ?? new Map<Listener, object>();
      // A wrapper of `once` is removed by the listener that it wraps.
      keys.set(event, ofEvent.set(listener, key).set(listener.listener ?? listener, key));
      begin(key, `a listener of the process for ${String(event)}`, new Error('begun'));
      return add(event, listener);
    };
  own.on = own.addListener = noting(own.on.bind(process));
  own.prependListener = noting(own.prependListener.bind(process));
  const remove = own.removeListener.bind(process);
  own.off = own.removeListener = (event, listener) => {
    end(keys.get(event)?.get(listener));
    return remove(event, listener);
  };
  const removeAll = own.removeAllListeners.bind(process);
  own.removeAllListeners = (...events) => {
    const ended = events.length === 0 ? [...keys.values()] : events.map((event) => keys.get(event ?? ''));
    for (const ofEvent of ended) for (const key of ofEvent?.values() ?? []) end(key);
    return removeAll(...events);
  };
}

/** Those of the window and the document: files of a thread share them, and every other node goes. */
function watchListeners(target: EventTarget): void {
  const add = target.addEventListener.bind(target);
  const remove = target.removeEventListener.bind(target);
  const keys = new Map<unknown, Map<string, object>>();
  target.addEventListener = (type, listener, options) => {
    if (listener === null) return;
    const key = { type };
    const own = keys.get(listener) ?? new Map<string, object>();
    keys.set(listener, own.set(type, key));
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (!once && signal?.aborted !== true) begin(key, `a listener for ${type}`, new Error('begun'));
    signal?.addEventListener('abort', () => end(key));
    add(type, listener, options);
  };
  target.removeEventListener = (type, listener, options) => {
    end(keys.get(listener)?.get(type));
    remove(type, listener, options);
  };
}
