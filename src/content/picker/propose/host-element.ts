import { attempt } from '../../reader/attempt';

/**
 * The element that contains this one from outside: the host of its shadow root, or its frame of the same
 * origin.
 */
export function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return 'host' in root ? (root as ShadowRoot).host : frameOf(element);
}

/** The document of the whole page, also for an element inside a frame. */
export function pageDocument(element: Element): Document {
  const frame = frameOf(element);
  return frame === undefined ? element.ownerDocument : pageDocument(frame);
}

function frameOf(element: Element): Element | undefined {
  return attempt(() => element.ownerDocument.defaultView?.frameElement) ?? undefined;
}
