import { browser } from './browser';

/** The keys of each command of the extension; an empty string where none are set. */
export async function commandKeys(): Promise<Readonly<Record<string, string>>> {
  const all = (await browser.commands?.getAll()) ?? [];
  return Object.fromEntries(all.map(({ name, shortcut }) => [name ?? '', shortcut ?? '']));
}

/** Opens the browser's own page for the keys of commands; `undefined` where it cannot be opened. */
export function shortcutsOpener(): (() => Promise<unknown>) | undefined {
  const commands = browser.commands as (typeof browser.commands & OpensShortcuts) | undefined;
  if (commands?.openShortcutSettings !== undefined) return async () => commands.openShortcutSettings?.();
  // Firefox before 137 has no way to it, and Firefox for Android no keys.
  if (commands === undefined || 'getBrowserInfo' in browser.runtime) return undefined;
  return () => browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}

type OpensShortcuts = Readonly<{
  /** Not in the types yet. */
  openShortcutSettings?: () => Promise<void>;
}>;
