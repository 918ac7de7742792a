import type { Bidi } from './bidi';
import { waitFor } from '../wait-for';

/** One tab of Firefox, with as much of playwright's way as the journeys need. */
export interface FirefoxPage {
  readonly goto: (url: string) => Promise<void>;
  readonly url: () => Promise<string>;
  /** Evaluates a function in the page, with a user gesture; argument and result are copied as JSON. */
  readonly evaluate: <Result, Argument = undefined>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ) => Promise<Result>;
  /** Waits until the page's visible text contains this, and returns the text. */
  readonly waitForText: (text: string) => Promise<string>;
  /** Scrolls to the first element that matches and clicks it with a trusted mouse click. */
  readonly click: (selector: string) => Promise<void>;
  /** Types into the element that has the focus. */
  readonly type: (text: string) => Promise<void>;
  /** PNG of what is shown. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export async function openFirefoxPage(bidi: Bidi): Promise<FirefoxPage> {
  const { context } = await bidi.send('browsingContext.create', { type: 'tab' });

  async function evaluate<Result, Argument>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    const expression = `(async () => JSON.stringify(await (${String(code)})(${JSON.stringify(argument) ?? ''})))()`;
    const { type, result, exceptionDetails } = await bidi.send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    if (type !== 'success')
      throw new Error(`in the page: ${(exceptionDetails as { text?: string }).text ?? 'an exception'}`);
    const { value } = result as { value?: string };
    return (value === undefined ? undefined : JSON.parse(value)) as Result;
  }

  const page: FirefoxPage = {
    async goto(url) {
      // The load event of a moz-extension page is never reported.
      const isOwn = url.startsWith('moz-extension:');
      await bidi.send('browsingContext.navigate', { context, url, wait: isOwn ? 'none' : 'complete' });
      if (isOwn)
        await waitFor(url, () =>
          evaluate(
            (wanted: string) => location.href.startsWith(wanted) && document.readyState === 'complete',
            url,
          ),
        );
    },
    url: () => evaluate(() => location.href),
    evaluate,
    waitForText: (text) =>
      waitFor(`“${text}” on the page`, async () => {
        const shown = await evaluate(() => document.body.innerText);
        return shown.includes(text) && shown;
      }),
    async click(selector) {
      const origin = await waitFor(selector, async () => {
        const { nodes } = await bidi.send('browsingContext.locateNodes', {
          context,
          locator: { type: 'css', value: selector },
          maxNodeCount: 1,
        });
        const [node] = nodes as { sharedId: string }[];
        return node && { type: 'element', element: { sharedId: node.sharedId } };
      });
      await evaluate(
        (wanted: string) => document.querySelector(wanted)?.scrollIntoView({ block: 'center' }),
        selector,
      );
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await bidi.send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions }],
      });
    },
    async type(text) {
      const actions = Array.from(text).flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async screenshot() {
      const { data } = await bidi.send('browsingContext.captureScreenshot', { context });
      return Buffer.from(String(data), 'base64');
    },
    async close() {
      await bidi.send('browsingContext.close', { context });
    },
  };
  return page;
}
