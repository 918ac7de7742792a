import { sameJson } from '../../core/same-json';
import type { ConnectorCase } from '../../protocol/connector-case';
import type { Definition } from '../../protocol/definition';
import { matchPage } from '../reader/match-page';
import { createMemory } from '../reader/memory';
import { queryAll } from '../reader/query';
import { seePage } from '../reader/see-page';

export interface CaseRun {
  readonly passed: boolean;
  /** The item that was read. */
  readonly item: Readonly<Record<string, unknown>>;
  /** Names of fields that differ from what is expected; `page`, `gate` for those. */
  readonly differs: readonly string[];
}

/** Runs the first step of a saved case in a document without scripts, with the reader that runs in pages. */
export async function runCase(definition: Definition, one: ConnectorCase, html: string): Promise<CaseRun> {
  const document = new DOMParser().parseFromString(html, 'text/html');
  openShadowRoots(document);
  prepare(document, one);
  const url = new URL(one.url);
  const matched = matchPage(definition, url);
  const { expect } = one;
  if (matched === undefined) return { passed: expect.page === null, item: {}, differs: expect.page === null ? [] : ['page'] };
  const { reading, gate } = await seePage(matched, {
    document, url, definition, memory: createMemory(), now: 1_000_000,
    mediaSession: () => one.mediaSession ?? undefined,
    storage: (area) => storageOf(one.storage?.[area] ?? {}),
    requests: () => one.requests ?? [],
    askEndpoint: async () => undefined,
    askPageWorld: async ({ path }) => one.responses?.[path],
  });
  const item = (reading?.item ?? {}) as Readonly<Record<string, unknown>>;
  const wanted = expect.item as Readonly<Record<string, unknown>> | undefined;
  const names = wanted === undefined ? [] : [...new Set([...Object.keys(wanted), ...Object.keys(item)])].filter((name) => !sameJson(wanted[name], item[name]));
  const differs = [...names, ...(expect.page !== undefined && expect.page !== matched.page.kind ? ['page'] : []), ...(expect.gate === gate ? [] : ['gate'])];
  return { passed: differs.length === 0, item, differs };
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
function prepare(document: Document, { videos = [], hidden = [] }: ConnectorCase): void {
  const invisible = new Set(hidden.flatMap((selector) => queryAll(document, selector)));
  const known = new Map(videos.flatMap((video) => queryAll(document, video.selector).map((element) => [element, video] as const)));
  for (const element of everyElement(document)) {
    const video = known.get(element);
    const shown = ![...invisible].some((outer) => outer.contains(element)) && (element.localName !== 'video' || (video !== undefined && video.duration !== null));
    const [width, height] = shown ? [video?.width ?? 100, video?.height ?? 20] : [0, 0];
    set(element, { getBoundingClientRect: () => new DOMRect(0, 0, width, height) });
    if (video === undefined || video.duration === null) continue;
    set(element, {
      readyState: 4, duration: Number(video.duration), currentTime: video.position ?? 0, paused: video.paused ?? false, ended: video.ended ?? false,
      muted: video.muted ?? false, loop: video.loop ?? false, playbackRate: 1, srcObject: null, currentSrc: video.source ?? `blob:${video.selector}`,
    });
  }
}

function everyElement(root: ParentNode): Element[] {
  return Array.from(root.querySelectorAll('*')).flatMap((element) => [element, ...(element.shadowRoot === null ? [] : everyElement(element.shadowRoot))]);
}

function set(element: Element, properties: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(properties)) Object.defineProperty(element, name, { value, configurable: true, writable: true });
}

function storageOf(values: Readonly<Record<string, unknown>>): Pick<Storage, 'getItem' | 'key' | 'length'> {
  const keys = Object.keys(values);
  return {
    length: keys.length,
    key: (index) => keys[index] ?? null,
    getItem: (key) => (Object.hasOwn(values, key) ? (typeof values[key] === 'string' ? values[key] : JSON.stringify(values[key])) : null),
  };
}
