import { cleanText } from './clean-text';
import type { ReadContext } from './context';
import { firstValue } from './first-value';
import { closest, isVisible, queryAll } from './query';
import { runRegex } from './regex';
import type { SourceOf } from './source-of';

/** The first text that is not empty, or the one at `index`. */
export function readText({ text, aroundVideo, index, own }: SourceOf<'text'>, context: ReadContext): unknown {
  return readAt(elements(text, aroundVideo, context), index, (element) => elementText(element, own));
}

/** The first attribute that is not empty, or the one at `index`. */
export function readAttribute(source: SourceOf<'attribute'>, context: ReadContext): unknown {
  const found = elements(source.attribute, source.aroundVideo, context);
  return readAt(found, source.index, (element) => element.getAttribute(source.name) ?? '');
}

/** Text or attribute of the first element that matches, or of the one `offset` places after it. */
export function readScan(source: SourceOf<'scan'>, context: ReadContext): unknown {
  const { scan, aroundVideo, matches, name, own, offset = 0 } = source;
  const found = elements(scan, aroundVideo, context);
  const read = (element: Element) =>
    name === undefined ? elementText(element, own) : (element.getAttribute(name) ?? '');
  const at = found.findIndex((element) => {
    const text = read(element);
    return text !== '' && runRegex(matches, text) !== null;
  });
  const element = at === -1 ? undefined : found[at + offset];
  return element && read(element);
}

/** True or undefined. */
export function readExistence(source: SourceOf<'exists'>, context: ReadContext): unknown {
  const found = elements(source.exists, source.aroundVideo, context);
  return found.some((element) => source.visible !== true || isVisible(element)) || undefined;
}

export function readMeta({ meta }: SourceOf<'meta'>, { document }: ReadContext): unknown {
  return metaElement(document, meta)?.getAttribute('content') ?? undefined;
}

/** The first meta element with this property, name or itemprop. */
export function metaElement(document: Document, name: string): Element | undefined {
  const quoted = JSON.stringify(name);
  return queryAll(document, `meta[property=${quoted}],meta[name=${quoted}],meta[itemprop=${quoted}]`)[0];
}

/** `Node.TEXT_NODE`; saved pages are also read in Node.js, which has no global `Node`. */
const TEXT_NODE = 3;

/** Clean text of an element; with `own` without the text of elements inside it. */
export function elementText(element: Element, own: true | undefined): string {
  if (own === undefined) return cleanText(element.textContent);
  const texts = Array.from(element.childNodes).filter((node) => node.nodeType === TEXT_NODE);
  return cleanText(texts.map((node) => node.textContent).join(' '));
}

function elements(
  selector: string,
  aroundVideo: string | undefined,
  { document, video }: ReadContext,
): Element[] {
  if (aroundVideo === undefined) return queryAll(document, selector);
  const around = video && closest(video, aroundVideo);
  return around === undefined ? [] : queryAll(around, selector);
}

function readAt(
  found: readonly Element[],
  index: number | undefined,
  read: (element: Element) => string,
): string | undefined {
  return firstValue(index === undefined ? found : found.slice(index, index + 1 || undefined), read);
}
