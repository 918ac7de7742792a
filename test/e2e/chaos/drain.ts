import type { OutboxView } from '../../../src/core/outbox/outbox-view';
import { sendMessage, type ExtensionBrowser } from '../../support/browser/drive-extension';
import { waitFor } from '../../support/wait-for';

export interface Drained {
  readonly retried: number;
  /** Closed tabs whose session has not ended. */
  readonly forgotten: readonly string[];
}

/**
 * Waits until everything is sent. Refused updates are sent again, as a user does, and so is what waits for
 * longer than a minute: after many failures in a row up to half an hour. Nothing else is done.
 */
export async function drain(
  browser: ExtensionBrowser,
  drainTimeout: number,
  log: (line: string) => void,
): Promise<Drained> {
  let retried = 0;
  let emptyInARow = 0;
  let forgotten: readonly string[] = [];
  await waitFor(
    'an empty outbox',
    async () => {
      const waiting = await sendMessage(browser, 'outbox.list', {});
      forgotten = await openTabs(browser);
      for (const { id, state, retryAt = 0 } of waiting) {
        if (state === 'parked') retried += 1;
        else if (retryAt < Date.now() + 60_000) continue;
        await sendMessage(browser, 'outbox.retry', { id });
      }
      log(`${waiting.length} updates wait (${summaryOf(waiting[0])}), ${forgotten.length} sessions are open`);
      emptyInARow = waiting.length === 0 ? emptyInARow + 1 : 0;
      return emptyInARow >= (forgotten.length === 0 ? 3 : 30);
    },
    { timeout: drainTimeout, every: 700 },
  );
  return { retried, forgotten };
}

/** State, error code and time of the next attempt (UTC). */
function summaryOf(entry: OutboxView | undefined): string {
  if (entry === undefined) return '';
  const { state, error, retryAt } = entry;
  const time = retryAt === undefined ? '' : new Date(retryAt).toISOString().slice(11, 19);
  return `${state} ${error?.code ?? ''} ${time}`;
}

/** Tabs that have a session in the storage of the worker. */
async function openTabs(browser: ExtensionBrowser): Promise<readonly string[]> {
  return browser.evaluate(async () => {
    const stored = await (
      globalThis as unknown as {
        chrome: { storage: { session: { get: (key: null) => Promise<Record<string, StoredTab>> } } };
      }
    ).chrome.storage.session.get(null);
    return Object.entries(stored)
      .filter(([key, value]) => key.startsWith('tab:') && value.watch?.session !== undefined)
      .map(([key, { url = '', watch }]) => `${key} ${url} at ${watch?.session?.playback.position ?? 0}`);
  }, undefined);
}

interface StoredTab {
  readonly url?: string;
  readonly watch?: { readonly session?: { readonly playback: { readonly position: number } } };
}
