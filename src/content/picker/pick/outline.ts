export type Outline = Readonly<{
  /** The element in the page; its shadow root is closed to the page. */
  host: Element;
  show(element: Element | undefined): void;
  busy(): void;
  /** The windows whose events are listened to. */
  windows(): EventTarget[];
}>;

/**
 * An outline around the element that would be picked, and one line of instructions, in a closed shadow root
 * in the top layer.
 */
export function createOutline(document: Document, hint: string, signal: AbortSignal): Outline {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const box = part(document, 'box');
  const label = part(document, 'label');
  const bar = part(document, 'bar');
  bar.textContent = hint;
  root.append(box, label, bar);
  coverFrames(document, root, signal);
  Object.assign(host.style, HOST_STYLE);
  showOnTop(document, host);
  takeFocus(document, host);
  signal.addEventListener('abort', () => host.remove());

  return {
    host,
    show: (element) => element && place(element, box, label),
    busy: () => bar.classList.add('busy'),
    windows: () => [window],
  };
}

function part(document: Document, name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  return element;
}

/**
 * Covers each frame of the page with an area that catches the pointer: the events of a frame of another site
 * would not reach this window.
 */
function coverFrames(document: Document, root: ShadowRoot, signal: AbortSignal): void {
  const covers = new Map<Element, HTMLElement>();
  const cover = () => {
    for (const frame of document.querySelectorAll('iframe')) {
      const area = covers.get(frame) ?? part(document, 'cover');
      covers.set(frame, area);
      if (!area.isConnected) root.prepend(area);
      const { x, y, width, height } = frame.getBoundingClientRect();
      Object.assign(area.style, {
        transform: `translate(${x}px, ${y}px)`,
        width: `${width}px`,
        height: `${height}px`,
      });
    }
  };
  cover();
  const timer = setInterval(cover, 250);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Above dialogs and full-screen players. If the top layer is refused, the highest z-index is used. */
function showOnTop(document: Document, host: HTMLElement): void {
  host.popover = 'manual';
  document.documentElement.append(host);
  try {
    host.showPopover();
  } catch {
    host.removeAttribute('popover');
  }
}

/** Keys go to the focused element; inside a frame they would not reach this window. */
function takeFocus(document: Document, host: HTMLElement): void {
  if (document.activeElement?.localName !== 'iframe') return;
  host.tabIndex = -1;
  host.focus({ preventScroll: true });
}

function place(element: Element, box: HTMLElement, label: HTMLElement): void {
  const { x, y, width, height } = onScreen(element);
  box.style.transform = `translate(${x}px, ${y}px)`;
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
  label.textContent = beginning(element) || element.localName;
  label.style.transform = `translate(${Math.max(4, x)}px, ${y > 34 ? y - 30 : y + height + 6}px)`;
  box.style.display = 'block';
  label.style.display = 'block';
}

const HOST_STYLE = {
  all: 'initial',
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100vh',
  margin: '0',
  padding: '0',
  border: '0',
  background: 'transparent',
  // The pointer reaches the page below and so wakes its controls; clicks are withheld from it.
  pointerEvents: 'none',
  zIndex: '2147483647',
} as const;

/** The first words of an element, without reading the whole text of a large one. */
function beginning(element: Element): string {
  let text = '';
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let looked = 0; looked < 200 && text.length < 80 && walker.nextNode() !== null; looked += 1)
    text = `${text}${walker.currentNode.nodeValue ?? ''}`.trimStart();
  return text.slice(0, 80).trimEnd();
}

/** Position of an element in this window, even if it is inside a frame. */
function onScreen(element: Element): { x: number; y: number; width: number; height: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  const frame = element.ownerDocument.defaultView?.frameElement;
  if (frame === null || frame === undefined || element.ownerDocument === document)
    return { x, y, width, height };
  const outer = onScreen(frame);
  return { x: x + outer.x + frame.clientLeft, y: y + outer.y + frame.clientTop, width, height };
}

const STYLE = `
  :host { all: initial; }
  .box, .label {
    position: fixed; inset: 0 auto auto 0; display: none; pointer-events: none; will-change: transform;
  }
  .box {
    box-sizing: border-box; border: 2px solid #b80f2c; border-radius: 4px;
    background: rgb(184 15 44 / 12%); box-shadow: 0 0 0 1px #fffaf2;
  }
  .label {
    max-width: 60vw; overflow: hidden; padding: 3px 8px; border-radius: 6px; background: #241a15;
    color: #fffaf2; font: 13px/1.4 system-ui, sans-serif; white-space: nowrap; text-overflow: ellipsis;
  }
  .bar {
    position: fixed; inset: auto 0 20px; width: fit-content; max-width: 90vw; margin: 0 auto;
    padding: 10px 18px; border-radius: 999px; background: #241a15; color: #fffaf2;
    font: 600 14px/1.4 system-ui, sans-serif; text-align: center; pointer-events: none;
    box-shadow: 0 4px 24px rgb(0 0 0 / 40%);
  }
  .cover { position: fixed; inset: 0 auto auto 0; pointer-events: auto; cursor: crosshair; }
  .busy { opacity: 0.6; }
`;
