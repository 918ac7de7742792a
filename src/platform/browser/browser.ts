import type { Browser } from 'webextension-polyfill';

/**
 * The extension API of whichever engine this is. Both engines answer with promises under Manifest V3, so nothing needs
 * the code of `webextension-polyfill`; only its types are used.
 */
export const browser: Browser = pick();

function pick(): Browser {
  const scope: { browser?: Browser; chrome?: Browser } = globalThis as never;
  const found = scope.browser ?? scope.chrome;
  // Outside an extension (unit tests) a stand-in is put on globalThis before anything is called.
  return found ?? ({} as Browser);
}
