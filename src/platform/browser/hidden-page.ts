import { browser } from './browser';

/** Chrome's offscreen document, for workers, which have no document. */
interface Offscreen {
  createDocument(options: { url: string; reasons: string[]; justification: string }): Promise<void>;
}

/**
 * Opens an invisible page of the extension, which closes itself (`doHidden`). In Firefox it is a frame of the
 * event page.
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
  // Rejects if one is already open.
  await offscreen.createDocument({ url, reasons: ['DOM_PARSER'], justification: url }).catch(() => undefined);
}
