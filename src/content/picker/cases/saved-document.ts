import type { CaseVideo, ConnectorCase } from '../../../protocol/connector-case';
import { defined } from '../../../core/values/defined';
import { frameDocument, queryAll } from '../../reader/query';
import { endpointRequests } from '../../../core/definition/endpoint-request';
import { receivedKey } from '../../../core/definition/page-world-reader';
import type { Definition } from '../../../protocol/definition/definition';
import { readLabel } from '../../../core/text/season-episode';
import type { PageAccess, ReadableStorage } from '../../reader/context';
import { readGeneric } from '../../reading-aid/read-generic';
import { readOnDemand } from '../../reading-aid/read-on-demand';
import { readOwnClock } from '../../reading-aid/read-own-clock';

/** Opens a saved page as a document without scripts, with its shadow roots and its `srcdoc` frames. */
export function openSavedDocument(html: string): Document {
  const document = new DOMParser().parseFromString(html, 'text/html');
  openShadowRoots(document);
  openFrames(document, openSavedDocument);
  return document;
}

/** A document without a window loads no frames; their `srcdoc` is opened here. */
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

/**
 * A document without a window has no layout and plays nothing, so the case states what a browser would know.
 * Returns the selectors of videos that the document does not have.
 */
export function setSituation(
  document: Document,
  { videos = [], hidden = [] }: Pick<ConnectorCase, 'videos' | 'hidden'>,
): string[] {
  const invisible = new Set(hidden.flatMap((selector) => queryAll(document, selector)));
  const known = new Map(
    videos.flatMap((video) => queryAll(document, video.selector).map((element) => [element, video] as const)),
  );
  for (const element of everyElement(document)) {
    const isHidden = [...invisible].some((outer) => outer.contains(element));
    setSize(element, isHidden ? 0 : 100, isHidden ? 0 : 20);
    if (known.has(element) || element.localName === 'video') setVideo(element, known.get(element));
  }
  return videos.map(({ selector }) => selector).filter((one) => queryAll(document, one).length === 0);
}

/** All elements, including those in shadow roots and opened frames. */
function everyElement(root: ParentNode): Element[] {
  return Array.from(root.querySelectorAll('*')).flatMap((element) => {
    const inner = element.shadowRoot ?? frameDocument(element);
    return [element, ...(inner === undefined ? [] : everyElement(inner))];
  });
}

function setVideo(element: Element, video: CaseVideo | undefined): void {
  if (video === undefined || video.duration === null) return setEmptyVideo(element, video);
  setSize(element, video.width ?? 1280, video.height ?? 720);
  define(element, {
    ...EMPTY_VIDEO,
    ...stated(video),
    readyState: 4,
    duration: Number(video.duration),
    paused: video.paused ?? false,
    currentSrc: video.source ?? `blob:${video.selector}/${String(video.duration)}`,
  });
}

/** A video element that has loaded no medium. */
function setEmptyVideo(element: Element, video: CaseVideo | undefined): void {
  setSize(element, video?.width ?? 0, video?.height ?? 0);
  define(element, { ...EMPTY_VIDEO, ...(video && stated(video)) });
}

const EMPTY_VIDEO = {
  readyState: 0,
  duration: Number.NaN,
  currentTime: 0,
  paused: true,
  ended: false,
  muted: false,
  loop: false,
  playbackRate: 1,
  srcObject: null,
  currentSrc: '',
} as const;

/** The element properties that a case states. */
function stated({ position, paused, ended, muted, loop }: CaseVideo): Readonly<Record<string, unknown>> {
  return defined({ currentTime: position, paused, ended, muted, loop });
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

type Situation = Pick<ConnectorCase, 'storage' | 'mediaSession' | 'requests' | 'responses'>;

/** Access to a saved page: the case supplies all answers. Runs in the browser and in Node.js. */
export function savedAccess(
  document: Document,
  definition: Definition,
  url: URL,
  { storage, mediaSession, requests, responses }: Situation,
): PageAccess {
  return {
    document,
    mediaSession: () => mediaSession ?? undefined,
    storage: (area) => storageOf(storage?.[area] ?? {}),
    requests: () => requests ?? [],
    askEndpoint: async (name, values) =>
      endpointRequests(definition, name, values, url)
        .map((request) => own(responses, request.url))
        .find((answer) => answer !== undefined),
    askPageWorld: async () => ({ ...responses, ...receivedFrom(definition, responses) }),
    parseSeasonEpisode: readLabel,
    readGeneric,
    readOnDemand,
    readOwnClock,
  };
}

/** The case's responses for the addresses that the definition's `received` sources name. */
function receivedFrom({ pages }: Definition, responses: Situation['responses'] = {}) {
  const patterns = new Set<string>();
  JSON.parse(JSON.stringify(pages), (key, value: unknown) => {
    if (key === 'received' && typeof value === 'string') patterns.add(value);
    return value;
  });
  const answers = Object.entries(responses).map(([url, body]) => ({ url, body }));
  return Object.fromEntries(
    [...patterns].map((pattern) => {
      const address = new RegExp(pattern, 'u');
      return [receivedKey(pattern), answers.filter(({ url }) => address.test(url))];
    }),
  );
}

function storageOf(values: Readonly<Record<string, unknown>>): ReadableStorage {
  const keys = Object.keys(values);
  return {
    length: keys.length,
    key: (index) => keys[index] ?? null,
    getItem: (key) => {
      const value = own(values, key);
      return typeof value === 'string' ? value : (JSON.stringify(value) ?? null);
    },
  };
}

function own<T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
