const CONTROLS = 'a[href], button, input, select, textarea, summary';

/**
 * Keeps the focus where a person with a keyboard works: when the control that has it is taken away, as by the
 * button that does what was wanted, the first control near its place gets it instead of the whole page.
 */
export function keepFocus(root: Element): void {
  /** The control that had the focus last, and all that it lies in, from inside out. */
  let path: readonly EventTarget[] = [];
  root.addEventListener('focusin', (event) => {
    path = event.composedPath();
  });
  const taken = () => path[0] instanceof Element && !path[0].isConnected;
  new MutationObserver(() => {
    if (document.activeElement !== document.body || !taken()) return;
    const near = path.find((one) => one instanceof Element && one.isConnected && one.querySelector(CONTROLS));
    path = [];
    (near as Element | undefined)?.querySelector<HTMLElement>(CONTROLS)?.focus();
  }).observe(root, { childList: true, subtree: true });
}
