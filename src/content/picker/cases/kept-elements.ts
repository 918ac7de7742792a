import { parseSeasonEpisode } from '../../../core/text/parse-season-episode';
import { deepEqual } from '../../../core/values/deep-equal';
import { cleanText } from '../../reader/clean-text';
import { closest, isVisible, queryAll } from '../../reader/query';
import { runRegex } from '../../reader/regex';
import { applyTransform } from '../../reader/transform';
import type { AnySource } from '../propose/page-sources';

/** The elements that a page is read from. */
export interface KeptElements {
  readonly texts: Set<Element>;
  readonly ownTexts: Set<Element>;
  readonly attributes: Map<Element, Map<string, string>>;
  readonly places: Set<Element>;
  /** Selectors of what stands in the page and is not shown; where a source asks for what is shown. */
  readonly unseen: Set<string>;
}

export function keptElements(
  document: Document,
  sources: readonly AnySource[],
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

/** The same choice as the reader's, which takes the first that says something. */
function keep(document: Document, source: AnySource, kept: KeptElements, video: Element | undefined): void {
  const found = (selector: string) => {
    const { aroundVideo } = source as { aroundVideo?: string };
    if (aroundVideo === undefined) return queryAll(document, selector);
    const around = video && closest(video, aroundVideo);
    if (around !== undefined) kept.places.add(around);
    return around === undefined ? [] : queryAll(around, selector);
  };
  if ('text' in source) {
    const one = chosen(found(source.text), source.index, kept, (element) => textIn(element, source.own));
    addText(one, source.own, kept);
  } else if ('attribute' in source) {
    addAttribute(
      chosen(
        found(source.attribute),
        source.index,
        kept,
        (element) => element.getAttribute(source.name) ?? '',
      ),
      source.name,
      source,
      kept,
    );
  } else if ('scan' in source) {
    const all = found(source.scan);
    const at = all.findIndex(
      (element) =>
        runRegex(
          source.matches,
          source.name === undefined ? textIn(element, source.own) : (element.getAttribute(source.name) ?? ''),
        ) !== null,
    );
    const to = at + (source.offset ?? 0);
    // What stands between is counted.
    for (const element of at === -1 ? [] : all.slice(Math.max(0, Math.min(at, to)), Math.max(at, to) + 1))
      kept.places.add(element);
    for (const element of at === -1 ? [] : [all[at], all[to]]) {
      if (source.name === undefined) addText(element, source.own, kept);
      else addAttribute(element, source.name, source, kept);
    }
  } else if ('exists' in source) {
    const all = found(source.exists);
    const one = source.visible === true ? all.find(isVisible) : all[0];
    if (one !== undefined) kept.places.add(one);
    else if (all.length > 0) kept.unseen.add(source.exists);
  } else if ('meta' in source) {
    const name = JSON.stringify(source.meta);
    addAttribute(
      queryAll(document, `meta[property=${name}],meta[name=${name}],meta[itemprop=${name}]`)[0],
      'content',
      source,
      kept,
    );
  }
}

/** With an index the others are kept as places, so that it counts the same. */
function chosen(
  all: readonly Element[],
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
  // Where two sources read of it, what the greedier one needs.
  if (read.length >= (before.get(name)?.length ?? 0)) attributes.set(element, before.set(name, read));
}

/** An address loses what stands behind the question mark, where people are told apart, unless the source reads it. */
function withoutQuery(value: string, { transforms = [] }: AnySource): string {
  const bare = value.split(/[?#]/)[0] ?? '';
  const read = (text: string) =>
    transforms.reduce<unknown>(
      (before, transform) =>
        before === undefined
          ? undefined
          : applyTransform(before, transform, { values: {}, parseSeasonEpisode }),
      text,
    );
  const whole = read(value);
  return whole !== undefined && deepEqual(whole, read(bare)) ? bare : value;
}

function textIn(element: Element, own: true | undefined): string {
  const nodes =
    own === true ? Array.from(element.childNodes).filter((node) => node.nodeType === 3) : [element];
  return cleanText(nodes.map((node) => node.textContent ?? '').join(' '));
}
