import type { PageNames } from '../../../core/workbench/plausible-title';
import { cleanText } from '../../reader/clean-text';
import { siteName } from './site-name';

/** Controls whose texts are read, and the characters of each. */
const MOST_CONTROLS = 300;
const MOST_CHARACTERS = 60;

/** What this page calls itself and its controls. */
export function pageNames(document: Document, { hostname }: URL): PageNames {
  const controls = document.querySelectorAll(
    'button,nav a,[role=button],[role=tab],input[type=submit],label',
  );
  return {
    hostname,
    siteName: siteName(document),
    controls: Array.from(controls)
      .slice(0, MOST_CONTROLS)
      .map(({ textContent }) => cleanText(textContent))
      .filter((text) => text !== '' && text.length <= MOST_CHARACTERS),
  };
}
