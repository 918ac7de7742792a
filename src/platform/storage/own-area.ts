import { browser } from '../browser/browser';
import { databaseArea } from './database-area';
import type { ValueArea } from './value-area';

/**
 * The values that outlive the browser, in IndexedDB of the extension's origin: a content script cannot open
 * it. It can read and write `storage.local` in Firefox, which has no `setAccessLevel`.
 *
 * A page in a private window of Firefox has another database than the worker; it asks the worker.
 */
export const ownArea: ValueArea = {
  get: (keys) =>
    isPrivatePage()
      ? askWorker('stored.read', { keys: keys === null ? [] : [keys].flat() })
      : databaseArea.get(keys),
  async set(values) {
    if (isPrivatePage()) await askWorker('stored.write', values);
    else await databaseArea.set(values);
    announce(Object.keys(values));
  },
  async remove(keys) {
    await databaseArea.remove(keys);
    announce([keys].flat());
  },
};

/** Calls back when any context, this one included, has stored or removed a value, until the signal aborts. */
export function watchOwnValue(key: string, callback: () => void, signal?: AbortSignal): void {
  if (isPrivatePage()) {
    // It hears of nothing that other contexts store.
    const timer = setInterval(callback, 1_000);
    signal?.addEventListener('abort', () => clearInterval(timer));
    return;
  }
  const watcher = (keys: readonly unknown[]) => {
    if (keys.includes(key)) callback();
  };
  watchers.add(watcher);
  sharedChannel();
  signal?.addEventListener('abort', () => watchers.delete(watcher));
}

function isPrivatePage(): boolean {
  return browser.extension?.inIncognitoContext === true;
}

async function askWorker(
  name: 'stored.read' | 'stored.write',
  input: object,
): Promise<Record<string, unknown>> {
  const answer: { readonly value?: Record<string, unknown> | null } | undefined =
    await browser.runtime.sendMessage({ name, input });
  if (answer?.value === undefined) throw new Error('The worker refused the stored values.');
  return answer.value ?? {};
}

function announce(keys: readonly string[]): void {
  // A BroadcastChannel does not deliver its own messages.
  for (const watcher of watchers) watcher(keys);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  sharedChannel().postMessage(keys);
}

const watchers = new Set<(keys: readonly unknown[]) => void>();

/** How many functions `watchOwnValue` calls back, for tests that leave none behind. */
export function watcherCount(): number {
  return watchers.size;
}

let channel: BroadcastChannel | undefined;

/** Only contexts of the extension can use it: a content script has the origin of its page. */
function sharedChannel(): BroadcastChannel {
  if (channel !== undefined) return channel;
  channel = new BroadcastChannel('matinee-values');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) for (const watcher of watchers) watcher(data);
  });
  return channel;
}
