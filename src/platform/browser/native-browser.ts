import type { Browser } from 'webextension-polyfill';

const scope: Readonly<{ browser?: Browser; chrome?: Browser }> = globalThis as never;

/**
 * The browser's own extension API. The build uses it instead of `webextension-polyfill`
 * (scripts/build/extension-config.ts), which would add 3 kB to every context. In all browsers of the
 * manifests the methods we use return promises, except `contextMenus.removeAll` (worker-events.ts).
 */
export default (scope.browser ?? scope.chrome) as Browser;
