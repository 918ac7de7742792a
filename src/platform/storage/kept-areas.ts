import { browser } from '../browser/browser';
import { ownArea, watchOwnValues, type ValueArea } from './own-area';
import { keptAreas } from './storage-item';

/**
 * The values as the worker reads them: once, until one of their area changes. A report needs some of them a
 * dozen times, and the browser takes longer to answer than the worker to use the answer. Readers share what
 * they get, so none may change it. The signal ends the listening for changes.
 *
 * Call it at the top level of the worker only, before other functions listen to messages.
 */
export function keepAreas(signal?: AbortSignal): void {
  const local = keepArea(ownArea);
  const session = keepArea(browser.storage.session);
  watchOwnValues(local.forget, signal);
  // What a page has stored before it asks for something counts, and may be heard of only later.
  browser.runtime.onMessage.addListener(local.forget);
  keptAreas.local = local;
  // Only the worker changes it, and all of it is not much more than one value.
  keptAreas.session = { ...session, get: () => session.get(null) };
}

/** Stands for all keys of an area: none is empty. */
const ALL = '';

export function keepArea(area: ValueArea): ValueArea & Readonly<{ forget: () => void }> {
  /** By the key that was asked for. */
  const read = new Map<string, ReturnType<ValueArea['get']>>();
  const forget = () => read.clear();
  const change = (storing: Promise<void>) => {
    // What is asked for meanwhile may be answered with the values before.
    forget();
    return storing.finally(forget);
  };
  return {
    async get(keys) {
      const names = [keys ?? ALL].flat();
      const unread = names.filter((name) => !read.has(name));
      if (unread.length > 0) {
        const reading = area.get(keys && unread);
        reading.catch(forget);
        for (const name of unread) read.set(name, reading);
      }
      const all: Record<string, unknown> = {};
      for (const reading of names.map((name) => read.get(name))) Object.assign(all, await reading);
      return all;
    },
    set: (values) => change(area.set(values)),
    remove: (keys) => change(area.remove(keys)),
    forget,
  };
}
