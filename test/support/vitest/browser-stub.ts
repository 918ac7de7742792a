/**
 * Replaces `webextension-polyfill`, which throws outside of an extension. It is `globalThis.browser` in pages
 * under test (see stand-in.ts), otherwise an empty object that unit tests fill.
 */
const scope = globalThis as { readonly browser?: object };

export default scope.browser ?? {};
