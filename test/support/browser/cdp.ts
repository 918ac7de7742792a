import type { BrowserContext, CDPSession } from 'playwright';

/** Speaks with the browser itself (not with a page) for as long as `use` lasts. */
export async function withCdp<T>(context: BrowserContext, use: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await browserCdp(context);
  try {
    return await use(cdp);
  } finally {
    await cdp.detach();
  }
}

/** The same, for as long as the caller wants; `detach()` it. */
export async function browserCdp(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser();
  if (browser === null) throw new Error('this context has no browser of its own');
  return browser.newBrowserCDPSession();
}
