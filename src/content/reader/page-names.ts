import type { PageNames } from '../../core/workbench/plausible-title';
import { elementText } from './element-text';
import { siteName } from './site-name';

/** Includes the link to the home page. Other links, such as those of a breadcrumb, name titles. */
const CONTROLS = 'button,label,[role=button],[role=tab],header a[href="/"],nav a[href="/"]';
/** Limits of controls that are read, and of characters of each. */
const MOST_CONTROLS = 300;
const MOST_CHARACTERS = 60;

/** The page's own name and the texts of its controls. */
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
