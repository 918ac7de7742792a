import type { CatalogueState } from '../../src/options/catalogue/catalogue-state';
import {
  readStorage,
  storeOwnValues,
  tabViews,
  type ExtensionBrowser,
} from '../support/browser/drive-extension';
import { waitFor } from '../support/wait-for';

/** What a browser knows of the connectors of its tracker and of public lists. */
export async function catalogue(browser: ExtensionBrowser): Promise<Partial<CatalogueState> | undefined> {
  return (await readStorage(browser, 'local', 'catalogue')) as Partial<CatalogueState> | undefined;
}

/** As if an hour had passed since the last look, and the alarm rang. */
export async function lookAtCatalogue(browser: ExtensionBrowser): Promise<void> {
  await storeOwnValues(browser, { catalogue: { ...(await catalogue(browser)), checkedAt: 0 } });
  await browser.evaluate(() => chrome.alarms.create('catalogue', { when: Date.now() + 100 }), undefined);
}

/** Waits until the tracker has accepted an update for the item that this browser reads on a host. */
export async function sentBy(
  browser: ExtensionBrowser,
  host: string,
  wanted: Readonly<Record<string, unknown>>,
): Promise<void> {
  await waitFor(`${JSON.stringify(wanted)} of ${host} at the tracker`, async () => {
    const view = (await tabViews(browser)).find((one) => one.host === host);
    const item: Readonly<Record<string, unknown>> = { ...view?.item };
    return Object.entries(wanted).every(([key, value]) => item[key] === value) && view?.sent !== undefined;
  });
}

/** The API of the extension, for functions that run in its pages. */
declare const chrome: {
  readonly alarms: { readonly create: (name: string, alarm: { when: number }) => Promise<void> };
};
