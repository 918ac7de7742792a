import { Window } from 'happy-dom';
import { openFrames, setSituation, savedAccess } from '../../src/content/picker/cases/saved-document';
import { beginReading } from '../../src/content/reader/regex';
import type { ConnectorCase } from '../../src/protocol/connector-case';
import type { Definition } from '../../src/protocol/definition/definition';

/** The part of a case that describes what a browser would know of the page. */
export type Situation = Pick<
  ConnectorCase,
  'videos' | 'hidden' | 'storage' | 'mediaSession' | 'requests' | 'responses'
>;

/** A document whose page and situation can be replaced, as in-page navigation does. Scripts are not run. */
export interface SavedPage {
  readonly document: Document;
  show(html: string): void;
  setSituation(situation: Situation): void;
  /** The environment that a reader needs, answered from the situation. */
  world(definition: Definition, url: URL): ReturnType<typeof savedAccess>;
  close(): Promise<void>;
}

export function openSavedPage(url: string): SavedPage {
  const window = new Window({
    url,
    settings: {
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      disableIframePageLoading: true,
    },
  });
  const document = window.document as unknown as Document;
  let situation: Situation = {};
  const openFrame = (html: string): Document => {
    const frame = new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document;
    attachShadowRoots(frame);
    openFrames(frame, openFrame);
    return frame;
  };
  return {
    document,
    show(html) {
      const page = new window.DOMParser().parseFromString(html, 'text/html') as unknown as Document;
      document.documentElement.innerHTML = page.documentElement.innerHTML;
      attachShadowRoots(document);
      openFrames(document, openFrame);
    },
    setSituation(next) {
      situation = next;
      // The time of the previous reading does not count for this one.
      beginReading();
      const [missing] = setSituation(document, next);
      if (missing !== undefined) throw new Error(`the page has no video ${missing}`);
    },
    world: (definition, at) => savedAccess(document, definition, at, situation),
    close: () => window.happyDOM.close(),
  };
}

/** `<template shadowrootmode="open">` becomes the shadow root of its parent. */
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
