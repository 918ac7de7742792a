import { elementText } from '../../reader/element-text';
import { isVisible, shadowRoots } from '../../reader/query';
import { strongNumbers } from './proposal-context';

export type Label = Readonly<{
  element: Element;
  text: string;
  /** Pixels between the centres of label and video; 0 without a video. */
  distance: number;
}>;

/** Limits of examined elements and of returned labels; the rest of a larger page is ignored. */
const MAXIMUM_ELEMENTS = 20_000;
const MAXIMUM_LABELS = 1_500;

const TEXT_ELEMENTS = 'h1,h2,h3,h4,p,span,div,a,strong,em,b,li,dd,figcaption,title-bug,[data-testid]';

/** The short visible texts, also in open shadow roots. */
export function pageLabels(document: Document, video: Element | undefined): Label[] {
  const box = video?.getBoundingClientRect();
  const labels: Label[] = [];
  const elements = [document, ...shadowRoots(document)].flatMap((root) =>
    Array.from(root.querySelectorAll(TEXT_ELEMENTS)),
  );
  for (const element of elements.slice(0, MAXIMUM_ELEMENTS)) {
    const text = labelText(element);
    if (text === undefined) continue;
    labels.push({ element, text, distance: box ? between(box, element.getBoundingClientRect()) : 0 });
    if (labels.length >= MAXIMUM_LABELS) break;
  }
  return labels;
}

/**
 * The text of an element that is a label: 1 to 160 characters, visible, and not only inside child elements.
 */
function labelText(element: Element): string | undefined {
  if (element.childElementCount > 3 || element.textContent.length > 400) return undefined;
  const text = elementText(element);
  const isShort = text !== '' && text.length <= 160;
  return isShort && hasOwnText(element) && isVisible(element) ? text : undefined;
}

/** The label near the player that states the episode; labels in lists are considered last. */
export function episodeLabel(labels: Label[]): Label | undefined {
  const found = labels.flatMap((label) => {
    const parsed = strongNumbers(label.text);
    return parsed?.episode === undefined ? [] : [{ label, sure: parsed.season === undefined ? 1 : 0 }];
  });
  return found.sort(
    (a, b) => a.sure - b.sure || inList(a.label) - inList(b.label) || a.label.distance - b.label.distance,
  )[0]?.label;
}

export function seasonLabel(labels: Label[]): Label | undefined {
  return nearest(
    labels.filter(
      ({ text }) =>
        text.length < 30 &&
        strongNumbers(text)?.season !== undefined &&
        strongNumbers(text)?.episode === undefined,
    ),
  );
}

/** The page's own names, apart from what it shows. */
export type OwnNames = Readonly<{
  /** The title of the document. */
  title: string;
  /** Whether a text can be the name of a title, not of the site. */
  isTitle: (text: string) => boolean;
}>;

/**
 * The most likely name of the series or film: a heading, part of the document's title, near the player; for
 * an episode also the only name left on the page. `other` is the name of something else. `number`: the label
 * of the episode; the series name usually stands beside and before it.
 */
export function nameLabel(
  labels: Label[],
  { title, isTitle }: OwnNames,
  other: string | undefined,
  number?: Label,
): Label | undefined {
  const scored = labels
    .filter(
      ({ text }) =>
        text.length > 1 &&
        text.length <= 100 &&
        /\p{L}/u.test(text) &&
        text.toLowerCase() !== other?.toLowerCase() &&
        isTitle(text) &&
        strongNumbers(text) === undefined,
    )
    .map((label) => ({ label, score: nameScore(label, title) + placeScore(label, number) }))
    .sort((a, b) => b.score - a.score || a.label.distance - b.label.distance);
  const [best] = scored;
  if (best === undefined || best.score >= 3) return best?.label;
  // The label beside the number is the title of the episode.
  const left = scored.filter(
    ({ label, score }) => score >= 0 && label.element.parentElement !== number?.element.parentElement,
  );
  const isOnly = number !== undefined && new Set(left.map(({ label }) => label.text)).size === 1;
  return isOnly ? left[0]?.label : undefined;
}

function nameScore({ element, text, distance }: Label, title: string): number {
  const words = `${namesOf(element)} ${element.getAttribute('itemprop') ?? ''}`;
  return (
    (title.toLowerCase().includes(text.toLowerCase()) ? 4 : 0) +
    (headingScores[element.localName] ?? 0) +
    (SERIES_WORDS.test(words) ? 2 : 0) +
    (NAME_WORDS.test(words) ? 2 : 0) -
    inList({ element, text, distance }) * 3 -
    (distance > 1_200 ? 2 : 0) -
    (element.closest('nav,footer,header nav,button,label,form') === null ? 0 : 4)
  );
}

/** Words for series and names that authors of sites use in class names and ids. */
const SERIES_WORDS = /seri[ae]|show|program|sendung|[eé]mission|dizi|drama|anime/i;
const NAME_WORDS = /title|name|titre|tit[eo]l|titulo|tytul|nombre/i;

/** `Node.DOCUMENT_POSITION_FOLLOWING`; Node.js has no global `Node`. */
const FOLLOWING = 4;

/** A label in the same element as the episode's label, and before it. */
function placeScore({ element }: Label, number: Label | undefined): number {
  if (number === undefined || element.parentElement !== number.element.parentElement) return 0;
  if (element.getRootNode() !== number.element.getRootNode() || element === number.element) return 0;
  const isBefore = element.compareDocumentPosition(number.element) & FOLLOWING;
  return isBefore ? 2 : 0;
}

const headingScores: Readonly<Record<string, number>> = { h1: 3, h2: 3, h3: 1, h4: 1 };

function namesOf(element: Element): string {
  return `${element.id} ${element.className} ${element.getAttribute('data-testid') ?? ''}`;
}

/** The title of the episode: a label with such a class or id, or the only other label beside the number. */
export function episodeTitleLabel(
  labels: Label[],
  number: Label | undefined,
  others: (string | undefined)[],
): Label | undefined {
  const taken = new Set(others.map((text) => text?.toLowerCase()));
  const free = labels.filter(
    ({ text, element }) =>
      text.length > 1 &&
      text.length <= 120 &&
      /\p{L}{2}/u.test(text) &&
      strongNumbers(text) === undefined &&
      !taken.has(text.toLowerCase()) &&
      element !== number?.element &&
      element.closest('button,nav,a,form') === null,
  );
  const named = free.filter(({ element }) => /episode.?(?:title|name)|sub-?title/i.test(namesOf(element)));
  const beside = free.filter(
    ({ element }) =>
      number !== undefined &&
      element.parentElement === number.element.parentElement &&
      element.getRootNode() === number.element.getRootNode(),
  );
  return nearest(named) ?? (beside.length === 1 ? beside[0] : undefined);
}

function nearest(labels: Label[]): Label | undefined {
  return [...labels].sort((a, b) => inList(a) - inList(b) || a.distance - b.distance)[0];
}

/** 1 in cards and lists, which name other titles. */
function inList({ element }: Label): number {
  return element.closest('li,ul,ol,nav,footer,aside,table,[role=list],[role=listitem]') === null ? 0 : 1;
}

function hasOwnText(element: Element): boolean {
  return Array.from(element.childNodes).some(
    (node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '',
  );
}

function between(a: DOMRect, b: DOMRect): number {
  return Math.round(
    Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2),
  );
}
