import { settingsStore } from '../platform/storage/stores';

export type Theme = 'system' | 'light' | 'dark';

/**
 * Sets `data-theme` on the document and updates it when the setting or the system changes.
 *
 * A page that has read the settings before it draws passes the theme in `known`. For the other pages the
 * setting is copied to `localStorage`, the only store that can be read before the first paint: without it a
 * dark page would flash.
 */
export function followTheme(document: Document, window: Window, known?: Theme): void {
  const systemDark = window.matchMedia('(prefers-color-scheme: dark)');
  let chosen = known ?? readStoredTheme(window);
  const apply = () => {
    const system = systemDark.matches ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = chosen === 'system' ? system : chosen;
  };
  const choose = ({ theme }: { theme: Theme }) => {
    chosen = theme;
    // `localStorage` answers slowly in a new popup, and the popup has no use for the copy.
    if (known === undefined) window.localStorage.setItem('theme', theme);
    apply();
  };
  apply();
  systemDark.addEventListener('change', apply);
  settingsStore.watch(choose);
  if (known === undefined) void settingsStore.get().then(choose);
}

function readStoredTheme(window: Window): Theme {
  const stored = window.localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
