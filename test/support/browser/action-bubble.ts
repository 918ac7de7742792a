import type { BrowserContext, CDPSession, Page } from 'playwright';
import { browserCdp } from './cdp';
import { waitFor } from '../wait-for';

/** The extension's popup as the user sees it, over the active tab. Playwright does not list it as a page. */
export interface Bubble {
  /** Evaluates an expression in the popup, with a user gesture; the value is copied as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Waits until the popup's visible text contains this, and returns the text. */
  readonly waitForText: (text: string) => Promise<string>;
  /** Waits until an element matches a CSS selector. */
  readonly waitFor: (selector: string) => Promise<void>;
  /** Clicks the first element that matches, with a trusted mouse click. */
  readonly click: (selector: string) => Promise<void>;
  /** Loads the popup again in the same bubble; `script` runs in it before its own scripts. */
  readonly reload: (script: string, look?: Look) => Promise<void>;
  /** PNG of what is shown. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** What the person has chosen in the system or the browser. */
export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly forcedColors?: boolean;
  /** Of the root, in pixels; 16 by default, as the browser's settings have it. */
  readonly fontSize?: number;
}

export async function openBubble(context: BrowserContext, extensionId: string, over: Page): Promise<Bubble> {
  await over.bringToFront();
  const cdp = await browserCdp(context);
  const targetId = await openPopup(cdp, extensionId, await tabTargetOf(context, cdp, over));
  const send = await attach(cdp, targetId);
  const evaluate = (expression: string) => evaluateIn(send, expression);
  return {
    evaluate,
    waitForText: (text) =>
      waitFor(`“${text}” in the popup`, async () => {
        const shown = String(await evaluate('document.body.innerText'));
        return shown.includes(text) && shown;
      }),
    waitFor: async (selector) => {
      await waitFor(`${selector} in the popup`, () =>
        evaluate(`document.querySelector(${JSON.stringify(selector)}) !== null`),
      );
    },
    click: async (selector) => {
      const point = await waitFor(`${selector} in the popup`, () => evaluate(centerOf(selector)));
      const at = { ...(point as { x: number; y: number }), button: 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
      // What is clicked may close the popup before the browser answers.
      await send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }).catch((error: unknown) => {
        if (!String(error).includes(CLOSED.error.message)) throw error;
      });
    },
    reload: (script, look = {}) => reload(send, script, look),
    screenshot: async () => {
      // Fails until the popup has been painted for the first time.
      const { data } = await waitFor('a picture of the popup', () =>
        send('Page.captureScreenshot', { format: 'png' }),
      );
      return Buffer.from(String(data), 'base64');
    },
    close: async () => {
      await cdp.send('Target.closeTarget', { targetId }).catch(() => undefined);
      await cdp.detach();
    },
  };
}

async function reload(
  send: Send,
  script: string,
  { theme = 'light', forcedColors = false, fontSize = 16 }: Look,
): Promise<void> {
  await send('Page.enable');
  await send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: theme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
      { name: 'forced-colors', value: forcedColors ? 'active' : 'none' },
    ],
  });
  const loaded = `loaded-${Math.random()}`;
  const source = `${script}; addEventListener('load', () => {
    document.documentElement.style.fontSize = '${fontSize}px';
    window.name = '${loaded}';
  });`;
  const { identifier } = await send('Page.addScriptToEvaluateOnNewDocument', { source });
  await send('Page.reload');
  await waitFor('the popup to load again', async () =>
    evaluateIn(send, `window.name === '${loaded}'`).catch(() => false),
  );
  await send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

/** Presses the toolbar icon over a tab. Returns the target of the popup that opens. */
async function openPopup(cdp: CDPSession, extensionId: string, tab: string): Promise<string> {
  const popups = async () => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    return targetInfos.filter(
      (target) =>
        target.type === 'page' && target.url.startsWith(`chrome-extension://${extensionId}/src/popup/`),
    );
  };
  const before = new Set((await popups()).map((target) => target.targetId));
  await cdp.send('Extensions.triggerAction' as never, { id: extensionId, targetId: tab } as never);
  const popup = await waitFor('the popup to open', async () =>
    (await popups()).find((target) => !before.has(target.targetId)),
  );
  return popup.targetId;
}

/** The tab of a page; a tab is a target of its own, with another id than its page. */
async function tabTargetOf(context: BrowserContext, cdp: CDPSession, page: Page): Promise<string> {
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  const { targetInfos } = await cdp.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const tab = targetInfos.find((target) => target.url === targetInfo.url);
  if (tab === undefined) throw new Error(`no tab shows ${targetInfo.url}`);
  return tab.targetId;
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

/** Milliseconds after which a command without an answer has failed. */
const PATIENCE = 60_000;

/**
 * Attaches to a target. Returns a function that sends one CDP command and resolves with its result. It
 * rejects when the target has closed: a bubble closes with the focus, and then nothing answers.
 */
async function attach(cdp: CDPSession, targetId: string): Promise<Send> {
  const replies = new Map<number, (reply: Reply) => void>();
  let last = 0;
  let isClosed = false;
  const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false });
  cdp.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const reply = JSON.parse(event.message) as Reply;
    if (reply.id !== undefined) replies.get(reply.id)?.(reply);
  });
  cdp.on('Target.detachedFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    isClosed = true;
    for (const answer of replies.values()) answer(CLOSED);
  });

  return async (method, params = {}) => {
    const id = (last += 1);
    if (isClosed) throw new Error(`${method}: ${CLOSED.error.message}`);
    let patience: NodeJS.Timeout | undefined;
    const reply = new Promise<Reply>((resolve) => {
      replies.set(id, resolve);
      patience = setTimeout(() => resolve({ error: { message: 'no answer' } }), PATIENCE);
    }).finally(() => clearTimeout(patience));
    await cdp.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    const { result, error } = await reply;
    replies.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
}

const CLOSED = { error: { message: 'the popup is closed' } };

async function evaluateIn(send: Send, expression: string): Promise<unknown> {
  const answer = await send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  if (answer['exceptionDetails'] !== undefined)
    throw new Error(`in the popup: ${JSON.stringify(answer['exceptionDetails'])}`);
  return (answer['result'] as { value?: unknown }).value;
}

/**
 * An expression for the center of the first element that matches, scrolled into view; undefined when there is
 * none.
 */
function centerOf(selector: string): string {
  return `(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    element?.scrollIntoView({ block: 'center' });
    const box = element?.getBoundingClientRect();
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  })()`;
}

interface Reply {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}
