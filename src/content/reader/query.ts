import { attempt } from './attempt';

/** Elements of a selector in which ` >> ` steps into open shadow roots; at most 300. An invalid selector finds none. */
export function queryAll(scope: ParentNode, selector: string): Element[] {
  let scopes: ParentNode[] = [scope];
  let found: Element[] = [];
  for (const [step, part] of selector.split(' >> ').entries()) {
    if (step > 0) scopes = found.flatMap((element) => element.shadowRoot ?? []);
    found = scopes.flatMap((parent) => select(parent, part));
  }
  return found;
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
  for (let element: Element | undefined = start; element !== undefined; ) {
    const inside: Element = element;
    const found = attempt(() => inside.closest(selector));
    if (found) return found;
    const root = element.getRootNode();
    element = 'host' in root ? (root as ShadowRoot).host : undefined;
  }
  return undefined;
}

export function isVisible(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}

function select(parent: ParentNode, selector: string): Element[] {
  return attempt(() => Array.from(parent.querySelectorAll(selector)).slice(0, 300)) ?? [];
}
