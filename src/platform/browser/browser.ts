import polyfill, { type Browser } from 'webextension-polyfill';

/**
 * The extension API, with promises in every browser that the manifests allow. All other modules import it
 * from here. In scripts for web pages the build puts page-browser.ts in the place of the polyfill.
 */
export const browser: Browser = polyfill;
