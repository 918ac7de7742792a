import { openTab, ownPage } from '../../platform/browser/tabs';

/** Opens a route of the options page, such as `/account`, and closes the popup. */
export function openOptions(route: string): void {
  void openTab(ownPage(`src/options/index.html#${route}`)).then(() => window.close());
}
