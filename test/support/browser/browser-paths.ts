import { adviceFor, findBrowser } from '../../../scripts/find-browser.mjs';

/**
 * Path of the Chromium (or Chrome, Edge) that tests and the demonstration start. Throws with an advice when
 * there is none.
 */
export function requireChromium(): string {
  const path = findBrowser('chromium');
  if (path === undefined) throw new Error(adviceFor('chromium', process.platform));
  return path;
}

/** Path of a Firefox, or undefined: then its tests are skipped with a line that says so. */
export function findFirefox(): string | undefined {
  return findBrowser('firefox');
}
