import { finder } from '@medv/finder';
import type { ProposalKind } from '../../../core/workbench/page-facts';
import { isHashedName } from '../../../core/workbench/source-ranking';
import { queryAll } from '../../reader/query';
import { hostOf, pageDocument } from '../pick/element-at';

export interface FoundSelector {
  readonly kind: ProposalKind;
  readonly selector: string;
  readonly count: number;
  readonly fragile: boolean;
}

/** Ways to name an element, also through the open shadow roots and frames it stands in; each finds it, first or alone. */
export function selectorsFor(element: Element): FoundSelector[] {
  const found: FoundSelector[] = [];
  const before = hostPath(element);
  if (before === undefined) return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const page = pageDocument(element);
  const add = (kind: ProposalKind, selector: string, fragile = false) => {
    const whole = `${before}${selector}`;
    const matches = whole.length > 300 ? [] : queryAll(page, whole);
    if (matches.includes(element)) found.push({ kind, selector: whole, count: matches.length, fragile });
  };
  for (const [kind, selector, fragile] of simpleSelectors(element)) add(kind, selector, fragile);
  // What stands around it and has a name, with the way down from there.
  for (
    let outer = element.parentElement, steps = 1;
    outer !== null && steps <= 4;
    outer = outer.parentElement, steps += 1
  ) {
    const [best] = simpleSelectors(outer).filter(([, , fragile]) => !fragile);
    if (best === undefined) continue;
    const [kind, selector] = best;
    const simple = simpleSelectors(element).find(([, , fragile]) => !fragile)?.[1];
    if (simple !== undefined) add(kind, `${selector} ${simple}`);
    add(kind, `${selector} ${element.localName}`);
    const way = wayDown(outer, element);
    if (way !== undefined) add('path', `${selector} > ${way}`);
    break;
  }
  if (found.every(({ fragile, count }) => fragile || count > 1))
    add('last-resort', lastResort(element, root), true);
  if (root.querySelectorAll(element.localName).length === 1) add('path', element.localName);
  return found;
}

/** How to reach the shadow root or frame that an element stands in: '' in the page itself, undefined where it cannot be named. */
export function hostPath(element: Element): string | undefined {
  const host = hostOf(element);
  if (host === undefined) return '';
  const before = hostPath(host);
  if (before === undefined) return undefined;
  const [best] = selectorsFor(host).filter(({ count }) => count === 1);
  return best === undefined ? undefined : `${best.selector} >> `;
}

type Simple = readonly [ProposalKind, string, boolean];

function simpleSelectors(element: Element): Simple[] {
  const found: Simple[] = [];
  for (const name of [
    'data-testid',
    'data-test-id',
    'data-test',
    'data-qa',
    'data-automationid',
    'data-uia',
    'data-t',
    'itemprop',
  ]) {
    const value = element.getAttribute(name);
    if (isUsable(value)) found.push(['test-id', `[${name}=${quote(value)}]`, false]);
  }
  const label = element.getAttribute('role');
  if (isUsable(label) && element.id === '')
    found.push(['label', `${element.localName}[role=${quote(label)}]`, false]);
  if (element.id !== '' && element.id.length < 80)
    found.push(['id', `#${CSS.escape(element.id)}`, isHashedName(element.id) || /\d{3,}/.test(element.id)]);
  // A tag that its makers named themselves.
  if (element.localName.includes('-')) found.push(['test-id', CSS.escape(element.localName), false]);
  const classes = Array.from(element.classList).filter((name) => name.length < 80);
  const [written] = classes
    .filter((name) => !isHashedName(name) && !isState(name))
    .sort((a, b) => rarity(element, a) - rarity(element, b));
  if (written !== undefined) found.push(['class', `.${CSS.escape(written)}`, false]);
  const [made] = classes.filter((name) => isHashedName(name));
  if (made !== undefined) found.push(['class', `.${CSS.escape(made)}`, true]);
  if (/^h[1-3]$/.test(element.localName) || element.localName === 'main' || element.localName === 'video')
    found.push(['path', element.localName, false]);
  return found;
}

function rarity(element: Element, name: string): number {
  return (element.getRootNode() as ParentNode).querySelectorAll(`.${CSS.escape(name)}`).length;
}

/** Says how it is now, not what it is. */
function isState(name: string): boolean {
  return /^(?:is|has|js|no)-|active|hover|focus|visible|hidden|open|selected|playing|paused|loaded|loading/i.test(
    name,
  );
}

function isUsable(value: string | null): value is string {
  return value !== null && value !== '' && value.length < 80 && !/\d{4,}/.test(value);
}

function quote(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** `div > h1`, with places only where a tag is not alone. */
function wayDown(from: Element, to: Element): string | undefined {
  const steps: string[] = [];
  for (
    let element: Element | null = to;
    element !== null && element !== from;
    element = element.parentElement
  ) {
    const same = Array.from(element.parentElement?.children ?? []).filter(
      (sibling) => sibling.localName === element?.localName,
    );
    steps.unshift(
      same.length > 1 ? `${element.localName}:nth-of-type(${same.indexOf(element) + 1})` : element.localName,
    );
  }
  return steps.length === 0 || steps.length > 5 ? undefined : steps.join(' > ');
}

function lastResort(element: Element, root: Document | ShadowRoot): string {
  try {
    return finder(element, {
      ...('host' in root
        ? { root: root.firstElementChild ?? element }
        : { root: element.ownerDocument.body }),
      className: (name) => !isHashedName(name),
      idName: (name) => !isHashedName(name),
      timeoutMs: 200,
    });
  } catch {
    // It gives up on very large or very uniform pages.
    return element.localName;
  }
}
