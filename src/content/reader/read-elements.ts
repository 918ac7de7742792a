import type { ReadContext, SourceOf } from './context';
import { elementText } from './element-text';
import { closest, queryAll } from './query';
import { runRegex } from './regex';
import { isSomething } from './clean-text';

/** The elements of a source; with `aroundVideo` only those inside that ancestor of the video. */
export function elements(
  selector: string,
  { aroundVideo }: Readonly<{ aroundVideo?: string | undefined }>,
  { document, video }: Pick<ReadContext, 'document' | 'video'>,
): Element[] {
  if (aroundVideo === undefined) return queryAll(document, selector);
  const around = video && closest(video, aroundVideo);
  return around ? queryAll(around, selector) : [];
}

/** The first text or attribute that is not empty, or the one at `index`. */
export function textAt(
  found: Element[],
  source: Readonly<{ index?: number | undefined }> & PlaceOfText,
): string | undefined {
  const { index } = source;
  const chosen = index === undefined ? found : found.slice(index, index + 1 || undefined);
  return firstValue(chosen, (element) => textIn(element, source));
}

/** Text or attribute of the first matching element, or of the one `offset` places after it. */
export function readScan(source: SourceOf<'scan'>, context: ReadContext): string | undefined {
  const found = elements(source.scan, source, context);
  const at = scanIndex(found, source);
  const element = at === -1 ? undefined : found[at + (source.offset ?? 0)];
  return element && textIn(element, source);
}

/** Index of the first matching element; -1 for none. */
export function scanIndex(found: Element[], source: SourceOf<'scan'>): number {
  return found.findIndex((element) => {
    const text = textIn(element, source);
    return text !== '' && runRegex(source.matches, text);
  });
}

/** The first meta element with this property, name or itemprop. */
export function metaElement(document: Document, name: string): Element | undefined {
  const quoted = JSON.stringify(name);
  return queryAll(document, `meta[property=${quoted}],meta[name=${quoted}],meta[itemprop=${quoted}]`)[0];
}

/** An attribute's name, or `own` for the text without that of child elements. */
type PlaceOfText = Readonly<{
  name?: string | undefined;
  own?: true | undefined;
}>;

function textIn(element: Element, { name, own }: PlaceOfText): string {
  return name === undefined ? elementText(element, own) : (element.getAttribute(name) ?? '');
}

/** The first value for which `isSomething` holds; later ones are not read. */
export function firstValue<From, Value>(all: From[], read: (from: From) => Value): Value | undefined {
  for (const one of all) {
    const value = read(one);
    if (isSomething(value)) return value;
  }
  return undefined;
}
