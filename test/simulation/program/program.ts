import { createRequire } from 'node:module';
import { SilentChannel } from '../browser/raw-database';
import type { Bundles } from './bundle';
import { SimulatedResponse } from './response';
import { abortSignalOf, SimulatedAbortController, SimulatedURL } from './web-platform';

/** What one life of the worker takes from its browser. */
interface WorkerGlobals {
  readonly api: object;
  readonly idb: object;
  readonly keyRange: object;
  readonly indexedDB: object;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since the worker started. */
  readonly monotonic: () => number;
  readonly setTimeout: unknown;
  readonly clearTimeout: unknown;
  readonly fetch: (input: string, init?: RequestInit) => Promise<unknown>;
  readonly random: () => number;
}

/** What a content script takes from its frame. */
export interface FrameGlobals extends Omit<WorkerGlobals, 'idb' | 'keyRange' | 'indexedDB'> {
  /** The global object; `browser` is in it. */
  readonly scope: Record<PropertyKey, unknown>;
  readonly document: object;
  readonly window: Readonly<Record<string, unknown>>;
  readonly location: object;
  readonly navigator: object;
  readonly addEventListener: unknown;
  readonly removeEventListener: unknown;
}

/** The real code of the extension and of the service. Each start of a context evaluates its script anew. */
export interface Program {
  readonly startWorker: (globals: WorkerGlobals) => void;
  readonly startContent: (globals: FrameGlobals) => void;
  readonly startReadingAid: (globals: FrameGlobals) => void;
  readonly service: ServiceModule;
}

type ServiceModule = typeof import('./service-entry');

const SERVICE_NAMES = 'require,module,exports,Response';
const SHARED_NAMES = `${SERVICE_NAMES},URL,AbortController`;
const WORKER_NAMES =
  'require,module,exports,__extension,__idb,indexedDB,BroadcastChannel,IDBKeyRange,Date,performance,setTimeout,clearTimeout,fetch,Math,crypto,AbortSignal,AbortController,URL,console,globalThis';
const FRAME_NAMES =
  'require,module,exports,globalThis,__extension,Date,performance,setTimeout,clearTimeout,fetch,Math,AbortSignal,AbortController,URL,console,document,window,location,navigator,addEventListener,removeEventListener,localStorage,sessionStorage,self,parent,top';

/** `watch`: may put another module in the place of a shared one, to see how it is used. */
export function loadProgram(
  bundles: Bundles,
  watch: (name: string, module: object) => object = (_name, module) => module,
): Program {
  const nodeRequire = createRequire(import.meta.url);
  const modules = Object.entries(evaluateShared(bundles.shared, nodeRequire));
  const shared = Object.fromEntries(modules.map(([name, module]) => [name, watch(name, module)]));
  const require = (name: string): unknown => shared[name] ?? nodeRequire(name);
  const worker = compile('worker', WORKER_NAMES, bundles.worker);
  const content = compile('content', FRAME_NAMES, bundles.content);
  const readingAid = compile('reading-aid', FRAME_NAMES, bundles.readingAid);
  const exported = { exports: {} };
  compile(
    'service',
    SERVICE_NAMES,
    bundles.service,
  )({
    require,
    module: exported,
    exports: exported.exports,
    Response: SimulatedResponse,
  });
  const inFrame = (script: Script, globals: FrameGlobals) => {
    const { scope, document, window, location, navigator, addEventListener, removeEventListener } = globals;
    const { module, date, performance, math, signal } = contextOf(globals);
    script({
      require,
      module,
      exports: module.exports,
      globalThis: scope,
      __extension: globals.api,
      Date: date,
      performance,
      Math: math,
      AbortSignal: signal,
      ...platform,
      console,
      self: window,
      parent: window['parent'],
      top: window['top'],
      setTimeout: globals.setTimeout,
      clearTimeout: globals.clearTimeout,
      fetch: globals.fetch,
      document,
      window,
      location,
      navigator,
      addEventListener,
      removeEventListener,
      localStorage: emptyStorage,
      sessionStorage: emptyStorage,
    });
  };
  return {
    startWorker(globals) {
      const { module, date, performance, math, signal } = contextOf(globals);
      const crypto = {
        randomUUID: () => uuid(globals.random),
        getRandomValues: (bytes: Uint8Array) => bytes,
      };
      worker({
        require,
        module,
        exports: module.exports,
        globalThis: {},
        __extension: globals.api,
        __idb: globals.idb,
        IDBKeyRange: globals.keyRange,
        indexedDB: globals.indexedDB,
        BroadcastChannel: SilentChannel,
        crypto,
        console: quietConsole,
        Date: date,
        performance,
        Math: math,
        AbortSignal: signal,
        ...platform,
        setTimeout: globals.setTimeout,
        clearTimeout: globals.clearTimeout,
        fetch: globals.fetch,
      });
    },
    startContent: (globals) => inFrame(content, globals),
    startReadingAid: (globals) => inFrame(readingAid, globals),
    service: exported.exports as ServiceModule,
  };
}

/** A script with its globals by name. */
type Script = (globals: Readonly<Record<string, unknown>>) => void;

/** `name` stands for the script in stack traces and profiles. */
function compile(name: string, names: string, code: string): Script {
  // oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval -- our own sources
  return new Function(
    'globals',
    `const { ${names} } = globals; (() => { "use strict";\n${code}\n})();\n//# sourceURL=${name}.js`,
  ) as Script;
}

function evaluateShared(code: string, nodeRequire: NodeJS.Require): Record<string, object> {
  const module = { exports: {} as { modules?: Record<string, unknown> } };
  compile(
    'shared',
    SHARED_NAMES,
    code,
  )({
    require: nodeRequire,
    module,
    exports: module.exports,
    Response: SimulatedResponse,
    ...platform,
  });
  // A namespace asks a getter for each name; what these modules export never changes.
  const namespaces = Object.entries(module.exports.modules ?? {});
  return Object.fromEntries(namespaces.map(([name, exported]) => [name, { ...(exported as object) }]));
}

function contextOf({
  now,
  monotonic,
  random,
  setTimeout,
}: Omit<WorkerGlobals, 'idb' | 'keyRange' | 'indexedDB'>) {
  return {
    module: { exports: {} },
    date: simulatedDate(now),
    performance: { now: monotonic, timeOrigin: 0, getEntriesByType: () => [] },
    math: simulatedMath(random),
    signal: abortSignalOf(setTimeout as (run: () => void, delay: number) => unknown),
  };
}

/** `Date` with another clock. */
function simulatedDate(now: () => number) {
  function SimulatedDate(...values: readonly unknown[]): Date {
    return values.length === 0 ? new Date(now()) : new Date(...(values as [number]));
  }
  return Object.assign(SimulatedDate, { now, parse: Date.parse, UTC: Date.UTC, prototype: Date.prototype });
}

function simulatedMath(random: () => number): object {
  return Object.assign(Object.create(Math) as object, { random });
}

function uuid(random: () => number): string {
  const part = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return `${part()}-${part()}`;
}

const platform = { AbortController: SimulatedAbortController, URL: SimulatedURL };

const emptyStorage = { length: 0, key: () => null, getItem: () => null };

/** What the worker writes on its console is not shown: faults are part of every evening. */
const quietConsole = { error: () => undefined, warn: () => undefined, log: () => undefined };
