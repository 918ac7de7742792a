import type { BrowserContext, CDPSession } from 'playwright';

/** Opens a CDP session with the browser (not with a page) while `use` runs. */
export async function withCdp<T>(context: BrowserContext, use: (cdp: CDPSession) => Promise<T>): Promise<T> {
  const cdp = await browserCdp(context);
  try {
    return await use(cdp);
  } finally {
    await cdp.detach();
  }
}

/** Opens a CDP session with the browser. The caller must `detach()` it. */
export async function browserCdp(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser();
  if (browser === null) throw new Error('this context has no browser of its own');
  return browser.newBrowserCDPSession();
}
