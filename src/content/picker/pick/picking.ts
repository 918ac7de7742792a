import { taughtFields, type Proposal, type TaughtField } from '../../../core/workbench/page-facts';
import { rankProposals } from '../../../core/workbench/source-ranking';
import type { Pick } from '../../../protocol/workbench';
import { elementText } from '../../reader/element-text';
import { frameDocument } from '../../reader/query';
import { videoOf } from '../propose/describe-page';
import { elementSources, selectorsFor, hostOf } from '../propose/element-selectors';
import { isOver, proposalContext, tryProposal } from '../propose/proposal-context';
import { createOutline, type Outline } from './outline';
import { accessWithoutRequests } from '../trial/try-definition';
import { structuredSources } from '../propose/structured-sources';

export interface Picking {
  start(hint: string, field: string): void;
  leave(): void;
  result(): Pick;
}

/**
 * Lets the person point at something in the page. The page can neither see the outline nor click for the
 * person.
 */
export function createPicking(life: AbortSignal): Picking {
  let state: Pick = { state: 'left' };
  let current: AbortController | undefined;
  const end = (next: Pick) => {
    current?.abort();
    current = undefined;
    state = next;
  };
  life.addEventListener('abort', () => end({ state: 'left' }));
  return {
    start(hint, field) {
      end({ state: 'picking' });
      current = new AbortController();
      const outline = createOutline(document, hint, current.signal);
      follow(outline, current.signal, (element) => {
        if (element === undefined) {
          end({ state: 'left' });
          return;
        }
        outline.busy();
        void proposalsFor(element, field).then(end, () => end({ state: 'left' }));
      });
    },
    leave: () => end({ state: 'left' }),
    result: () => state,
  };
}

/**
 * Follows pointer and keyboard until an element is chosen or Escape is pressed. The outline moves at most
 * once per animation frame.
 */
function follow(outline: Outline, signal: AbortSignal, choose: (element: Element | undefined) => void): void {
  let at: Element | undefined;
  let frame = 0;
  const show = (element: Element | undefined) => {
    at = element;
    outline.show(element);
  };
  const elementOf = ({ clientX, clientY }: MouseEvent) =>
    elementAt(document, clientX, clientY, outline.host) ?? at;
  const keys: Readonly<Record<string, () => void>> = {
    Escape: () => choose(undefined),
    Enter: () => at && choose(at),
    ArrowUp: () => show((at && outward(at)) ?? at ?? document.body),
    ArrowDown: () => show((at && inward(at)) ?? at ?? document.body),
  };
  const handlers: Readonly<Record<string, (event: Event) => void>> = {
    pointermove(event) {
      const { clientX, clientY } = event as PointerEvent;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => show(elementAt(document, clientX, clientY, outline.host) ?? at));
    },
    click: (event) => choose(elementOf(event as MouseEvent)),
    keydown: (event) => keys[(event as KeyboardEvent).key]?.(),
  };
  for (const type of [...Object.keys(handlers), ...WITHHELD_EVENTS])
    withhold(type, outline.windows(), signal, (event) => handlers[type]?.(event));
}

/** The page receives these events too: a player shows its controls and labels while the pointer moves. */
const SHARED_EVENTS: ReadonlySet<string> = new Set(['pointermove']);

/** Pointer and keyboard events that the page does not receive meanwhile. */
const WITHHELD_EVENTS = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'dblclick',
  'contextmenu',
  'keyup',
  'keypress',
];

/**
 * Handles a user's event and keeps it from the page, unless it is shared. Events that the page dispatches
 * itself are ignored.
 */
function withhold(
  type: string,
  targets: EventTarget[],
  signal: AbortSignal,
  handle: (event: Event) => void,
): void {
  const listener = (event: Event) => {
    if (!event.isTrusted) return;
    if (!SHARED_EVENTS.has(type)) {
      event.stopImmediatePropagation();
      if (event.cancelable) event.preventDefault();
    }
    handle(event);
  };
  for (const target of targets) target.addEventListener(type, listener, { capture: true, signal });
}

async function proposalsFor(element: Element, field: string): Promise<Pick> {
  const text = elementText(element);
  const url = new URL(location.href);
  const context = proposalContext(accessWithoutRequests(url), url);
  const wanted = taughtFields.find((name) => name === field);
  const bare =
    wanted === undefined
      ? plainSources(element)
      : [
          ...structuredSources(wanted, context),
          ...elementSources(wanted, element, isOver(element, videoOf(document))),
        ];
  const tried = (await Promise.all(bare.map((one) => tryProposal(one, context)))).flatMap((one) => one ?? []);
  return {
    state: 'picked',
    text,
    proposals: [...rankProposals(tried.filter((one) => wanted === undefined || holds(wanted, one, text)))],
  };
}

/** Structured data is proposed only where its value is part of the chosen element's text. */
function holds(_field: TaughtField, { value, source }: Proposal, text: string): boolean {
  return (
    'text' in source || 'scan' in source || (text !== '' && text.toLowerCase().includes(value.toLowerCase()))
  );
}

/**
 * If no field is meant (a video, the label of an advertisement): sources for the existence of the element.
 */
function plainSources(element: Element): Omit<Proposal, 'value'>[] {
  return selectorsFor(element).map(({ kind, selector, count, fragile }) => ({
    kind,
    source: { exists: selector },
    count,
    fragile,
  }));
}

/**
 * The innermost element at a point, also inside open shadow roots and frames of the same origin. Does not
 * walk the tree.
 */
function elementAt(root: Document | ShadowRoot, x: number, y: number, overlay: Element): Element | undefined {
  const found = root
    .elementsFromPoint(x, y)
    .find((element) => element !== overlay && !overlay.contains(element));
  if (found === undefined) return undefined;
  const inside = found.shadowRoot;
  if (inside !== null) {
    const deeper = elementAt(inside, x, y, overlay);
    if (deeper !== undefined && deeper !== found) return deeper;
  }
  const frame = frameDocument(found);
  if (frame === undefined) return found;
  const { left, top } = found.getBoundingClientRect();
  return elementAt(frame, x - left - found.clientLeft, y - top - found.clientTop, overlay) ?? found;
}

/** One step up the tree, also out of shadow roots and frames. */
function outward(element: Element): Element | undefined {
  if (element.parentElement !== null) return element.parentElement;
  return hostOf(element);
}

/** One step down: the first child that is not empty. */
function inward(element: Element): Element | undefined {
  const children = [
    ...(element.shadowRoot?.children ?? []),
    ...(frameDocument(element)?.body?.children ?? []),
    ...element.children,
  ];
  return children.find((child) => child.getBoundingClientRect().width > 0);
}
