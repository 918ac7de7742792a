import type { Browser } from 'webextension-polyfill';

const scope: { readonly browser?: Browser; readonly chrome?: Browser } = globalThis as never;

/**
 * The extension API as the browser has it. Scripts for web pages get this instead of `webextension-polyfill`
 * (scripts/build/page-scripts.ts), whose 3 kB every page would read. Of the API they use only `runtime`,
 * whose methods return promises in all browsers that run Manifest V3.
 */
export default (scope.browser ?? scope.chrome) as Browser;
