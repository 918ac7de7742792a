import { render, type ComponentChild } from 'preact';
import { direction, text } from '../platform/browser/i18n';
import { settingsStore } from '../platform/storage/stores';

/*
 * Keys of the texts in public/_locales/<language>/messages.json; `textKey` writes a tag such as `no-access`
 * with `_`.
 *
 * - `status_<kind>`, `hint_<kind>`: the sentence of a status, and a second line for some of them
 * - `queued_<reason>`, `skip_<reason>`: the sentence of the statuses `queued` and `skipped`
 * - `repair_<kind>`: the button that repairs a status
 * - `rung_<rung>`: the lines of "Why isn't this being recorded?"
 * - `error_<code>`: an error of a message; `error_unknown` shows the message of the worker
 * - `<view>_…`: all other texts, by the view that shows them; `common_…` for several views
 * - `command_…`, `menu_…`: keyboard commands and the context menu of the toolbar icon
 *
 * A text with a number and the name of a thing has the plural forms of its language (`plural`).
 */

/** Sets language, direction, title and theme of the document, then renders the content into `#app`. */
export function mountPage(titleKey: string, content: ComponentChild, theme?: Theme): void {
  const page = document.documentElement;
  // The language of the texts that are shown: English where the browser's language has no translation.
  page.lang = text('language_tag');
  page.dir = direction();
  document.title = text(titleKey);
  followTheme(document, window, theme);
  const root = document.querySelector('#app');
  if (root !== null) render(content, root);
}

type Theme = 'system' | 'light' | 'dark';

/**
 * Sets `data-theme` on the document and updates it when the setting or the system changes.
 *
 * A page that has read the settings before it draws passes the theme in `known`. For the other pages the
 * setting is copied to `localStorage`, the only store that can be read before the first paint: without it a
 * dark page would flash.
 */
function followTheme(document: Document, window: Window, known?: Theme): void {
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
