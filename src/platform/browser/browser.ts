import polyfill, { type Browser } from 'webextension-polyfill';

/**
 * The extension API, with promises in every browser that the manifests allow. All other modules import it
 * from here. The build puts native-browser.ts in the place of the polyfill, tests a stand-in.
 */
export const browser: Browser = polyfill;
