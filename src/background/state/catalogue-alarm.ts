import { wakeAt, wakeExactlyAt } from '../../platform/browser/alarms';
import { openHiddenPage } from '../../platform/browser/hidden-page';
import type { AppContext } from '../context/context';

export const CATALOGUE_ALARM = 'catalogue';

/** Lets the hidden page look at connectors, and tell the tracker of corrections, in so many milliseconds. */
export async function scheduleCatalogue({ now }: AppContext, within: number): Promise<void> {
  await wakeAt(CATALOGUE_ALARM, now() + within);
}

/** Downloading, checking and trying connectors needs a document: a hidden page does it. */
export async function openCatalogue({ now, random }: AppContext): Promise<void> {
  // Before the page: the worker may be stopped meanwhile. The share of an hour spreads the installations.
  await wakeExactlyAt(CATALOGUE_ALARM, now() + (6 + random()) * 3_600_000);
  await openHiddenPage('src/options/catalogue.html');
}
