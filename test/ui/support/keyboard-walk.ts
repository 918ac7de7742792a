import type { Page } from 'playwright';

/**
 * Walks through a view with the Tab key, from its beginning. Returns the controls that are not reached, and
 * those that do not show that they have the focus.
 */
export async function walkByKeyboard(page: Page): Promise<readonly string[]> {
  const count = await page.evaluate(prepareWalk);
  // The browser takes them in their order; waiting for each would double the time.
  await Promise.all(Array.from({ length: count + 2 }, () => page.keyboard.press('Tab')));
  return page.evaluate(readWalk);
}

/** Runs in the page. Returns how many controls are to be reached. */
function prepareWalk(): number {
  const within = document.querySelector('dialog[open]') ?? document.body;
  const seen = new Set<string>();
  const controls = [
    ...within.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]',
    ),
  ].filter((control) => {
    if (control.tabIndex < 0 || control.matches(':disabled, [type=hidden]') || !control.checkVisibility())
      return false;
    if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true;
    // Of a group of radio buttons the Tab key reaches the chosen one, or the first.
    const group = [...within.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(control.name)}"]`)];
    const reached = group.find(({ checked }) => checked) ?? group[0];
    if (seen.has(control.name) || reached !== control) return false;
    seen.add(control.name);
    return true;
  });
  const walk = { controls, hidden: new Set<HTMLElement>(), left: new Set(controls) };
  Object.assign(globalThis, { walk });
  document.addEventListener('focusin', ({ target }) => {
    const control = target as HTMLElement;
    if (control === document.body) return;
    walk.left.delete(control);
    const shows = [control, control.parentElement, control.closest('label, fieldset')].some((one) => {
      const { outlineStyle = 'none' } = one === null ? {} : getComputedStyle(one);
      return outlineStyle !== 'none';
    });
    if (!shows && control.closest('.cm-editor') === null) walk.hidden.add(control);
  });
  (document.activeElement as HTMLElement | null)?.blur();
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
  return controls.length;
}

/** Runs in the page. */
function readWalk(): string[] {
  const { walk } = globalThis as unknown as {
    readonly walk: { readonly left: Set<HTMLElement>; readonly hidden: Set<HTMLElement> };
  };
  const nameOf = (control: HTMLElement) => control.outerHTML.slice(0, 120);
  return [
    ...[...walk.left].filter((one) => one.isConnected).map((one) => `not reached: ${nameOf(one)}`),
    ...[...walk.hidden].map((one) => `without a visible focus: ${nameOf(one)}`),
  ];
}
