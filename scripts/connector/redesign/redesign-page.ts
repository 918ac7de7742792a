import { Window } from 'happy-dom';
import { createRandom, type Random } from './random';
import { translateLabels } from './translate-labels';

/** What a redesign of a site may do to its pages. */
export const redesigns = ['classes', 'nodes', 'data', 'labels'] as const;

export type Redesign = (typeof redesigns)[number];

/**
 * The redesign of a site with this seed: one or more of the kinds at once. Names of classes change in the
 * same way on all of its pages.
 */
export function redesignOf(site: string, seed: number, kept: ReadonlySet<string>): Change {
  const key = `${site} ${seed}`;
  const random = createRandom(key);
  const some = redesigns.filter(() => random.chance(0.4));
  return { key, kinds: some.length === 0 ? [random.pick(redesigns)] : some, kept };
}

export interface Change {
  readonly kinds: readonly Redesign[];
  /** Decides which parts change. */
  readonly key: string;
  /** Names of classes that stay: a case names its video elements by them. */
  readonly kept: ReadonlySet<string>;
}

/** The page after a redesign. */
export function redesignPage(html: string, change: Change): string {
  const window = new Window();
  const document = new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document;
  const roots = rootsOf(document);
  for (const kind of change.kinds) steps[kind](roots, createRandom(`${change.key} ${kind}`), change);
  const text = `<!doctype html>\n${document.documentElement.outerHTML}`;
  void window.happyDOM.close();
  return text;
}

type Roots = readonly ParentNode[];

const steps: Readonly<Record<Redesign, (roots: Roots, random: Random, change: Change) => void>> = {
  classes: renameClasses,
  nodes: moveNodes,
  data: dropData,
  labels: translateLabels,
};

/** The document and the contents of its declarative shadow roots. */
function rootsOf(root: ParentNode): ParentNode[] {
  const templates = Array.from(root.querySelectorAll('template'));
  return [root, ...templates.flatMap(({ content }) => rootsOf(content))];
}

/** Half of the names of classes become those of another build, everywhere on the page. */
function renameClasses(roots: Roots, _random: Random, { key, kept }: Change): void {
  for (const element of roots.flatMap((root) => Array.from(root.querySelectorAll('[class]')))) {
    const names = (element.getAttribute('class') ?? '').split(/\s+/).filter((name) => name !== '');
    element.setAttribute(
      'class',
      names.map((name) => (kept.has(name) ? name : renamed(name, key))).join(' '),
    );
  }
}

function renamed(name: string, key: string): string {
  const random = createRandom(`${key} ${name}`);
  return random.chance(0.5) ? `c${Math.floor(random.next() * 36 ** 6).toString(36)}` : name;
}

/** A third of the elements get another element around them; a third of the lists of siblings is reordered. */
function moveNodes(roots: Roots, random: Random): void {
  for (const element of elementsIn(roots)) {
    const { parentNode, ownerDocument } = element;
    if (parentNode === null) continue;
    const isWrapped = random.chance(1 / 3);
    const isFirst = !isWrapped && random.chance(1 / 3);
    if (isWrapped) {
      const around = ownerDocument.createElement('div');
      parentNode.insertBefore(around, element);
      around.append(element);
    } else if (isFirst) parentNode.insertBefore(element, parentNode.firstChild);
  }
}

/** Elements of the body; a template stays the first child of its host, which makes it a shadow root. */
function elementsIn(roots: Roots): Element[] {
  return roots
    .flatMap((root) => Array.from(root.querySelectorAll('*')))
    .filter(
      (element) => !/^(?:html|head|body|template|meta|title|script|link|source)$/.test(element.localName),
    );
}

/** Half of the data for search engines and of the state in scripts is gone. */
function dropData(roots: Roots, random: Random): void {
  for (const element of roots.flatMap((root) => Array.from(root.querySelectorAll('script, meta'))))
    if (random.chance(0.5)) element.remove();
}
