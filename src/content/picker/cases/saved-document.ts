import type { CaseVideo, ConnectorCase } from '../../../protocol/connector-case';
import { frameDocument, queryAll } from '../../reader/query';

/** A saved page as a document without scripts, with its shadow roots, and with its frames where the page holds what they show. */
export function openSavedDocument(html: string): Document {
  const document = new DOMParser().parseFromString(html, 'text/html');
  openShadowRoots(document);
  openFrames(document, openSavedDocument);
  return document;
}

/** A document that is not shown loads no frames: what they are given in place of an address is opened here. */
export function openFrames(document: Document, open: (html: string) => Document): void {
  for (const element of everyElement(document)) {
    const html = element.localName === 'iframe' ? element.getAttribute('srcdoc') : null;
    if (html !== null) define(element, { contentDocument: open(html) });
  }
}

function openShadowRoots(root: ParentNode): void {
  for (const template of root.querySelectorAll<HTMLTemplateElement>('template[shadowrootmode="open"]')) {
    const host = template.parentElement;
    if (host === null || host.shadowRoot !== null) continue;
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.append(template.content);
    template.remove();
    openShadowRoots(shadow);
  }
}

/** A document that is not shown has no sizes and plays nothing: the case says what a browser would know. */
export function setSituation(
  document: Document,
  { videos = [], hidden = [] }: Pick<ConnectorCase, 'videos' | 'hidden'>,
): void {
  const invisible = new Set(hidden.flatMap((selector) => queryAll(document, selector)));
  const known = new Map(
    videos.flatMap((video) => queryAll(document, video.selector).map((element) => [element, video] as const)),
  );
  for (const element of everyElement(document)) {
    const isHidden = [...invisible].some((outer) => outer.contains(element));
    setSize(element, isHidden ? 0 : 100, isHidden ? 0 : 20);
    if (known.has(element) || element.localName === 'video') setVideo(element, known.get(element));
  }
}

/** Also those in shadow roots and in frames that were opened. */
function everyElement(root: ParentNode): Element[] {
  return Array.from(root.querySelectorAll('*')).flatMap((element) => {
    const inner = element.shadowRoot ?? frameDocument(element);
    return [element, ...(inner === undefined ? [] : everyElement(inner))];
  });
}

function setVideo(element: Element, video: CaseVideo | undefined): void {
  const loaded = video !== undefined && video.duration !== null;
  setSize(element, video?.width ?? (loaded ? 1280 : 0), video?.height ?? (loaded ? 720 : 0));
  define(element, {
    readyState: loaded ? 4 : 0,
    duration: video === undefined || video.duration === null ? Number.NaN : Number(video.duration),
    currentTime: video?.position ?? 0,
    paused: video?.paused ?? !loaded,
    ended: video?.ended ?? false,
    muted: video?.muted ?? false,
    loop: video?.loop ?? false,
    playbackRate: 1,
    srcObject: null,
    currentSrc: loaded ? (video.source ?? `blob:${video.selector}/${String(video.duration)}`) : '',
  });
}

function setSize(element: Element, width: number, height: number): void {
  define(element, {
    getBoundingClientRect: () => ({
      x: 0,
      y: 0,
      top: 0,
      left: 0,
      right: width,
      bottom: height,
      width,
      height,
    }),
  });
}

function define(element: Element, properties: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(element, name, { value, configurable: true, writable: true });
}
