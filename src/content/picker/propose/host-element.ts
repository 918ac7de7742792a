import { attempt } from '../../reader/attempt';

/** The element whose shadow root, or the frame of the same origin whose document, contains an element. */
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
