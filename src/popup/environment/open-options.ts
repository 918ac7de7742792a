import { openTab, ownPage } from '../../platform/browser/tabs';

/** Opens a place of the options page, such as `/account`, and closes the popup: it has done its part. */
export function openOptions(route: string): void {
  void openTab(ownPage(`src/options/index.html#${route}`)).then(() => window.close());
}
