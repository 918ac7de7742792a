import { taughtFields, type Proposal, type TaughtField } from '../../../core/workbench/page-facts';
import { rankProposals } from '../../../core/workbench/source-ranking';
import type { Pick } from '../../../protocol/workbench';
import { cleanText } from '../../reader/clean-text';
import { elementAt, inward, outward } from './element-at';
import { elementSources } from '../propose/element-sources';
import { selectorsFor } from '../propose/element-selectors';
import { createOutline, type Outline } from './outline';
import { proposalContext, tryProposal } from '../propose/proposal-context';
import { structuredSources } from '../propose/structured-sources';

export interface Picking {
  start(hint: string, field: string): void;
  leave(): void;
  result(): Pick;
}

/**
 * Lets the person point at something in the page. The page cannot see the outline, nor click for the person.
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
 * Mouse and keyboard, until something is chosen (or nothing: Escape). One measurement a frame, however fast
 * the mouse is.
 */
function follow(outline: Outline, signal: AbortSignal, choose: (element: Element | undefined) => void): void {
  let at: Element | undefined;
  let frame = 0;
  const show = (element: Element | undefined) => {
    at = element;
    outline.show(element);
  };
  const on = (type: string, handle: (event: Event) => void) => {
    const listener = (event: Event) => {
      // What a page makes up itself is no wish of the person.
      if (!event.isTrusted) return;
      event.stopImmediatePropagation();
      if (event.cancelable) event.preventDefault();
      handle(event);
    };
    for (const target of outline.windows())
      target.addEventListener(type, listener, { capture: true, signal });
  };
  on('pointermove', (event) => {
    const { clientX, clientY } = event as PointerEvent;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => show(elementAt(document, clientX, clientY, outline.host) ?? at));
  });
  on('click', (event) => {
    const { clientX, clientY } = event as MouseEvent;
    choose(elementAt(document, clientX, clientY, outline.host) ?? at);
  });
  for (const type of [
    'pointerdown',
    'pointerup',
    'mousedown',
    'mouseup',
    'dblclick',
    'contextmenu',
    'keyup',
    'keypress',
  ])
    on(type, () => {});
  on('keydown', (event) => {
    const { key } = event as KeyboardEvent;
    if (key === 'Escape') choose(undefined);
    if (key === 'Enter' && at !== undefined) choose(at);
    if (key === 'ArrowUp') show((at && outward(at)) ?? at ?? document.body);
    if (key === 'ArrowDown') show((at && inward(at)) ?? at ?? document.body);
  });
}

async function proposalsFor(element: Element, field: string): Promise<Pick> {
  const text = cleanText(element.textContent ?? '').slice(0, 500);
  const context = proposalContext(document, new URL(location.href));
  const wanted = taughtFields.find((name) => name === field);
  const bare =
    wanted === undefined
      ? plainSources(element)
      : [...structuredSources(wanted, context), ...elementSources(wanted, element, false)];
  const tried = (await Promise.all(bare.map((one) => tryProposal(one, context)))).flatMap((one) => one ?? []);
  return {
    state: 'picked',
    text,
    proposals: [...rankProposals(tried.filter((one) => wanted === undefined || holds(wanted, one, text)))],
  };
}

/** Structured data counts only where it holds what was pointed at. */
function holds(_field: TaughtField, { value, source }: Proposal, text: string): boolean {
  return (
    'text' in source || 'scan' in source || (text !== '' && text.toLowerCase().includes(value.toLowerCase()))
  );
}

/** Where no field is meant (a video, the mark of an advertisement): that there is such an element. */
function plainSources(element: Element): Omit<Proposal, 'value'>[] {
  return selectorsFor(element).map(({ kind, selector, count, fragile }) => ({
    kind,
    source: { exists: selector },
    count,
    fragile,
  }));
}
