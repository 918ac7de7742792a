import { adviceFor, findBrowser } from '../../../scripts/find-browser.mjs';

/**
 * Path of the Chromium, Chrome or Edge that tests and programs start. Throws with advice when there is none.
 */
export function requireChromium(): string {
  const path = findBrowser('chromium');
  if (path === undefined) throw new Error(adviceFor('chromium', process.platform));
  return path;
}

/** Path of a Firefox, or undefined; then its tests are skipped. */
export function findFirefox(): string | undefined {
  return findBrowser('firefox');
}
