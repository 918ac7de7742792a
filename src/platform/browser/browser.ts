import polyfill, { type Browser } from 'webextension-polyfill';

/**
 * The extension API, with promises in every browser that the manifests allow. All other modules import it
 * from here. The build replaces the polyfill with native-browser.ts; tests replace it with a stand-in.
 */
export const browser: Browser = polyfill;
