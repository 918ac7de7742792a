import { render, type ComponentChild } from 'preact';
import { direction, text } from '../platform/browser/i18n';
import { followTheme, type Theme } from './theme';

/*
 * Names of the texts in public/_locales/<language>/messages.json, where a tag of the code is written with _ for - and .:
 *   status_<kind>, hint_<kind>     one sentence per status, and a second line where it helps
 *   queued_<reason>, skip_<reason> the sentence of `queued` and `skipped`
 *   repair_<kind>                  the button that repairs a status
 *   rung_<rung>                    the lines of "Why not?"
 *   error_<code>                   an error of a message; error_unknown shows the worker's own words
 *   <view>_…                       everything else, by the view that shows it; common_… where several do
 *   command_…, menu_…              keyboard commands and the menu of the toolbar icon
 * Numbers stand behind a colon ("Waiting: 3"), since extension messages know no plural.
 */

/** Language, direction, title and theme of a page, then its content. */
export function mountPage(titleKey: string, content: ComponentChild, theme?: Theme): void {
  const page = document.documentElement;
  // The tag of the text that is shown, which is English where the browser's own language has no translation.
  page.lang = text('language_tag');
  page.dir = direction();
  document.title = text(titleKey);
  followTheme(document, window, theme);
  const root = document.querySelector('#app');
  if (root !== null) render(content, root);
}
