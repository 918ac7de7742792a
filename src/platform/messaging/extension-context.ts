import { browser } from '../browser/browser';

/** False in a content script whose extension was updated or removed: nothing it sends arrives any more. */
export function isContextValid(): boolean {
  return browser.runtime?.id !== undefined;
}
