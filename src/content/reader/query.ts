import { attempt } from './attempt';

/** Elements of a selector in which ` >> ` steps into open shadow roots and frames of the same host; at most 300. An invalid selector finds none. */
export function queryAll(scope: ParentNode, selector: string): Element[] {
  const [first = '', ...inner] = selector.split(' >> ');
  return inner.reduce(
    (found, part) => found.flatMap((element) => selectInside(element, part)),
    select(scope, first),
  );
}

function selectInside(element: Element, part: string): Element[] {
  const inside = element.shadowRoot ?? frameDocument(element);
  return inside === undefined ? [] : select(inside, part);
}

/** What a frame shows, where it is of the same host; of any other the browser gives nothing. */
export function frameDocument(element: Element): Document | undefined {
  if (element.localName !== 'iframe' && element.localName !== 'frame') return undefined;
  return attempt(() => (element as HTMLIFrameElement).contentDocument) ?? undefined;
}

/** Every open shadow root below, at most 500. */
export function shadowRoots(scope: ParentNode): ShadowRoot[] {
  const roots: ShadowRoot[] = [];
  const pending: ParentNode[] = [scope];
  for (let next = pending.pop(); next !== undefined && roots.length < 500; next = pending.pop()) {
    for (const element of next.querySelectorAll('*')) {
      if (element.shadowRoot === null) continue;
      roots.push(element.shadowRoot);
      pending.push(element.shadowRoot);
    }
  }
  return roots;
}

/** The closest ancestor that matches, also outside the shadow root it stands in. */
export function closest(start: Element, selector: string): Element | undefined {
  const found = attempt(() => start.closest(selector));
  if (found) return found;
  const { host } = start.getRootNode() as Partial<ShadowRoot>;
  return host && closest(host, selector);
}

export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function select(parent: ParentNode, selector: string): Element[] {
  return attempt(() => Array.from(parent.querySelectorAll(selector)).slice(0, 300)) ?? [];
}
