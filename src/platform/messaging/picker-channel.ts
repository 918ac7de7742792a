import { browser } from '../browser/browser';

/**
 * The picker takes readers from the reading aid. The leading slash makes Firefox resolve a path from the root
 * of the package, not from the calling page.
 */
const files = ['/reading-aid.js', '/picker.js'];

/**
 * Asks the picker script in the top frame of a tab, and starts it if none answers. Rejects without access to
 * the tab.
 */
export async function askPicker(tabId: number, question: unknown): Promise<unknown> {
  const first = await askOnce(tabId, question);
  if (first !== undefined) return first;
  await browser.scripting.executeScript({ target: { tabId, frameIds: [0] }, files });
  return askOnce(tabId, question);
}

async function askOnce(tabId: number, question: unknown): Promise<unknown> {
  try {
    return await browser.tabs.sendMessage(tabId, { matineeAsk: question }, { frameId: 0 });
  } catch {
    // No script listens in the tab.
    return undefined;
  }
}

/**
 * In the page: answers the worker's questions until the signal aborts. Web pages cannot send such messages.
 */
export function onQuestion(answer: (question: unknown) => Promise<unknown>, signal: AbortSignal): void {
  const listener = (
    message: unknown,
    _sender: unknown,
    respond: (answer: unknown) => void,
  ): true | undefined => {
    if (typeof message !== 'object' || message === null || !('matineeAsk' in message)) return undefined;
    // With `true`, every version of both browsers waits for `respond`.
    void answer(message.matineeAsk).then(respond);
    return true;
  };
  browser.runtime.onMessage.addListener(
    listener as Parameters<typeof browser.runtime.onMessage.addListener>[0],
  );
  signal.addEventListener('abort', () =>
    browser.runtime?.onMessage?.removeListener(
      listener as Parameters<typeof browser.runtime.onMessage.addListener>[0],
    ),
  );
}
