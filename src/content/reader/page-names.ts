import type { PageNames } from '../../core/workbench/plausible-title';
import { elementText } from './element-text';
import { siteName } from './site-name';

/** Also the way home. Other links, such as those of a breadcrumb, name titles. */
const CONTROLS = 'button,label,[role=button],[role=tab],header a[href="/"],nav a[href="/"]';
/** Controls whose texts are read, and the characters of each. */
const MOST_CONTROLS = 300;
const MOST_CHARACTERS = 60;

/** What this page calls itself and its controls. */
export function pageNames(document: Document, { hostname }: URL): PageNames {
  const controls = document.querySelectorAll(CONTROLS);
  return {
    hostname,
    siteName: siteName(document),
    controls: Array.from(controls)
      .slice(0, MOST_CONTROLS)
      .map((control) => elementText(control))
      .filter((text) => text !== '' && text.length <= MOST_CHARACTERS),
  };
}
