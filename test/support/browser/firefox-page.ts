import type { Browser, EvaluateFunc, KeyInput, Page } from 'puppeteer-core';
import { waitFor } from '../wait-for';

/** A tab of Firefox with the part of Playwright's interface that the journeys use. */
export interface FirefoxPage {
  readonly goto: (url: string) => Promise<void>;
  readonly url: () => Promise<string>;
  /** Evaluates a function in the page, with a user gesture. Argument and result are copied. */
  readonly evaluate: <Result, Argument = undefined>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ) => Promise<Result>;
  /** Evaluates an expression in the page, with a user gesture. */
  readonly evaluateText: (expression: string) => Promise<unknown>;
  /** Waits until the visible text of the page contains this, and returns the text. */
  readonly waitForText: (text: string) => Promise<string>;
  /**
   * Waits for the first element that matches and is not disabled, scrolls to it, and clicks it with a trusted
   * mouse click. Where it has moved away meanwhile, nothing else is clicked, and the click is made again.
   */
  readonly click: (selector: string) => Promise<void>;
  /** Replaces the selection in the element that has the focus. */
  readonly replaceSelection: (text: string) => Promise<void>;
  readonly pressKey: (key: KeyInput) => Promise<void>;
  readonly bringToFront: () => Promise<void>;
  /** PNG of what is shown. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export async function openFirefoxPage(browser: Browser): Promise<FirefoxPage> {
  return asFirefoxPage(await browser.newPage());
}

/** The tab that shows an address that begins like this, once there is one. */
export async function findFirefoxPage(browser: Browser, address: string): Promise<FirefoxPage> {
  const page = await waitFor(`a tab with ${address}`, async () =>
    (await browser.pages()).find((one) => one.url().startsWith(address)),
  );
  return asFirefoxPage(page);
}

function asFirefoxPage(page: Page): FirefoxPage {
  const evaluate: FirefoxPage['evaluate'] = (code, argument) =>
    page.evaluate(code as EvaluateFunc<[unknown]>, argument) as Promise<never>;
  return {
    goto: async (url) => {
      if (!url.startsWith('moz-extension:')) return void (await page.goto(url));
      // Firefox reports no load event for a page of an extension (ESR 153).
      await page.goto(url, { waitUntil: [] });
      await waitFor(url, () => evaluate(isLoaded, url));
    },
    // `page.url()` of a page of an extension stays about:blank.
    url: () => evaluate(() => location.href),
    evaluate,
    evaluateText: (expression) => page.evaluate(expression),
    waitForText: (text) =>
      waitFor(`“${text}” on the page`, async () => {
        const shown = await evaluate(() => document.body.innerText);
        return shown.includes(text) && shown;
      }),
    click: async (selector) =>
      void (await waitFor(`a click on ${selector}`, async () => {
        if (!(await evaluate(refuseOthers, selector))) return false;
        await page.click(selector);
        // A page that has gone was left by the click.
        return !(await evaluate(hasMissed).catch(() => false));
      })),
    replaceSelection: async (text) => {
      await page.keyboard.press('Backspace');
      await page.keyboard.type(text);
    },
    pressKey: (key) => page.keyboard.press(key),
    bringToFront: () => page.bringToFront(),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => page.close(),
  };
}

function isLoaded(url: string): boolean {
  return location.href.startsWith(url) && document.readyState === 'complete';
}

// Both are passed to the page as text, so they refer to nothing outside; nor do they name a function, since esbuild,
// which runs the commands, adds a call to a helper then.

/** Lets the next click reach nothing but this element. False: it is not there, or is disabled. */
function refuseOthers(selector: string): boolean {
  const page = globalThis as { click?: { isMissed: boolean; ending: AbortController } };
  page.click?.ending.abort();
  if (document.querySelector(`:is(${selector}):not(:disabled)`) === null) return false;
  const click = { isMissed: false, ending: new AbortController() };
  page.click = click;
  const options = { capture: true, signal: click.ending.signal };
  for (const type of ['mousedown', 'mouseup', 'click'])
    addEventListener(
      type,
      (event) => {
        const element = document.querySelector(selector);
        // What is pressed may take the element away before the button of the mouse is released.
        if (type === 'mousedown')
          click.isMissed = element === null || !event.composedPath().includes(element);
        if (click.isMissed) {
          event.preventDefault();
          event.stopImmediatePropagation();
        }
        if (type === 'click') click.ending.abort();
      },
      options,
    );
  return true;
}

function hasMissed(): boolean {
  return (globalThis as { click?: { isMissed: boolean } }).click?.isMissed === true;
}
