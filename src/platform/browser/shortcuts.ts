import { browser } from './browser';

/** The keyboard shortcut of each command; empty if none is set. */
export async function commandKeys(): Promise<Readonly<Record<string, string>>> {
  const all = (await browser.commands?.getAll()) ?? [];
  return Object.fromEntries(all.map(({ name, shortcut }) => [name ?? '', shortcut ?? '']));
}

/** Opens the browser's page for keyboard shortcuts; `undefined` if it cannot be opened. */
export function shortcutsOpener(): (() => Promise<unknown>) | undefined {
  const commands = browser.commands as (typeof browser.commands & OpensShortcuts) | undefined;
  if (commands?.openShortcutSettings !== undefined) return async () => commands.openShortcutSettings?.();
  // Firefox before 137 has no function for it, and Firefox for Android has no shortcuts.
  if (commands === undefined || 'getBrowserInfo' in browser.runtime) return undefined;
  return () => browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}

type OpensShortcuts = Readonly<{
  /** Not in the types yet. */
  openShortcutSettings?: () => Promise<void>;
}>;
