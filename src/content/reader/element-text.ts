import { cleanText } from './clean-text';
import { FILLED_IN, TRANSLATION, queryAll } from './query';
import type { PageNames } from '../../core/workbench/page-facts';

/**
 * Clean text of an element, without scripts, without what a person fills in, and without translated words.
 * With `own`, also without the text of child elements.
 */
export function elementText(element: Element, own?: true): string {
  if (element.matches(NOT_READ)) return '';
  return cleanText(joinedText(element, own));
}

/**
 * The texts of an element and its descendants. Neighbouring texts never become one word: `S1 E1` beside
 * `12:00` is not episode 112. Only the letters of one word, and scripts without blanks, stay together.
 */
function joinedText(element: Element, own: true | undefined): string {
  let text = '';
  /** The last letters: looking at the text itself would copy all of it each time. */
  let end = '';
  let border = '';
  const add = (parent: Element) => {
    for (const node of parent.childNodes) {
      if (node.nodeType === TEXT) {
        const next = node.textContent ?? '';
        text += gap(end, next, border) + next;
        end = (end + next).slice(-4);
        border = '';
      } else if (node.nodeType === ELEMENT) {
        const inner = node as Element;
        border += `<${inner.localName}>`;
        if (!own && !inner.matches(NOT_READ)) add(inner);
        border += `<${inner.localName}>`;
      }
    }
  };
  add(element);
  return text;
}

/** Elements whose text is not the site's own words. */
const NOT_READ = `script,style,template,noscript,${TRANSLATION},${FILLED_IN}`;

// Saved pages are also read in Node.js, which has no global `Node`.
const ELEMENT = 1;

const TEXT = 3;

/** The separator between two texts of different elements; empty if there is no border between them. */
function gap(before: string, after: string, border: string): '' | ' ' {
  if (border === '') return '';
  if (/<(?:div|p|h\d|li|br|td|d[td]|section|article)>/.test(border)) return ' ';
  const pair = before.slice(-1) + after.slice(0, 1);
  if (!/^[\p{L}\p{N}]{2}$/u.test(pair) || /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u.test(pair))
    return '';
  // `S` and `1`, or the first letter of a word in another typeface.
  return /(?<!\p{L})\p{L}$/u.test(before) && /^[\d\p{Ll}]/u.test(after) ? '' : ' ';
}

/**
 * Runs selectors, by name, on the HTML of another page. Returns the content of a `meta` element, otherwise
 * the text. No script of that page runs, and none of its resources load.
 */
export function selectTexts(
  html: string,
  select: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const page = new DOMParser().parseFromString(html, 'text/html');
  return Object.fromEntries(
    Object.entries(select).flatMap(([name, selector]) => {
      const [element] = queryAll(page, selector);
      return element ? [[name, element.getAttribute('content') ?? elementText(element)]] : [];
    }),
  );
}

/** The page's name for its site; empty for none. */
export function siteName(document: Document): string {
  return cleanText(
    queryAll(document, 'meta[property="og:site_name"],meta[name="application-name"]')[0]?.getAttribute(
      'content',
    ) ?? '',
  ).slice(0, 60);
}

/** The page's own name and the texts of its controls. */
export function pageNames(document: Document, { hostname }: URL): PageNames {
  const controls = document.querySelectorAll(CONTROLS);
  return {
    hostname,
    siteName: siteName(document),
    controls: Array.from(controls)
      .slice(0, MOST_CONTROLS)
      .map((control) => elementText(control))
      .filter((text) => text !== '' && text.length <= MOST_CHARACTERS),
  };
}

/** Includes the link to the home page. Other links, such as those of a breadcrumb, name titles. */
const CONTROLS = 'button,label,[role=button],[role=tab],header a[href="/"],nav a[href="/"]';

/** Most controls that are read. */
const MOST_CONTROLS = 300;

/** Longer texts name no control. */
const MOST_CHARACTERS = 60;
