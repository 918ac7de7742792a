import { browser } from '../../src/platform/browser/browser';
import { catalogueFiles } from '../../scripts/build/catalogue';
import { builtInDefinitions } from '../../scripts/connector/files';
import { databaseArea, type ValueArea } from '../../src/platform/storage/own-area';

type Listener = (...values: never[]) => unknown;

/** One event of the extension API. */
export interface MemoryEvent {
  addListener(listener: Listener): void;
  removeListener(listener: Listener): void;
  emit(...values: unknown[]): unknown[];
  /** Number of listeners. */
  size(): number;
}

/**
 * The parts of the extension API that the worker uses, in memory. Storage keeps copies, as in a browser;
 * alarms do not fire by themselves; `fetch` reads the files of the package. `install` replaces the API of the
 * browser and returns a function that restores it.
 */
export function createMemoryBrowser({
  granted = ['https://*/*'],
}: { readonly granted?: readonly string[] } = {}) {
  const changed = event();
  let calls = 0;
  const called = () => void (calls += 1);
  const state = {
    granted: [...granted],
    /** Open tabs, by id. */
    tabs: new Map<number, MemoryTab>(),
    /** Messages that the worker sent to tabs. */
    notes: [] as Note[],
    /** Ids of frames that were removed from their page. */
    goneFrames: new Set<number>(),
    /** Ids of tabs whose page has crashed and is still shown as such. */
    crashedTabs: new Set<number>(),
    pageChanges: event(),
    icons: new Map<number, string>(),
    /** The badge of each tab, null where it shows that of all tabs, which has the key `all`. */
    badges: new Map<number | 'all', string | null>(),
    /** Files of the package that were read. */
    filesRead: [] as string[],
    /** Files of the package that cannot be read. */
    brokenFiles: new Set<string>(),
    alarms: new Map<string, { name: string; scheduledTime: number }>(),
    /** The values of the extension's own database. */
    local: storageArea('local', changed, called),
    session: storageArea('session', changed, called),
    message: event(),
    permissionsRemoved: event(),
  };
  const api = {
    storage: { local: storageArea('local', changed, called), session: state.session, onChanged: changed },
    alarms: alarmsApi(state.alarms, called),
    permissions: {
      getAll: async () => ({ origins: [...state.granted] }),
      contains: async () => true,
      async remove({ origins = [] }: { origins?: string[] }) {
        for (const origin of origins) state.granted.splice(state.granted.indexOf(origin) >>> 0, 1);
        return true;
      },
      onAdded: event(),
      onRemoved: state.permissionsRemoved,
    },
    runtime: {
      id: 'matinee',
      getURL: (path: string) => packageUrl + path.replace(/^\//, ''),
      getManifest: () => ({ version: '0.0.0' }),
      onMessage: state.message,
      onInstalled: event(),
      onStartup: event(),
    },
    tabs: { ...tabsApi(state), onUpdated: state.pageChanges },
    action: actionApi(state),
    scripting: {
      getRegisteredContentScripts: async () => [],
      registerContentScripts: done,
      updateContentScripts: done,
      unregisterContentScripts: done,
      // As a page without any of what is looked for.
      executeScript: async () => [{ result: {} }],
    },
    i18n: { getUILanguage: () => 'en', getMessage: (key: string) => (key === 'language_tag' ? 'en' : key) },
  };
  return {
    ...state,
    install: () => install(api, state),
    /** Resolves once nothing has been asked for some turns of the event loop, in which a database answers. */
    async idle(): Promise<void> {
      for (let before = -1; before !== calls;) {
        before = calls;
        for (let turn = 0; turn < QUIET_TURNS; turn += 1)
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
      }
    },
  };
}

const QUIET_TURNS = 20;

interface MemoryTab {
  readonly id: number;
  readonly windowId: number;
  /** Only where the extension has access to it. */
  readonly url?: string;
  readonly incognito: boolean;
}

/** What the worker has sent to a tab, or to one of its frames. */
interface Note {
  readonly tabId: number;
  readonly note: unknown;
  readonly frameId?: number;
}

interface TabsState {
  readonly tabs: ReadonlyMap<number, MemoryTab>;
  readonly notes: Note[];
  readonly goneFrames: ReadonlySet<number>;
  readonly crashedTabs: ReadonlySet<number>;
}

interface ActionState {
  readonly icons: Map<number, string>;
  readonly badges: Map<number | 'all', string | null>;
}

const done = async () => undefined;

function storageArea(name: string, changed: MemoryEvent, called: () => void) {
  const values = new Map<string, string>();
  return {
    values,
    async get(keys: string | readonly string[] | null) {
      called();
      return Object.fromEntries(
        [...values]
          .filter(([one]) => keys === null || one === keys || (Array.isArray(keys) && keys.includes(one)))
          .map(([one, text]) => [one, JSON.parse(text) as unknown]),
      );
    },
    async set(items: Record<string, unknown>) {
      called();
      for (const [key, value] of Object.entries(items)) {
        values.set(key, JSON.stringify(value));
        changed.emit({ [key]: { newValue: JSON.parse(JSON.stringify(value)) as unknown } }, name);
      }
    },
    async remove(keys: string | readonly string[]) {
      called();
      for (const key of [keys].flat()) values.delete(key);
    },
    async clear() {
      values.clear();
    },
  };
}

function alarmsApi(alarms: Map<string, { name: string; scheduledTime: number }>, called: () => void) {
  return {
    get: async (name: string) => alarms.get(name),
    async create(name: string, { when }: { when: number }) {
      called();
      alarms.set(name, { name, scheduledTime: when });
    },
    async clear(name: string) {
      called();
      return alarms.delete(name);
    },
    clearAll: async () => alarms.clear(),
    onAlarm: event(),
  };
}

function tabsApi({ tabs, notes, goneFrames, crashedTabs }: TabsState) {
  return {
    query: async () => [...tabs.values()],
    async get(id: number) {
      const found = tabs.get(id);
      if (found === undefined) throw new Error(`No tab with id: ${id}`);
      return found;
    },
    create: done,
    async sendMessage(tabId: number, message: { matinee?: unknown }, frame?: { readonly frameId: number }) {
      if (crashedTabs.has(tabId) || (frame !== undefined && goneFrames.has(frame.frameId)))
        throw new Error('Could not establish connection. Receiving end does not exist.');
      // Without a note it is only asked whether the frame is there.
      if (message.matinee !== undefined) notes.push({ tabId, note: message.matinee, ...frame });
    },
    onRemoved: event(),
  };
}

function actionApi({ icons, badges }: ActionState) {
  return {
    async setIcon({ tabId, path }: { tabId: number; path: Record<string, string> }) {
      icons.set(tabId, path['16'] ?? '');
    },
    async setBadgeText({ tabId = 'all', text }: { tabId?: number | 'all'; text: string | null }) {
      badges.set(tabId, text);
    },
    setTitle: done,
    setBadgeBackgroundColor: done,
    setBadgeTextColor: done,
  };
}

function install(api: object, files: PackageFiles): () => void {
  const target = browser as unknown as Record<string, unknown>;
  const before = { ...target };
  const areaBefore = { ...databaseArea };
  const fetchBefore = globalThis.fetch;
  Object.assign(target, api);
  const areaInMemory: ValueArea & { readonly isInMemory: true } = {
    isInMemory: true,
    get: (keys) => files.local.get(keys),
    set: (values) => files.local.set(values),
    remove: (keys) => files.local.remove(keys),
  };
  Object.assign(databaseArea, areaInMemory);
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.startsWith(packageUrl)
      ? readPackaged(url.slice(packageUrl.length), files)
      : fetchBefore(input, init);
  };
  return () => {
    globalThis.fetch = fetchBefore;
    delete (databaseArea as { isInMemory?: true }).isInMemory;
    Object.assign(databaseArea, areaBefore);
    for (const name of Object.keys(api)) delete target[name];
    Object.assign(target, before);
  };
}

interface PackageFiles {
  readonly local: ValueArea;
  readonly filesRead: string[];
  readonly brokenFiles: ReadonlySet<string>;
}

/** Reads a file of the package's catalogue. Rejects for any other file, as in a browser. */
async function readPackaged(path: string, { filesRead, brokenFiles }: PackageFiles): Promise<Response> {
  filesRead.push(path);
  packaged ??= catalogueFiles(builtInDefinitions());
  const text = brokenFiles.has(path) ? undefined : packaged[path];
  if (text === undefined) throw new TypeError('Failed to fetch');
  return new Response(text);
}

let packaged: Readonly<Record<string, string>> | undefined;

const packageUrl = 'chrome-extension://matinee/';

function event(): MemoryEvent {
  const listeners = new Set<Listener>();
  return {
    addListener: (listener) => void listeners.add(listener),
    removeListener: (listener) => void listeners.delete(listener),
    size: () => listeners.size,
    emit: (...values) => [...listeners].map((listener) => listener(...(values as never[]))),
  };
}
