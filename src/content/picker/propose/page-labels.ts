import { cleanText } from '../../reader/clean-text';
import { isVisible, shadowRoots } from '../../reader/query';
import { strongNumbers } from './field-sources';

export interface Label {
  readonly element: Element;
  readonly text: string;
  /** Pixels between its middle and that of the video; 0 without one. */
  readonly distance: number;
}

/** How many elements are looked at; a page with more is read up to there. */
const most = 20_000;

/** The short texts that are visible, also in open shadow roots: what a person sees around the player. */
export function pageLabels(document: Document, video: Element | undefined): Label[] {
  const box = video?.getBoundingClientRect();
  const labels: Label[] = [];
  let looked = 0;
  for (const root of [document, ...shadowRoots(document)]) {
    for (const element of root.querySelectorAll(
      'h1,h2,h3,h4,p,span,div,a,strong,em,b,li,dd,figcaption,title-bug,[data-testid]',
    )) {
      looked += 1;
      if (looked > most || labels.length >= 1_500) return labels;
      if (element.childElementCount > 3 || (element.textContent ?? '').length > 400) continue;
      const text = cleanText(element.textContent ?? '');
      if (text.length < 1 || text.length > 160 || !hasOwnText(element) || !isVisible(element)) continue;
      labels.push({
        element,
        text,
        distance: box === undefined ? 0 : between(box, element.getBoundingClientRect()),
      });
    }
  }
  return labels;
}

/** The label beside the player that says which episode it is. Of a list of episodes none can be told from another. */
export function episodeLabel(labels: readonly Label[]): Label | undefined {
  const found = labels.flatMap((label) => {
    const parsed = strongNumbers(label.text);
    return parsed?.episode === undefined ? [] : [{ label, sure: parsed.season === undefined ? 1 : 0 }];
  });
  return found.sort(
    (a, b) => a.sure - b.sure || inList(a.label) - inList(b.label) || a.label.distance - b.label.distance,
  )[0]?.label;
}

export function seasonLabel(labels: readonly Label[]): Label | undefined {
  return nearest(
    labels.filter(
      ({ text }) =>
        text.length < 30 &&
        strongNumbers(text)?.season !== undefined &&
        strongNumbers(text)?.episode === undefined,
    ),
  );
}

/** What is most likely the name of the series (or of a film): a heading, named in the title of the page, near the player. */
export function nameLabel(
  labels: readonly Label[],
  title: string,
  site: string,
  others: readonly (string | undefined)[],
): Label | undefined {
  const taken = new Set([site, ...others].map((text) => text?.toLowerCase()));
  const scored = labels
    .filter(
      ({ text }) =>
        text.length > 1 &&
        text.length <= 100 &&
        /\p{L}/u.test(text) &&
        !taken.has(text.toLowerCase()) &&
        strongNumbers(text) === undefined,
    )
    .map((label) => ({ label, score: nameScore(label, title) }))
    .filter(({ score }) => score >= 3);
  return scored.sort((a, b) => b.score - a.score || a.label.distance - b.label.distance)[0]?.label;
}

function nameScore({ element, text, distance }: Label, title: string): number {
  const words = `${element.id} ${element.className} ${element.getAttribute('data-testid') ?? ''} ${element.getAttribute('itemprop') ?? ''}`;
  return (
    (title.toLowerCase().includes(text.toLowerCase()) ? 4 : 0) +
    (/^h[12]$/.test(element.localName) ? 3 : /^h[34]$/.test(element.localName) ? 1 : 0) +
    (/series|show|programme/i.test(words) ? 2 : 0) +
    (/title|name/i.test(words) ? 2 : 0) -
    inList({ element, text, distance }) * 3 -
    (distance > 1_200 ? 2 : 0) -
    (element.closest('nav,footer,header nav,button,label,form') === null ? 0 : 4)
  );
}

/** The name of the episode, where it stands right beside its number or is called so. */
export function episodeTitleLabel(
  labels: readonly Label[],
  number: Label | undefined,
  others: readonly (string | undefined)[],
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
  const named = free.filter(({ element }) =>
    /episode.?(?:title|name)|sub-?title/i.test(
      `${element.id} ${element.className} ${element.getAttribute('data-testid') ?? ''}`,
    ),
  );
  const beside = free.filter(
    ({ element }) =>
      number !== undefined &&
      element.parentElement === number.element.parentElement &&
      element.getRootNode() === number.element.getRootNode(),
  );
  return nearest(named) ?? (beside.length === 1 ? beside[0] : undefined);
}

function nearest(labels: readonly Label[]): Label | undefined {
  return [...labels].sort((a, b) => inList(a) - inList(b) || a.distance - b.distance)[0];
}

/** Cards and lists name other titles. */
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
