import { browser } from '../browser/browser';

/**
 * Messages from the worker to the content scripts of a tab: `report` asks for a report, `hello` for a new
 * `hello` (access or settings have changed), `end` stops the script. None is answered directly.
 */
type TabMessage = 'report' | 'hello' | 'end';

/** One frame; without it the whole tab. */
type Target = Readonly<{ frameId: number }>[];

/** Sends to all scripts of a tab, or with `options` to that of one frame. Also resolves if there is none. */
export async function sendToTab(tabId: number, message: TabMessage, ...options: Target): Promise<void> {
  try {
    await browser.tabs.sendMessage(tabId, { matinee: message }, ...options);
  } catch {
    // No script runs in the tab, so there is nothing to report.
  }
}

/**
 * Whether a script of the extension runs in a frame, or anywhere in a tab. The script ignores the message.
 *
 * Without a script the browser reports that at once. A page with an open `alert`, at a breakpoint or frozen
 * has a script that does not answer, so after a second without an answer the script counts as running. That
 * is right for all callers: the position of an existing frame must not be dropped, an existing tab keeps what
 * it records, and a film whose page exists has played until now. The last is assumed for no longer than the
 * report interval, so it does little harm if the film stood still.
 */
export async function isAlive(tabId: number, ...options: Target): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, ANSWER_MILLISECONDS, true);
  });
  const answer = await Promise.race([hasReceiver(tabId, ...options), tooLate]);
  clearTimeout(timer);
  return answer;
}

const ANSWER_MILLISECONDS = 1_000;

async function hasReceiver(tabId: number, ...options: Target): Promise<boolean> {
  try {
    await browser.tabs.sendMessage(tabId, {}, ...options);
    return true;
  } catch (error) {
    // The error of both browsers. If a script runs and does not answer, the message may differ.
    return !String(error).includes('Receiving end does not exist');
  }
}

/** In a content script: calls back with each message until the signal aborts. Web pages cannot send these. */
export function onTabMessage(callback: (message: TabMessage) => void, signal: AbortSignal): void {
  const listener = (message: unknown): undefined => {
    const { matinee } = Object(message) as Readonly<{ matinee?: TabMessage }>;
    if (matinee !== undefined) callback(matinee);
  };
  browser.runtime.onMessage.addListener(listener);
  signal.addEventListener('abort', () => {
    // After an update of the extension its old scripts have no API left, and so no listener to remove.
    browser.runtime?.onMessage?.removeListener(listener);
  });
}
