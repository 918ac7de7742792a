import { browser } from './browser';

/** Chrome's document without a tab, for workers that have none. */
interface Offscreen {
  createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
}

/**
 * Opens a page of the extension that nobody sees; it closes itself (`doHidden`). In Firefox it is a
 * frame of the event page.
 */
export async function openHiddenPage(url: string): Promise<void> {
  const { offscreen } = browser as Readonly<{ offscreen?: Offscreen }>;
  if (offscreen === undefined) {
    if (document.querySelector(`[src='/${url}']`) !== null) return;
    const frame = document.createElement('iframe');
    frame.src = `/${url}`;
    document.body.append(frame);
    return;
  }
  // It rejects where one is open.
  await offscreen.createDocument({ url, reasons: ['DOM_PARSER'], justification: url }).catch(() => undefined);
}
