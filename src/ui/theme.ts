import { settingsStore } from '../platform/storage/stores';

export type Theme = 'system' | 'light' | 'dark';

/**
 * Puts the chosen theme on the document and keeps it there while the choice or the system changes. A page that has read
 * the settings before it draws says what they are; for the others the choice is mirrored in `localStorage`, the only
 * store that can be read before the first paint: without it a dark page would flash.
 */
export function followTheme(document: Document, window: Window, known?: Theme): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  let chosen = known ?? mirrored(window);
  const apply = () => {
    document.documentElement.dataset['theme'] =
      chosen === 'system' ? (dark.matches ? 'dark' : 'light') : chosen;
  };
  const choose = ({ theme }: { theme: Theme }) => {
    chosen = theme;
    // In a popup the first picture is waited for, and this store answers only after a while.
    if (known === undefined) window.localStorage.setItem('theme', theme);
    apply();
  };
  apply();
  dark.addEventListener('change', apply);
  settingsStore.watch(choose);
  if (known === undefined) void settingsStore.get().then(choose);
}

function mirrored(window: Window): Theme {
  const found = window.localStorage.getItem('theme');
  return found === 'light' || found === 'dark' ? found : 'system';
}
