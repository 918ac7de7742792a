/**
 * Stands in for webextension-polyfill in unit tests. Whatever of it is touched says so: code that needs the browser
 * belongs behind an argument, or into a browser test.
 */
const browser: unknown = new Proxy(
  {},
  {
    get(_target, name) {
      if (typeof name === 'symbol' || name === 'then') return undefined;
      throw new Error(`a unit test used browser.${name}; pass a stand-in as an argument`);
    },
  },
);

export default browser;
