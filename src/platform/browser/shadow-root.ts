/**
 * The shadow root of an element, also a closed one, which browsers show to content scripts. Pages are also
 * read in Node.js, where there is no extension.
 */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const { chrome } = globalThis as { chrome?: ChromeWithDom };
  try {
    // Firefox has it at the element itself.
    return (
      (element as ShownElement).openOrClosedShadowRoot ??
      chrome?.dom?.openOrClosedShadowRoot(element) ??
      element.shadowRoot
    );
  } catch {
    // Only elements of HTML are accepted.
    return element.shadowRoot;
  }
}

type ChromeWithDom = Readonly<{
  dom?: Readonly<{ openOrClosedShadowRoot: (element: Element) => ShadowRoot | null }>;
}>;

interface ShownElement extends Element {
  readonly openOrClosedShadowRoot?: ShadowRoot | null;
}
