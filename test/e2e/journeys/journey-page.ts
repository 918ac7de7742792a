import { waitFor } from '../../support/wait-for';

/** The operations on a tab that differ between the engines. */
export interface PageDriver {
  readonly goto: (url: string) => Promise<void>;
  readonly evaluate: <Result, Argument = undefined>(
    code: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ) => Promise<Result>;
  /** Scrolls to the first element that matches and clicks it with a trusted click. */
  readonly click: (selector: string) => Promise<void>;
  /** Replaces the selection in the element that has the focus. */
  readonly type: (text: string) => Promise<void>;
  /** PNG of what is shown. */
  readonly picture: () => Promise<Buffer>;
  readonly bringToFront: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface JourneyPage extends PageDriver {
  /** Clicks the button, link, tab or switch with this name: its label, otherwise its text. */
  readonly press: (name: string) => Promise<void>;
  /** Replaces the text in the field with this label. */
  readonly fill: (label: string, text: string) => Promise<void>;
  /** Waits until the visible text of the page contains this, and returns the text. */
  readonly waitForText: (text: string) => Promise<string>;
}

export function openJourneyPage(driver: PageDriver): JourneyPage {
  return {
    ...driver,
    async press(name) {
      await waitFor(`“${name}” to press`, () => driver.evaluate(markControl, name));
      await driver.click('[data-journey]');
    },
    async fill(label, text) {
      await waitFor(`the field “${label}”`, () => driver.evaluate(selectField, label));
      await driver.type(text);
    },
    waitForText: (text) =>
      waitFor(`“${text}” on the page`, async () => {
        const shown = await driver.evaluate(() => document.body.innerText);
        return shown.includes(text) && shown;
      }),
  };
}

// Both are passed to the page as text, so they refer to nothing outside and contain no named functions.

function markControl(name: string): boolean {
  for (const marked of document.querySelectorAll('[data-journey]')) marked.removeAttribute('data-journey');
  for (const control of document.querySelectorAll<HTMLElement>(
    'button, a[href], summary, [role="tab"], [role="switch"], label',
  )) {
    const own =
      control.getAttribute('aria-label') ??
      document.getElementById(control.getAttribute('aria-labelledby') ?? '')?.textContent ??
      control.textContent;
    if (own.replaceAll(/\s+/g, ' ').trim() !== name || control.getClientRects().length === 0) continue;
    control.dataset['journey'] = '';
    return true;
  }
  return false;
}

function selectField(label: string): boolean {
  for (const one of document.querySelectorAll('label')) {
    const field = document.getElementById(one.htmlFor);
    if (
      one.textContent.trim() !== label ||
      !(field instanceof HTMLInputElement) ||
      field.getClientRects().length === 0
    )
      continue;
    field.focus();
    field.select();
    return document.activeElement === field;
  }
  return false;
}
