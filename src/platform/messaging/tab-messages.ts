import { browser } from '../browser/browser';

/**
 * What the worker sends to the content scripts of a tab: `report` asks for a report, `hello` for a new
 * `hello` (access or settings have changed), `end` stops the script. None is answered directly.
 */
type TabMessage = 'report' | 'hello' | 'end';

/** One frame, or none for all of the tab. */
type Target = readonly Readonly<{ frameId: number }>[];

/** Sends to all scripts of a tab, or (`options`) to that of one frame. Resolves also where there is none. */
export async function sendToTab(tabId: number, message: TabMessage, ...options: Target): Promise<void> {
  try {
    await browser.tabs.sendMessage(tabId, { matinee: message }, ...options);
  } catch {
    // No script runs in the tab, so there is nothing to report.
  }
}

/**
 * Whether a script of the extension runs in a frame, or in any of a tab. It takes no notice. Where none does,
 * the browser itself says so at once; a page with an open `alert`, at a breakpoint or frozen has one that
 * does not answer. So what has not answered after a second is there, and nobody waits for it longer. That is
 * right for all who ask: the place of a frame that is there must not be dropped, a tab that is there keeps
 * what it records, and a film whose page is there has played until now (that is assumed for no longer than
 * the interval of reports, so it does little harm where it stood).
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
    // Both engines say so. Where a script runs and does not answer, the message may differ.
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
    // After an update of the extension its old scripts have no API any more, and no listener to remove.
    browser.runtime?.onMessage?.removeListener(listener);
  });
}
