import type { Events } from '../kernel/events';

/** An element of a simulated page: only what the readers ask of one. */
export class SimulatedElement {
  readonly children: SimulatedElement[] = [];
  parent: SimulatedElement | undefined;
  shadowRoot = null;
  nodeType = 1;

  constructor(
    readonly localName: string,
    readonly attributes: Record<string, string> = {},
    public textContent = '',
    readonly ownerDocument: object = {},
  ) {}

  get childNodes(): readonly object[] {
    return [{ nodeType: 3, textContent: this.textContent }];
  }
  get isConnected(): boolean {
    return true;
  }
  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }
  getRootNode(): object {
    return this.ownerDocument;
  }
  getBoundingClientRect(): { width: number; height: number } {
    return { width: 800, height: 450 };
  }
  closest(selector: string): SimulatedElement | null {
    return matches(this, selector) ? this : null;
  }
  matches(selector: string): boolean {
    return matches(this, selector);
  }
}

/** A document with a flat list of elements. */
export interface SimulatedDocument {
  readonly elements: SimulatedElement[];
  readonly events: Events;
  /** The object that scripts see as `document`. */
  readonly scope: Record<string, unknown>;
}

export function createDocument(events: Events): SimulatedDocument {
  const elements: SimulatedElement[] = [];
  const scope: Record<string, unknown> = {
    title: '',
    readyState: 'complete',
    documentElement: { lang: 'en' },
    visibilityState: 'visible',
    hidden: false,
    prerendering: false,
    pictureInPictureElement: null,
    addEventListener: events.addEventListener,
    removeEventListener: events.removeEventListener,
    querySelectorAll: (selector: string) => elements.filter((element) => matches(element, selector)),
    querySelector: (selector: string) => elements.find((element) => matches(element, selector)) ?? null,
  };
  return { elements, events, scope };
}

/** Whether one of the compound selectors of a list fits: a name, an id, a class, attributes. */
function matches(element: SimulatedElement, selector: string): boolean {
  const parts = parsed.get(selector) ?? parse(selector);
  parsed.set(selector, parts);
  return parts.some(
    ({ name, tests }) =>
      (name === '' || name === '*' || name === element.localName) &&
      tests.every(([attribute, value]) => {
        const own = element.attributes[attribute];
        return value === undefined ? own !== undefined : own === value;
      }),
  );
}

interface Compound {
  readonly name: string;
  readonly tests: readonly (readonly [attribute: string, value: string | undefined])[];
}

const parsed = new Map<string, readonly Compound[]>();

function parse(selector: string): readonly Compound[] {
  return selector.split(',').map((part) => {
    const text = part.trim();
    const tests: (readonly [string, string | undefined])[] = [];
    for (const [, id] of text.matchAll(/#([\w-]+)/g)) tests.push(['id', id]);
    for (const [, name] of text.matchAll(/\.([\w-]+)/g)) tests.push(['class', name]);
    for (const [, name = '', value] of text.matchAll(/\[([\w-]+)(?:="?([^"\]]*)"?)?\]/g))
      tests.push([name, value]);
    return { name: /^[a-z*][\w-]*/.exec(text)?.[0] ?? '', tests };
  });
}
