import { shadowRootOf } from '../../platform/browser/shadow-root';
import { attempt, withinBudget } from './regex';

/** No definition may read what a person fills in, whoever wrote it. A range input is a player's seek bar. */
export const FILLED_IN =
  'input:not([type=range]),textarea,select,[contenteditable]:not([contenteditable=false])';

/**
 * The elements that a selector finds; ` >> ` steps into shadow roots and frames of the same origin. At most
 * 300 for each scope, and none that a person fills in. Empty for an invalid selector, and if the reading has
 * no time left for it.
 */
export function queryAll(scope: ParentNode, selector: string): Element[] {
  const [first = '', ...inner] = selector.split(' >> ');
  return inner.reduce(
    (found, part) => found.flatMap((element) => selectInside(element, part)),
    select(scope, first),
  );
}

function selectInside(element: Element, part: string): Element[] {
  const inside = shadowRootOf(element) ?? frameDocument(element);
  return inside ? select(inside, part) : [];
}

/** The document of a frame; undefined for other elements, and for frames of other origins. */
export function frameDocument(element: Element): Document | undefined {
  return (element as Partial<HTMLIFrameElement>).contentDocument ?? undefined;
}

/** Every shadow root below, at most 500. */
export function shadowRoots(scope: ParentNode): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  const pending: ParentNode[] = [scope];
  for (let next = pending.pop(); next && roots.length < 500; next = pending.pop()) {
    for (const element of next.querySelectorAll('*')) {
      const root = shadowRootOf(element);
      if (!root) continue;
      roots.push(root);
      pending.push(root);
    }
  }
  return roots;
}

/** The closest matching ancestor, also outside the shadow root that contains `start`. */
export function closest(start: Element, selector: string): Element | undefined {
  const found = tried(selector, () => start.closest(selector));
  if (found) return found;
  const { host } = start.getRootNode() as Partial<ShadowRoot>;
  return host && closest(host, selector);
}

/** Whether the element has a size. */
export function isVisible(element: Element): boolean {
  return areaOf(element) > 0;
}

/** Square pixels. */
export function areaOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}

function select(parent: ParentNode, selector: string): Element[] {
  const found = tried(selector, () => parent.querySelectorAll(selector)) ?? [];
  return Array.from(found)
    .slice(0, 300)
    .filter((element) => !element.closest(FILLED_IN));
}

/** Undefined for an invalid selector, and if the reading has no time left for it. */
function tried<Found>(selector: string, find: () => Found): Found | undefined {
  return attempt(() => withinBudget(selector, find));
}

/**
 * Whether the browser shows a translation, by the marks that Chromium and Edge leave; Firefox leaves none.
 */
export function isTranslated(document: Document): boolean {
  return document.querySelector('.translated-ltr,.translated-rtl,title[_msttexthash]') !== null;
}

/** Elements that contain translated words. */
export const TRANSLATION = 'font>font,[_msttexthash]';
