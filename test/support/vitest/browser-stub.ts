/**
 * In place of `webextension-polyfill`, which throws when it is loaded outside of an extension: the stand-in
 * that a page of a test has put on `globalThis.browser`, otherwise an empty object for a unit test to fill.
 */
const scope = globalThis as { readonly browser?: object };

export default scope.browser ?? {};
