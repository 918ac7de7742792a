import { waitFor } from '../wait-for';

/** The popup in Firefox's toolbar panel, which no driver lists as a page. */
export interface Panel {
  /** Evaluates an expression over `content`, the window of the popup; the value is copied as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** 1 is the size that the browser sets by default. */
  readonly setTextZoom: (factor: number) => Promise<void>;
  /** PNG of what is shown. */
  readonly screenshot: () => Promise<Buffer>;
}

type EvaluateInWindow = (expression: string) => Promise<string | undefined>;

const BROWSER = `document.querySelector('.webext-popup-browser')`;

/** Presses the icon in the toolbar. `extension`: an expression for it in the browser's own window. */
export async function openPanel(evaluate: EvaluateInWindow, extension: string): Promise<Panel> {
  await evaluate(`(() => {
    const { Management } = ChromeUtils.importESModule('resource://gre/modules/Extension.sys.mjs');
    Management.global.browserActionFor(${extension}).triggerAction(window);
    return '';
  })()`);
  const inPanel = (expression: string) => evaluateInPanel(evaluate, expression);
  await waitFor('the popup in the panel', async () =>
    inPanel(`content.document.querySelector('main') !== null`).catch((e: unknown) => {
      console.log(String(e));
      return false;
    }),
  );
  return {
    evaluate: inPanel,
    setTextZoom: async (factor) => {
      await evaluate(`(${BROWSER}.browsingContext.textZoom = ${factor}, '')`);
    },
    screenshot: async () => Buffer.from((await evaluate(PICTURE)) ?? '', 'base64'),
  };
}

/** Runs with the rights of the browser in the popup's process, so the popup's policy allows it. */
async function evaluateInPanel(evaluate: EvaluateInWindow, expression: string): Promise<unknown> {
  const script = `sendAsyncMessage('matinee:value', JSON.stringify((() => ${expression})()))`;
  const answer = await evaluate(`new Promise((resolve, reject) => {
    const { messageManager } = ${BROWSER};
    const listener = ({ data }) => {
      messageManager.removeMessageListener('matinee:value', listener);
      resolve(data);
    };
    messageManager.addMessageListener('matinee:value', listener);
    messageManager.loadFrameScript('data:,' + ${JSON.stringify(encodeURIComponent(script))}, false);
    setTimeout(() => reject(new Error('the popup did not answer')), 5000);
  })`);
  return JSON.parse(answer ?? 'null') as unknown;
}

const PICTURE = `(async () => {
  const bitmap = await ${BROWSER}.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, 'white');
  const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;
