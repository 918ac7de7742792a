import { cloneData, cloneJson } from '../kernel/clone';
import { createDatabaseDisk, type DatabaseDisk } from './memory-database';

/** What the browser keeps of the extension: it outlives workers, and most of it the browser. */
export interface Profile {
  readonly local: Map<string, unknown>;
  /** Emptied when the browser ends, and when the extension is updated. */
  readonly session: Map<string, unknown>;
  readonly disk: DatabaseDisk;
  /** By name. */
  readonly alarms: Map<string, Alarm>;
  readonly granted: Set<string>;
  scripts: RegisteredScript | undefined;
  /** Events, by name, to which the worker listens, or listened when it was ended: these start it. */
  readonly listeners: Set<string>;
  /** Writes to `storage` that fail from now on. */
  failingWrites: number;
}

/** As `alarms.create` sets it. */
interface Alarm {
  /** Milliseconds since 1970. */
  readonly when: number;
  /** Milliseconds between one ring and the next; without it the alarm rings once. */
  readonly period: number | undefined;
}

interface RegisteredScript {
  readonly id: string;
  readonly js: readonly string[];
  readonly matches: readonly string[];
  readonly allFrames?: boolean;
}

export function createProfile(granted: readonly string[]): Profile {
  return {
    local: new Map(),
    session: new Map(),
    disk: createDatabaseDisk(),
    alarms: new Map(),
    granted: new Set(granted),
    scripts: undefined,
    listeners: new Set(),
    failingWrites: 0,
  };
}

export function copyProfile(profile: Profile): Profile {
  const { local, session, disk, alarms, granted, scripts, listeners } = profile;
  const databases = [...disk.databases].map(([name, { version, stores }]) => {
    const copies = [...stores].map(
      ([store, records]) =>
        [store, { ...records, indexes: new Map(records.indexes), rows: copyValues(records.rows) }] as const,
    );
    return [name, { version, stores: new Map(copies) }] as const;
  });
  return {
    local: copyValues(local),
    session: copyValues(session),
    disk: { databases: new Map(databases), failingCommits: 0, onFailure: () => undefined, volatile: [] },
    alarms: new Map(alarms),
    granted: new Set(granted),
    scripts: cloneData(scripts),
    listeners: new Set(listeners),
    failingWrites: 0,
  };
}

function copyValues<Key>(values: ReadonlyMap<Key, unknown>): Map<Key, unknown> {
  return new Map([...values].map(([key, value]) => [key, cloneData(value)] as const));
}

/** `storage.local` or `storage.session`; `changed` receives what has changed. */
export function storageArea(
  profile: Profile,
  area: 'local' | 'session',
  now: () => number,
  changed: { readonly emit: (changes: object, area: string) => void; readonly size: () => number },
) {
  const values = profile[area];
  /** The file of `storage.local` is not flushed with each write, so a power cut may undo it. */
  const keepUndo = (key: string) => {
    if (area === 'session') return;
    const before = values.get(key);
    const existed = values.has(key);
    forgetFlushed(profile.disk, now());
    profile.disk.volatile.push({
      at: now(),
      file: 'storage',
      undo: () => void (existed ? values.set(key, before) : values.delete(key)),
    });
  };
  return {
    // Without a copy, which would cost more than all else of a call: by its types the extension never changes
    // what it has read, and what is set is copied.
    get: (keys?: unknown): Record<string, unknown> => {
      const names = keys === null || keys === undefined ? [...values.keys()] : namesOf(keys);
      const found: Record<string, unknown> = {};
      for (const name of names) if (values.has(name)) found[name] = values.get(name);
      return found;
    },
    set: (items: Record<string, unknown>): void => {
      const changes: Record<string, object> = {};
      const isWatched = changed.size() > 0;
      for (const key of Object.keys(items)) {
        const value = items[key];
        if (value === undefined) continue;
        keepUndo(key);
        const oldValue = values.get(key);
        const newValue = cloneJson(value);
        values.set(key, newValue);
        if (isWatched) changes[key] = { oldValue, newValue };
      }
      if (isWatched) changed.emit(changes, area);
    },
    remove: (keys: unknown): void => {
      const changes: Record<string, object> = {};
      for (const key of namesOf(keys)) {
        if (!values.has(key)) continue;
        keepUndo(key);
        changes[key] = { oldValue: values.get(key) };
        values.delete(key);
      }
      changed.emit(changes, area);
    },
    clear: (): void => {
      values.clear();
    },
  };
}

/** What is older than a minute has long been flushed. */
function forgetFlushed({ volatile }: DatabaseDisk, now: number): void {
  const first = volatile[0];
  if (volatile.length < 200 || first === undefined || first.at > now - 60_000) return;
  volatile.splice(
    0,
    volatile.findIndex(({ at }) => at > now - 60_000),
  );
}

function namesOf(keys: unknown): readonly string[] {
  if (typeof keys === 'string') return [keys];
  return Array.isArray(keys) ? (keys as string[]) : Object.keys(keys as object);
}
