import { browser } from '../browser/browser';

/** False in a content script whose extension was updated or removed: its messages no longer arrive. */
export function isContextValid(): boolean {
  return browser.runtime?.id !== undefined;
}
