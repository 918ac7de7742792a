import { frameDocument } from '../../reader/query';
import { hostOf } from '../propose/host-element';

/**
 * The innermost element at a point, also inside open shadow roots and frames of the same origin. Walks no
 * tree.
 */
export function elementAt(
  root: Document | ShadowRoot,
  x: number,
  y: number,
  overlay: Element,
): Element | undefined {
  const found = root
    .elementsFromPoint(x, y)
    .find((element) => element !== overlay && !overlay.contains(element));
  if (found === undefined) return undefined;
  const inside = found.shadowRoot;
  if (inside !== null) {
    const deeper = elementAt(inside, x, y, overlay);
    if (deeper !== undefined && deeper !== found) return deeper;
  }
  const frame = frameDocument(found);
  if (frame === undefined) return found;
  const { left, top } = found.getBoundingClientRect();
  return elementAt(frame, x - left - found.clientLeft, y - top - found.clientTop, overlay) ?? found;
}

/** One step up the tree, out of shadow roots and frames too. */
export function outward(element: Element): Element | undefined {
  if (element.parentElement !== null) return element.parentElement;
  return hostOf(element);
}

/** One step down: the first child that takes up room. */
export function inward(element: Element): Element | undefined {
  const children = [
    ...(element.shadowRoot?.children ?? []),
    ...(frameDocument(element)?.body?.children ?? []),
    ...element.children,
  ];
  return children.find((child) => child.getBoundingClientRect().width > 0);
}
