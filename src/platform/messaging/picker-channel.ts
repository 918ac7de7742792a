import { browser } from '../browser/browser';

/** With the slash: Firefox resolves the path against the calling page otherwise. */
const file = '/picker.js';

/** Asks the workbench's script in the top frame of a tab, and starts it there when nobody answers. */
export async function askPicker(tabId: number, question: unknown): Promise<unknown> {
  const first = await askOnce(tabId, question);
  if (first !== undefined) return first;
  await browser.scripting.executeScript({ target: { tabId, frameIds: [0] }, files: [file] });
  return askOnce(tabId, question);
}

async function askOnce(tabId: number, question: unknown): Promise<unknown> {
  try {
    return await browser.tabs.sendMessage(tabId, { matineeAsk: question }, { frameId: 0 });
  } catch {
    // No script listens in that tab.
    return undefined;
  }
}

/** In the page: answers each question of the worker until the signal aborts. Pages cannot send these. */
export function onQuestion(answer: (question: unknown) => Promise<unknown>, signal: AbortSignal): void {
  const listener = (
    message: unknown,
    _sender: unknown,
    respond: (answer: unknown) => void,
  ): true | undefined => {
    if (typeof message !== 'object' || message === null || !('matineeAsk' in message)) return undefined;
    // The callback form answers asynchronously in every version of both engines.
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
