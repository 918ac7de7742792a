import { Window } from 'happy-dom';
import { endpointRequests } from '../../../src/core/endpoint';
import { parseSeasonEpisode } from '../../../src/core/parse-season-episode';
import { queryAll } from '../../../src/content/reader/query';
import type { PageWorldQuestion, ReadContext } from '../../../src/content/reader/context';
import { readGeneric } from '../../../src/content/reader/read-generic';
import type { CaseVideo, ConnectorCase } from '../../../src/protocol/connector-case';
import type { Definition } from '../../../src/protocol/definition';

/** What surrounds a saved page: the part of a case that says what a browser would know. */
export type Situation = Pick<ConnectorCase, 'videos' | 'hidden' | 'storage' | 'mediaSession' | 'requests' | 'responses'>;

/** A document that can be given another page and situation, as a site does without loading. Scripts are not run. */
export interface SavedPage {
  readonly document: Document;
  show(html: string): void;
  setSituation(situation: Situation): void;
  /** All that reading asks of the world, answered from the situation. */
  world(definition: Definition, url: URL): Pick<ReadContext, 'document' | 'mediaSession' | 'storage' | 'requests' | 'askEndpoint' | 'askPageWorld' | 'parseSeasonEpisode' | 'readGeneric'>;
  close(): Promise<void>;
}

export function openSavedPage(url: string): SavedPage {
  const window = new Window({ url, settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true, disableIframePageLoading: true } });
  const document = window.document as unknown as Document;
  let situation: Situation = {};
  return {
    document,
    show(html) {
      const page = new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document;
      document.documentElement.innerHTML = page.documentElement.innerHTML;
      attachShadowRoots(document);
    },
    setSituation(next) {
      situation = next;
      prepareElements(document, next);
    },
    world: (definition, at) => ({
      document,
      mediaSession: () => situation.mediaSession ?? undefined,
      storage: (area) => storageOf(situation.storage?.[area] ?? {}),
      requests: () => situation.requests ?? [],
      askEndpoint: async (name, values) =>
        endpointRequests(definition, name, values, at).map((request) => own(situation.responses, request.url)).find((answer) => answer !== undefined),
      askPageWorld: async (reader) => answerPageWorld(situation.responses, reader),
      parseSeasonEpisode,
      readGeneric,
    }),
    close: () => window.happyDOM.close(),
  };
}

/** `<template shadowrootmode="open">` becomes the shadow root of what it stands in. */
function attachShadowRoots(root: ParentNode): void {
  for (const template of Array.from(root.querySelectorAll('template[shadowrootmode="open"]'))) {
    const host = template.parentElement;
    if (host === null || host.shadowRoot !== null) continue;
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.innerHTML = template.innerHTML;
    template.remove();
    attachShadowRoots(shadow);
  }
}

function prepareElements(document: Document, { videos = [], hidden = [] }: Situation): void {
  const invisible = new Set(hidden.flatMap((selector) => queryAll(document, selector)));
  for (const element of everyElement(document)) {
    const isHidden = [...invisible].some((outer) => outer === element || outer.contains(element));
    setSize(element, isHidden ? 0 : 100, isHidden ? 0 : 20);
    if (element.localName === 'video') setVideo(element, undefined);
  }
  for (const video of videos) {
    const found = queryAll(document, video.selector);
    if (found.length === 0) throw new Error(`the page has no video ${video.selector}`);
    for (const element of found) setVideo(element, video);
  }
}

function everyElement(root: ParentNode): Element[] {
  return Array.from(root.querySelectorAll('*')).flatMap((element) => [element, ...(element.shadowRoot === null ? [] : everyElement(element.shadowRoot))]);
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
  define(element, { getBoundingClientRect: () => ({ x: 0, y: 0, top: 0, left: 0, right: width, bottom: height, width, height }) });
}

function define(element: Element, properties: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(element, name, { value, configurable: true, writable: true });
}

function storageOf(values: Readonly<Record<string, unknown>>): Pick<Storage, 'getItem' | 'key' | 'length'> {
  const keys = Object.keys(values);
  return {
    length: keys.length,
    key: (index) => keys[index] ?? null,
    getItem: (key) => {
      const value = own(values, key);
      return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
    },
  };
}

function answerPageWorld(responses: Situation['responses'], { path, element }: PageWorldQuestion): unknown {
  return (element === undefined ? undefined : own(responses, `${element} ${path}`)) ?? own(responses, path);
}

function own<T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
