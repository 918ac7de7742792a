import { finder } from '@medv/finder';
import type { ProposalKind, Proposal, TaughtField } from '../../../core/workbench/page-facts';
import { isHashedName } from '../../../core/workbench/source-ranking';
import { queryAll } from '../../reader/query';
import { attempt } from '../../reader/regex';
import { escapePattern } from '../../../core/workbench/draft-match';
import { parseSeasonEpisode } from '../../../core/text/season-episode';
import { elementText } from '../../reader/element-text';
import { fieldSource } from './proposal-context';

export type FoundSelector = Readonly<{
  kind: ProposalKind;
  selector: string;
  count: number;
  fragile: boolean;
}>;

/**
 * Selectors that find an element, either first or alone, also through the open shadow roots and frames that
 * contain it.
 */
export function selectorsFor(element: Element): FoundSelector[] {
  const found: FoundSelector[] = [];
  const before = hostPath(element);
  if (before === undefined) return [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const page = pageDocument(element);
  const add = ([kind, selector, fragile]: Simple) => {
    const whole = `${before}${selector}`;
    const matches = whole.length > 300 ? [] : queryAll(page, whole);
    if (matches.includes(element)) found.push({ kind, selector: whole, count: matches.length, fragile });
  };
  for (const simple of [...simpleSelectors(element), ...selectorsFromAncestor(element)]) add(simple);
  if (found.every(({ fragile, count }) => fragile || count > 1))
    add(['last-resort', lastResort(element, root), true]);
  if (root.querySelectorAll(element.localName).length === 1) add(['path', element.localName, false]);
  return found;
}

/** Selectors that start at the closest named ancestor, at most four levels up. */
function selectorsFromAncestor(element: Element): Simple[] {
  let outer = element.parentElement;
  for (let level = 1; outer !== null && level <= 4; level += 1, outer = outer.parentElement) {
    const named = durable(outer);
    if (named === undefined) continue;
    const [kind, selector] = named;
    const simple = durable(element)?.[1];
    const path = wayDown(outer, element);
    return [
      ...(simple === undefined ? [] : [[kind, `${selector} ${simple}`, false] as const]),
      [kind, `${selector} ${element.localName}`, false],
      ...(path === undefined ? [] : [['path', `${selector} > ${path}`, false] as const]),
    ];
  }
  return [];
}

function durable(element: Element): Simple | undefined {
  return simpleSelectors(element).find(([, , fragile]) => !fragile);
}

/**
 * Selector of the shadow root or frame that contains an element; empty in the page itself, undefined if none
 * is found.
 */
function hostPath(element: Element): string | undefined {
  const host = hostOf(element);
  if (host === undefined) return '';
  const before = hostPath(host);
  if (before === undefined) return undefined;
  const [best] = selectorsFor(host).filter(({ count }) => count === 1);
  return best === undefined ? undefined : `${best.selector} >> `;
}

type Simple = readonly [kind: ProposalKind, selector: string, fragile: boolean];

const TEST_ATTRIBUTES = [
  'data-testid',
  'data-test-id',
  'data-test',
  'data-qa',
  'data-automationid',
  'data-uia',
  'data-t',
  'itemprop',
];

/** Selectors of the element alone, best first. */
function simpleSelectors(element: Element): Simple[] {
  const { localName } = element;
  const byName: Simple[] = [];
  // The name of a custom element.
  if (localName.includes('-')) byName.push(['test-id', CSS.escape(localName), false]);
  const byTag: Simple[] = /^(?:h[1-3]|main|video)$/.test(localName) ? [['path', localName, false]] : [];
  return [...byAttribute(element), ...byId(element), ...byName, ...byClass(element), ...byTag];
}

function byAttribute(element: Element): Simple[] {
  const tests = TEST_ATTRIBUTES.flatMap((name): Simple[] => {
    const value = element.getAttribute(name);
    return isUsable(value) ? [['test-id', `[${name}=${quote(value)}]`, false]] : [];
  });
  const role = element.getAttribute('role');
  if (!isUsable(role) || element.id !== '') return tests;
  return [...tests, ['label', `${element.localName}[role=${quote(role)}]`, false]];
}

function byId({ id }: Element): Simple[] {
  if (id === '' || id.length >= 80) return [];
  return [['id', `#${CSS.escape(id)}`, isHashedName(id) || /\d{3,}/.test(id)]];
}

/** The rarest class written by a person, and a generated one. */
function byClass(element: Element): Simple[] {
  const classes = Array.from(element.classList).filter((name) => name.length < 80);
  const [written] = classes
    .filter((name) => !isHashedName(name) && !isState(name))
    .sort((a, b) => rarity(element, a) - rarity(element, b));
  const generated = classes.find((name) => isHashedName(name));
  const found: Simple[] = [];
  if (written !== undefined) found.push(['class', `.${CSS.escape(written)}`, false]);
  if (generated !== undefined) found.push(['class', `.${CSS.escape(generated)}`, true]);
  return found;
}

function rarity(element: Element, name: string): number {
  return (element.getRootNode() as ParentNode).querySelectorAll(`.${CSS.escape(name)}`).length;
}

/** Whether a class name describes a state of the element. */
function isState(name: string): boolean {
  return statePrefix.test(name) || stateWord.test(name);
}

const statePrefix = /^(?:is|has|js|no)-/i;

const stateWord = /active|hover|focus|visible|hidden|open|selected|playing|paused|loaded|loading/i;

function isUsable(value: string | null): value is string {
  return value !== null && value !== '' && value.length < 80 && !/\d{4,}/.test(value);
}

function quote(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Such as `div > h1`, with positions only if a tag is not the only one of its kind. */
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
      root: 'host' in root ? (root.firstElementChild ?? element) : element.ownerDocument.body,
      className: (name) => !isHashedName(name),
      idName: (name) => !isHashedName(name),
      timeoutMs: 200,
    });
  } catch {
    // The selector finder gives up on very large or very uniform pages.
    return element.localName;
  }
}

/**
 * The element that contains this one from outside: the host of its shadow root, or its frame of the same
 * origin.
 */
export function hostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return 'host' in root ? (root as ShadowRoot).host : frameOf(element);
}

/** The document of the whole page, also for an element inside a frame. */
function pageDocument(element: Element): Document {
  const frame = frameOf(element);
  return frame === undefined ? element.ownerDocument : pageDocument(frame);
}

function frameOf(element: Element): Element | undefined {
  return attempt(() => element.ownerDocument.defaultView?.frameElement) ?? undefined;
}

type Bare = Omit<Proposal, 'value'>;

/**
 * Ways to read a field from an element that shows it. `over`: the element lies over the player, so it comes
 * and goes.
 */
export function elementSources(field: TaughtField, element: Element, over: boolean): Bare[] {
  const raw = elementText(element);
  const kept = over ? { remember: true } : {};
  const found = selectorsFor(element).flatMap(({ kind, selector, count, fragile }): Bare[] => {
    const source = fieldSource(field, { text: selector, ...kept }, raw);
    return source === undefined ? [] : [{ kind, source, count, fragile }];
  });
  const scan = hostOf(element) === undefined ? scanFor(element, raw) : undefined;
  const scanned = scan === undefined ? undefined : fieldSource(field, { ...scan, ...kept }, raw);
  return scanned === undefined
    ? found
    : [...found, { kind: 'scan', source: scanned, count: 1, fragile: false }];
}

/** Finds "S1 E2 · Title" by its shape, if the class names around it say nothing. */
function scanFor(element: Element, raw: string): Readonly<Record<string, unknown>> | undefined {
  const numbers =
    /^(?<s>[\p{L}]{1,10}[ .:]{0,2})\d{1,3}(?<m>[ ,.:·•|/–-]{0,3}[\p{L}]{1,10}[ .:]{0,2})\d{1,4}/u.exec(raw);
  if (numbers?.groups === undefined || parseSeasonEpisode(raw)?.season === undefined) return undefined;
  const [before = '', between = ''] = [numbers.groups['s'], numbers.groups['m']].map((text) =>
    escapePattern(text ?? ''),
  );
  return { scan: element.localName, matches: `^${before}\\d{1,3}${between}\\d{1,4}` };
}
