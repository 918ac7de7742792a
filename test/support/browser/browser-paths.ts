import { adviceFor, findBrowser } from '../../../scripts/find-browser.mjs';

/** Path of Chromium, Chrome or Edge. Throws an error that says how to install one when there is none. */
export function requireChromium(): string {
  const path = findBrowser('chromium');
  if (path === undefined) throw new Error(adviceFor('chromium', process.platform));
  return path;
}

/** Path of Firefox; undefined when there is none, and then its tests are skipped. */
export function findFirefox(): string | undefined {
  return findBrowser('firefox');
}
