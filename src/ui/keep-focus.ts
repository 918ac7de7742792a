const CONTROLS = 'a[href], button, input, select, textarea, summary';

/**
 * Keeps the focus where a person with a keyboard works: when the control that has it is taken away or turned
 * off, as by the button that does what was wanted, the first control near its place gets it instead of the
 * whole page.
 */
export function keepFocus(root: Element): void {
  /** The control that had the focus last, and all that it lies in, from inside out. */
  let path: readonly EventTarget[] = [];
  root.addEventListener('focusin', (event) => {
    path = event.composedPath();
  });
  const look = () => {
    const [last, ...around] = path;
    if (!(last instanceof Element) || canBeUsed(last)) return;
    // Browsers differ in whether a control that is turned off keeps the focus, and when it loses it.
    if (document.activeElement !== document.body && document.activeElement !== last) return;
    path = [];
    // The undo in the message about what a button did is not where a second press of that button belongs.
    const skipped = last.isConnected ? '[role=status]' : ':disabled';
    around.some((one) => one instanceof Element && one.isConnected && focusWithin(one, skipped));
  };
  new MutationObserver(look).observe(root, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

function canBeUsed(control: Element): boolean {
  return control.isConnected && !control.matches(':disabled');
}

/** Gives the focus to the first control that takes it: one that is hidden or turned off does not. */
function focusWithin(place: Element, skipped: string): boolean {
  return [...place.querySelectorAll<HTMLElement>(CONTROLS)].some((control) => {
    if (!canBeUsed(control) || control.closest(skipped) !== null) return false;
    control.focus();
    return document.activeElement === control;
  });
}
