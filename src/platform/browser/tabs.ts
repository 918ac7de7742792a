import { browser } from './browser';
import { defined } from '../../core/values/defined';

export type TabFact = Readonly<{
  id: number;
  windowId: number;
  /** Present only if the extension has access to the host. */
  url?: string;
  title?: string;
  private: boolean;
  /** The tab plays sound. */
  audible: boolean;
}>;

export async function tab(tabId: number): Promise<TabFact | undefined> {
  try {
    return tabFact(await browser.tabs.get(tabId));
  } catch {
    // The tab has been closed.
    return undefined;
  }
}

export async function allTabs(): Promise<TabFact[]> {
  return (await browser.tabs.query({})).flatMap((one) => tabFact(one) ?? []);
}

/** Brings a tab and its window to the front. */
export async function showTab(tabId: number): Promise<void> {
  const shown = await browser.tabs.update(tabId, { active: true });
  // Firefox for Android has no windows.
  if (shown?.windowId !== undefined) await browser.windows?.update(shown.windowId, { focused: true });
}

export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url });
}

/** The address of an extension page; `path` starts at the root of the package. */
export function ownPage(path: string): string {
  return browser.runtime.getURL(path);
}

export function tabFact(found: {
  id?: number | undefined;
  windowId?: number | undefined;
  url?: string | undefined;
  title?: string | undefined;
  incognito: boolean;
  audible?: boolean | undefined;
}): TabFact | undefined {
  if (found.id === undefined) return undefined;
  return {
    id: found.id,
    windowId: found.windowId ?? -1,
    private: found.incognito,
    audible: found.audible === true,
    ...defined({ url: found.url, title: found.title }),
  };
}
