/**
 * The shadow root of an element, even a closed one, which browsers show to content scripts. Pages are also
 * read in Node.js, where there is no extension API.
 */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const { chrome } = globalThis as { chrome?: ChromeWithDom };
  try {
    // Firefox has it as a property of the element.
    return (
      (element as ShownElement).openOrClosedShadowRoot ??
      chrome?.dom?.openOrClosedShadowRoot(element) ??
      element.shadowRoot
    );
  } catch {
    // Only HTML elements are accepted.
    return element.shadowRoot;
  }
}

type ChromeWithDom = Readonly<{
  dom?: Readonly<{ openOrClosedShadowRoot: (element: Element) => ShadowRoot | null }>;
}>;

interface ShownElement extends Element {
  readonly openOrClosedShadowRoot?: ShadowRoot | null;
}
