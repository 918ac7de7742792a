import { waitFor } from '../wait-for';
import type { FirefoxPage } from './firefox-page';

/** The popup in the panel of Firefox's toolbar, which no driver lists as a page. */
export interface Panel {
  /** Evaluates an expression over `content`, the window of the popup; the value is copied as JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** PNG of what is shown. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

type EvaluateInWindow = (expression: string) => Promise<string>;

/**
 * Opens the popup over the active tab as a click on the icon does. `page`: a page of the extension, which
 * reaches the window of the popup by the API of the extension.
 */
export async function openPanel(page: FirefoxPage, evaluateInWindow: EvaluateInWindow): Promise<Panel> {
  await page.evaluateText('browser.action.openPopup()');
  // As an expression of the driver, because the policy of the extension's pages forbids code from texts.
  const evaluate = async (expression: string) =>
    JSON.parse(
      String(
        await page.evaluateText(`((content) => content === undefined ? 'null' : JSON.stringify(${expression}))(
          browser.extension.getViews({ type: 'popup' })[0])`),
      ),
    ) as unknown;
  const isOpen = async () => (await evaluate('content.document.readyState')) !== null;
  await waitFor('the popup in the panel', async () =>
    evaluate(`content.document.querySelector('main') !== null`),
  );
  return {
    evaluate,
    screenshot: async () => Buffer.from(await evaluateInWindow(PICTURE), 'base64'),
    close: async () => {
      await evaluate('(content.close(), true)');
      await waitFor('the end of the panel', async () => !(await isOpen()));
    },
  };
}

/** Runs in the browser's own window. */
const PICTURE = `(async () => {
  const popup = document.querySelector('.webextension-popup-browser');
  const bitmap = await popup.browsingContext.currentWindowGlobal.drawSnapshot(null, 1, 'white');
  const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  return canvas.toDataURL('image/png').split(',')[1];
})()`;
