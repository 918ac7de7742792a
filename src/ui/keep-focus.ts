const CONTROLS = 'a[href], button, input, select, textarea, summary';

/**
 * Keeps the keyboard focus in place. When the focused control is removed or disabled, for example by its own
 * action, the first control near it gets the focus instead of the whole page.
 */
export function keepFocus(root: Element): void {
  /** The control that had the focus last, and its ancestors, from inside out. */
  let path: EventTarget[] = [];
  root.addEventListener('focusin', (event) => {
    path = event.composedPath();
  });
  const look = () => {
    const [last, ...around] = path;
    if (!(last instanceof Element) || canBeUsed(last)) return;
    // Browsers differ in whether and when a disabled control loses the focus.
    if (document.activeElement !== document.body && document.activeElement !== last) return;
    path = [];
    // A second press of the same button must not hit the undo in the toast.
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

/** Focuses the first control that accepts it: hidden and disabled ones do not. */
function focusWithin(place: Element, skipped: string): boolean {
  return [...place.querySelectorAll<HTMLElement>(CONTROLS)].some((control) => {
    if (!canBeUsed(control) || control.closest(skipped) !== null) return false;
    control.focus();
    return document.activeElement === control;
  });
}
