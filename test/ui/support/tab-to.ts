import type { Page } from 'playwright';

/** Presses Tab until the focus is on an element with this name; throws when it is not reached. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return '';
      return element instanceof HTMLInputElement
        ? (element.labels?.[0]?.textContent ?? '')
        : (element.textContent ?? '');
    });
    if (focused.includes(name)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not reach "${name}"`);
}
