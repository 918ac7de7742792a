import { browser } from './browser';
import { tab, type TabFact } from './tabs';

/** The tab that was active before the tab of this page. */
export async function lastTab(): Promise<TabFact | undefined> {
  const own = await browser.tabs.getCurrent();
  const others = (await browser.tabs.query({})).filter(({ id }) => id !== own?.id);
  const [last] = others.toSorted((a, b) => (b.lastAccessed ?? 0) - (a.lastAccessed ?? 0));
  return last?.id === undefined ? undefined : tab(last.id);
}
