/** Firefox's event page, as a frame in it sees it. */
type EventPage = Readonly<{
  browser: Readonly<{ runtime: Readonly<{ getPlatformInfo: () => Promise<unknown> }> }>;
}>;

/**
 * Runs the work of a page opened by `openHiddenPage`, and closes the page. Firefox ends the event page, and
 * with it this frame, 30 s after its last event or its own last call of the extension API. So such a call is
 * made every second (Firefox ESR 153; calls of the frame itself do not count).
 */
export async function doHidden(work: () => Promise<void>): Promise<void> {
  const frame = window.frameElement;
  if (frame === null) return work().finally(() => window.close());
  const { browser } = window.parent as unknown as EventPage;
  const timer = setInterval(() => void browser.runtime.getPlatformInfo(), 1_000);
  return work().finally(() => {
    clearInterval(timer);
    frame.remove();
  });
}
