import { readLabel } from '../../../core/text/season-episode';
import { deepEqual } from '../../../core/values/deep-equal';
import type { AnySource } from '../../../protocol/definition/visit';
import { closest, isVisible, queryAll } from '../../reader/query';
import { elementText } from '../../reader/element-text';
import { metaElement, scanIndex } from '../../reader/read-elements';
import type { SourceOf } from '../../reader/context';
import { applyTransform } from '../../reader/transform';

/** The elements from which a page is read. */
export type KeptElements = Readonly<{
  texts: Set<Element>;
  ownTexts: Set<Element>;
  attributes: Map<Element, Map<string, string>>;
  places: Set<Element>;
  /** Selectors of sources with `visible` whose elements are all invisible. */
  unseen: Set<string>;
}>;

export function keptElements(
  document: Document,
  sources: AnySource[],
  video: Element | undefined,
): KeptElements {
  const kept: KeptElements = {
    texts: new Set(),
    ownTexts: new Set(),
    attributes: new Map(),
    places: new Set(video === undefined ? [] : [video]),
    unseen: new Set(),
  };
  for (const source of sources) keep(document, source, kept, video);
  return kept;
}

/** Keeps the elements that the reader would choose for a source. */
function keep(document: Document, source: AnySource, kept: KeptElements, video: Element | undefined): void {
  const found = (selector: string) => {
    const { aroundVideo } = source as Readonly<{ aroundVideo?: string }>;
    for (const asked of askedInside(selector))
      for (const element of queryAll(document, asked).slice(0, MAX_ASKED)) kept.places.add(element);
    if (aroundVideo === undefined) return queryAll(document, selector);
    const around = video && closest(video, aroundVideo);
    if (around !== undefined) kept.places.add(around);
    return around === undefined ? [] : queryAll(around, selector);
  };
  if ('text' in source) {
    const one = chosen(found(source.text), source.index, kept, (element) => elementText(element, source.own));
    addText(one, source.own, kept);
  } else if ('attribute' in source) {
    const read = (element: Element) => element.getAttribute(source.name) ?? '';
    addAttribute(chosen(found(source.attribute), source.index, kept, read), source.name, source, kept);
  } else if ('scan' in source) keepScanned(found(source.scan), source, kept);
  else if ('exists' in source) keepExisting(found(source.exists), source, kept);
  else if ('meta' in source) addAttribute(metaElement(document, source.meta), 'content', source, kept);
}

/** Elements that are kept of one `:has(…)`. */
const MAX_ASKED = 8;

/** The selectors inside each `:has(…)`: without their elements the saved page would not match. */
function askedInside(selector: string): string[] {
  return [...selector.matchAll(/:has\(/g)].map(({ index }) => {
    const start = index + ':has('.length;
    let depth = 1;
    let end = start;
    for (; end < selector.length && depth > 0; end += 1) {
      if (selector[end] === '(') depth += 1;
      if (selector[end] === ')') depth -= 1;
    }
    return `${selector.slice(0, end)} ${selector.slice(start, end - 1)}`;
  });
}

/**
 * Keeps the matching element, the one at the offset, and those in between as empty places, because they are
 * counted.
 */
function keepScanned(found: Element[], source: SourceOf<'scan'>, kept: KeptElements): void {
  const at = scanIndex(found, source);
  if (at === -1) return;
  const to = at + (source.offset ?? 0);
  for (const element of found.slice(Math.max(0, Math.min(at, to)), Math.max(at, to) + 1))
    kept.places.add(element);
  for (const element of [found[at], found[to]]) {
    if (source.name === undefined) addText(element, source.own, kept);
    else addAttribute(element, source.name, source, kept);
  }
}

function keepExisting(found: Element[], source: SourceOf<'exists'>, kept: KeptElements): void {
  const one = source.visible === true ? found.find(isVisible) : found[0];
  if (one !== undefined) kept.places.add(one);
  else if (found.length > 0) kept.unseen.add(source.exists);
}

/** With an index, the other elements are kept as empty places, so the index stays correct. */
function chosen(
  all: Element[],
  index: number | undefined,
  { places }: KeptElements,
  read: (element: Element) => string,
): Element | undefined {
  if (index === undefined) return all.find((element) => read(element) !== '');
  for (const element of index < 0 ? all.slice(index) : all.slice(0, index + 1)) places.add(element);
  return all.at(index);
}

function addText(
  element: Element | undefined,
  own: true | undefined,
  { texts, ownTexts }: KeptElements,
): void {
  if (element === undefined || /^(?:input|textarea|select)$/.test(element.localName)) return;
  (own === true ? ownTexts : texts).add(element);
}

function addAttribute(
  element: Element | undefined,
  name: string,
  source: AnySource,
  { attributes }: KeptElements,
): void {
  const value = element?.getAttribute(name) ?? undefined;
  if (element === undefined || value === undefined || name === 'value') return;
  const read = withoutQuery(value, source);
  const before = attributes.get(element) ?? new Map<string, string>();
  // If two sources read the attribute, the longer part is kept.
  if (read.length >= (before.get(name)?.length ?? 0)) attributes.set(element, before.set(name, read));
}

/** An address without query and fragment, which can identify the user, unless the source reads them. */
function withoutQuery(value: string, { transforms = [] }: AnySource): string {
  const bare = value.split(/[?#]/)[0] ?? '';
  const read = (text: string) =>
    transforms.reduce<unknown>(
      (before, transform) =>
        before === undefined
          ? undefined
          : applyTransform(before, transform, { values: {}, parseSeasonEpisode: readLabel }),
      text,
    );
  const whole = read(value);
  return whole !== undefined && deepEqual(whole, read(bare)) ? bare : value;
}
