import { browser } from '../browser/browser';
import { ownArea, watchOwnValue, type ValueArea } from './own-area';

/** One named value in extension storage. A stored value is untrusted until `read` has validated it. */
export type StorageItem<Value> = Readonly<{
  key: string;
  /** Returns a valid value for any stored one. */
  read(stored: unknown): Value;
  get(): Promise<Value>;
  set(value: Value): Promise<void>;
  remove(): Promise<void>;
  /** Calls back with each new value, whichever context has set it, until the signal aborts. */
  watch(callback: (value: Value) => void, signal?: AbortSignal): void;
}>;

export type StorageItemOptions<Value> = Readonly<{
  /**
   * `local` survives a restart of the browser (own-area.ts). `session` survives only a restart of the worker;
   * it is in `storage.session`, which is closed to content scripts in every browser.
   */
  area: 'local' | 'session';
  key: string;
  /** Returns a valid value for any stored one; `undefined` means that nothing is stored. Must not throw. */
  read: (stored: unknown) => Value;
}>;

/** Reads several values of one area with one call of the browser. */
export async function readTogether<const Items extends StorageItem<unknown>[]>(
  area: 'local' | 'session',
  ...items: Items
): Promise<{
  -readonly [Index in keyof Items]: Items[Index] extends StorageItem<infer Value> ? Value : never;
}> {
  const found = await areaOf(area).get(items.map(({ key }) => key));
  return items.map((item) => item.read(found[item.key])) as never;
}

export function storageItem<Value>({ area, key, read }: StorageItemOptions<Value>): StorageItem<Value> {
  const get = async () => read((await areaOf(area).get(key))[key]);
  return {
    key,
    read,
    get,
    async set(value) {
      await areaOf(area).set({ [key]: value });
    },
    async remove() {
      await areaOf(area).remove(key);
    },
    watch(callback, signal) {
      if (area === 'local') {
        const changed = async () => callback(await get());
        watchOwnValue(key, () => void changed(), signal);
        return;
      }
      const listener = (changes: Record<string, { newValue?: unknown }>, changed: string) => {
        const change = changes[key];
        if (changed === area && change !== undefined) callback(read(change.newValue));
      };
      browser.storage.onChanged.addListener(listener);
      signal?.addEventListener('abort', () => browser.storage.onChanged.removeListener(listener));
    },
  };
}

/** The area of this name in this context. */
export function areaOf(name: 'local' | 'session'): ValueArea {
  return keptAreas[name] ?? (name === 'local' ? ownArea : browser.storage.session);
}

/** The areas of the worker, which keeps what it has read (kept-areas.ts). */
export const keptAreas: { local?: ValueArea; session?: ValueArea } = {};

/** All values in `storage.session` whose key has this prefix. */
export async function readSessionEntries(prefix: string): Promise<unknown[]> {
  const all = Object.entries(await areaOf('session').get(null));
  return all.flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : []));
}
