import { browser } from './browser';

/** A key that the person pressed, over the tab that is looked at. Top level of the worker only. */
export function onCommand(act: (name: string, tabId: number) => void): void {
  browser.commands?.onCommand.addListener((name: string, tab?: { id?: number }) => void actOn(name, tab));

  async function actOn(name: string, tab: { id?: number } | undefined): Promise<void> {
    // An older engine does not tell the tab.
    const tabId = tab?.id ?? (await browser.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id;
    if (tabId !== undefined) act(name, tabId);
  }
}

/** The commands of the extension with the keys that are set for them; an empty text where there are none. */
export async function commandKeys(): Promise<Readonly<Record<string, string>>> {
  const all = (await browser.commands?.getAll()) ?? [];
  return Object.fromEntries(all.map(({ name, shortcut }) => [name ?? '', shortcut ?? '']));
}
