import { createExtensionEvent, type ExtensionEvent } from '../kernel/events';
import { cloneJson } from '../kernel/clone';
import { storageArea } from './profile';
import type { Tab } from './tabs';
import type { World } from '../world';
import type { WorkerLife } from './worker-life';

export const extensionId = 'matinee';
export const extensionRoot = 'chrome-extension://matinee/';

/** Events of the extension API, by name. */
export type WorkerEvents = Readonly<Record<EventName, ExtensionEvent>>;
export type EventName =
  | 'message'
  | 'connect'
  | 'installed'
  | 'startup'
  | 'suspend'
  | 'alarm'
  | 'tabRemoved'
  | 'tabUpdated'
  | 'tabReplaced'
  | 'tabActivated'
  | 'accessAdded'
  | 'accessRemoved'
  | 'storageChanged'
  | 'navigationCommitted'
  | 'idleChanged';

/** `changed`: called when listeners are added or removed, with whether there are any. */
export function createWorkerEvents(changed: (name: EventName, hasListeners: boolean) => void): WorkerEvents {
  const names: readonly EventName[] = [
    'message',
    'connect',
    'installed',
    'startup',
    'suspend',
    'alarm',
    'tabRemoved',
    'tabUpdated',
    'tabReplaced',
    'tabActivated',
    'accessAdded',
    'accessRemoved',
    'storageChanged',
    'navigationCommitted',
    'idleChanged',
  ];
  return Object.fromEntries(
    names.map((name) => [name, createExtensionEvent((count) => changed(name, count > 0))]),
  ) as WorkerEvents;
}

/** The extension API of one life of the worker. After its end no promise of it settles. */
export function createExtensionApi(world: World, life: WorkerLife, events: WorkerEvents) {
  const { profile, random, scheduler } = world;
  const call = <T>(kind: string, work: () => T): Promise<T> => {
    if (life.reaches(`before ${kind}`)) return new Promise(() => undefined);
    life.touch();
    let result: T;
    try {
      result = work();
    } catch (error) {
      return Promise.reject(error);
    }
    if (life.reaches(`after ${kind}`)) return new Promise(() => undefined);
    if (!world.traits.slowBrowser) return Promise.resolve(result);
    return new Promise((resolve) => {
      scheduler.after(random.between(0, 40), () => life.alive && resolve(result));
    });
  };
  const writing =
    <Values extends readonly unknown[]>(kind: string, work: (...values: Values) => void) =>
    (...values: Values) =>
      call(kind, () => {
        if (profile.failingWrites > 0) {
          profile.failingWrites--;
          world.met.add('storage-fails');
          world.truth.tell({ kind: 'break', why: 'storage fails' });
          throw new Error('An unexpected error occurred');
        }
        work(...values);
      });
  const area = (name: 'local' | 'session') => {
    const own = storageArea(profile, name, scheduler.now, events.storageChanged);
    return {
      get: (keys?: unknown) => call(`storage.${name}.get`, () => own.get(keys)),
      set: writing(`storage.${name}.set`, own.set),
      remove: writing(`storage.${name}.remove`, own.remove),
      clear: writing(`storage.${name}.clear`, own.clear),
      setAccessLevel: () => call('storage.setAccessLevel', () => undefined),
      onChanged: events.storageChanged,
    };
  };
  const nothing = (kind: string) => () => call(kind, () => undefined);
  return {
    storage: { local: area('local'), session: area('session'), onChanged: events.storageChanged },
    alarms: alarmsApi(world, events, call),
    permissions: {
      getAll: () => call('permissions.getAll', () => ({ origins: [...profile.granted], permissions: [] })),
      contains: ({ origins = [] }: { origins?: readonly string[] }) =>
        call('permissions.contains', () => origins.every((one) => profile.granted.has(one))),
      onAdded: events.accessAdded,
      onRemoved: events.accessRemoved,
    },
    runtime: {
      id: extensionId,
      lastError: undefined,
      getURL: (path: string) => extensionRoot + path.replace(/^\//, ''),
      getManifest: () => ({ version: '0.0.0', manifest_version: 3 }),
      getContexts: () => call('runtime.getContexts', () => []),
      // Only Firefox has this function.
      ...(world.traits.engine === 'firefox' && {
        getBrowserInfo: () => call('runtime.getBrowserInfo', () => ({ name: 'Firefox' })),
      }),
      getPlatformInfo: () => call('runtime.getPlatformInfo', () => ({ os: 'linux' })),
      onMessage: events.message,
      onConnect: events.connect,
      onInstalled: events.installed,
      onStartup: events.startup,
      onSuspend: events.suspend,
      onUpdateAvailable: createExtensionEvent(),
    },
    tabs: tabsApi(world, life, events, call),
    windows: { update: nothing('windows.update'), onRemoved: createExtensionEvent() },
    webNavigation: { onCommitted: events.navigationCommitted },
    idle: { onStateChanged: events.idleChanged },
    action: {
      setIcon: nothing('action.setIcon'),
      setBadgeText: nothing('action.setBadgeText'),
      setTitle: nothing('action.setTitle'),
      setBadgeBackgroundColor: nothing('action.setBadgeBackgroundColor'),
      setBadgeTextColor: nothing('action.setBadgeTextColor'),
    },
    scripting: scriptingApi(world, call),
    offscreen: { createDocument: nothing('offscreen.createDocument') },
    i18n: { getMessage: (key: string) => key, getUILanguage: () => 'en' },
  };
}

type Call = <T>(kind: string, work: () => T) => Promise<T>;

function alarmsApi(world: World, events: WorkerEvents, call: Call) {
  const { alarms } = world.profile;
  return {
    get: (name: string) =>
      call('alarms.get', () => {
        const alarm = alarms.get(name);
        return alarm && { name, scheduledTime: alarm.when };
      }),
    getAll: () =>
      call('alarms.getAll', () => [...alarms].map(([name, { when }]) => ({ name, scheduledTime: when }))),
    create: (name: string, { when, periodInMinutes }: { when: number; periodInMinutes?: number }) =>
      call('alarms.create', () => {
        alarms.set(name, { when, period: periodInMinutes && periodInMinutes * 60_000 });
        world.rearm();
      }),
    clear: (name: string) =>
      call('alarms.clear', () => {
        const existed = alarms.delete(name);
        world.rearm();
        return existed;
      }),
    onAlarm: events.alarm,
  };
}

function tabsApi(world: World, life: WorkerLife, events: WorkerEvents, call: Call) {
  const fact = (tab: Tab) => world.tabFact(tab);
  const tabOf = (id: number): Tab => {
    const tab = world.tabs.get(id);
    if (tab === undefined) throw new Error(`No tab with id: ${id}.`);
    return tab;
  };
  return {
    query: (filter: { active?: boolean }) =>
      call('tabs.query', () =>
        [...world.tabs.values()].filter((tab) => filter.active !== true || tab.visible).map(fact),
      ),
    get: (id: number) => call('tabs.get', () => fact(tabOf(id))),
    create: () => call('tabs.create', () => undefined),
    update: () => call('tabs.update', () => undefined),
    sendMessage(id: number, message: unknown, options: { frameId?: number } = {}) {
      const copy = cloneJson(message);
      return call('tabs.sendMessage', () => tabOf(id)).then(
        (tab) =>
          new Promise((resolve, reject) => {
            world.scheduler.after(1, () => {
              const reached = world.deliverToTab(tab, copy, options.frameId);
              if (!life.alive) return;
              if (reached) resolve(undefined);
              else reject(new Error('Could not establish connection. Receiving end does not exist.'));
            });
          }),
      );
    },
    onRemoved: events.tabRemoved,
    onUpdated: events.tabUpdated,
    onReplaced: events.tabReplaced,
    onActivated: events.tabActivated,
  };
}

interface Injection {
  readonly target: { readonly tabId: number; readonly frameIds?: readonly number[] };
  readonly files?: readonly string[];
  readonly args?: readonly unknown[];
}

function scriptingApi(world: World, call: Call) {
  const { profile } = world;
  return {
    // The script of the page's own world is not simulated; its pages receive nothing.
    getRegisteredContentScripts: ({ ids }: ScriptFilter) =>
      call('scripting.get', () =>
        profile.scripts === undefined || isReceived(ids[0]) ? [] : [cloneJson(profile.scripts)],
      ),
    registerContentScripts: ([script]: readonly [RegisteredScript]) =>
      call('scripting.register', () => void (isReceived(script.id) || (profile.scripts = cloneJson(script)))),
    updateContentScripts: ([script]: readonly [RegisteredScript]) =>
      call('scripting.update', () => void (isReceived(script.id) || (profile.scripts = cloneJson(script)))),
    unregisterContentScripts: ({ ids }: ScriptFilter) =>
      call('scripting.unregister', () => void (isReceived(ids[0]) || (profile.scripts = undefined))),
    executeScript: ({ target, files, args }: Injection) =>
      call('scripting.executeScript', () => {
        const tab = world.tabs.get(target.tabId);
        if (tab === undefined) throw new Error(`No tab with id: ${target.tabId}.`);
        return world.inject(tab, target.frameIds, files, args);
      }),
  };
}

type Profile = World['profile'];
type RegisteredScript = NonNullable<Profile['scripts']> & { readonly id: string };
type ScriptFilter = { readonly ids: readonly string[] };

function isReceived(id: string | undefined): boolean {
  return id === 'matinee-received';
}
