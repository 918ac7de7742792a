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
  watchOwnValues(local.forget, signal);
  // What a page has stored before it asks for something counts, and may be heard of only later.
  browser.runtime.onMessage.addListener(local.forget);
  keptAreas.local = local;
  keptAreas.session = keepWhole(browser.storage.session);
}

/** Of a small area that only this context changes: read once, as a whole, and then kept as it is stored. */
export function keepWhole(area: ValueArea): ValueArea {
  let whole: ReturnType<ValueArea['get']> | undefined;
  const forget = () => {
    whole = undefined;
  };
  // What was asked for meanwhile may be answered with the values before. A refused change changes nothing.
  const change = (storing: Promise<void>, apply: (kept: Record<string, unknown>) => void) =>
    storing.then(() => whole?.then(apply, forget));
  return {
    get() {
      whole ??= area.get(null);
      whole.catch(forget);
      return whole;
    },
    set: (values) => change(area.set(values), (kept) => Object.assign(kept, values)),
    remove: (keys) =>
      change(area.remove(keys), (kept) => {
        for (const key of [keys].flat()) delete kept[key];
      }),
  };
}

/** Of values that are asked for by their keys; nobody asks for all of them (`null`). */
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
      const names = [keys as string | string[]].flat();
      const unread = names.filter((name) => !read.has(name));
      if (unread.length > 0) {
        const reading = area.get(unread);
        reading.catch(forget);
        for (const name of unread) read.set(name, reading);
      }
      const found = await Promise.all(names.map((name) => read.get(name) as ReturnType<ValueArea['get']>));
      return Object.assign({}, ...found) as Record<string, unknown>;
    },
    set: (values) => change(area.set(values)),
    remove: (keys) => change(area.remove(keys)),
    forget,
  };
}
