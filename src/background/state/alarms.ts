import { wakeAt, wakeExactlyAt } from '../../platform/browser/alarms';
import { openHiddenPage } from '../../platform/browser/hidden-page';
import type { AppContext } from '../context/context';

export const CATALOGUE_ALARM = 'catalogue';

/**
 * Schedules the hidden page that looks for connectors and tells the tracker about corrections, in this many
 * milliseconds.
 */
export async function scheduleCatalogue({ now }: AppContext, within: number): Promise<void> {
  await wakeAt(CATALOGUE_ALARM, now() + within);
}

/** Downloading, checking and trying connectors needs a document, so a hidden page does it. */
export async function openCatalogue({ now, random }: AppContext): Promise<void> {
  // Set before the page opens, because the worker may be stopped meanwhile. The random part of an hour
  // spreads the installations.
  await wakeExactlyAt(CATALOGUE_ALARM, now() + (6 + random()) * 3_600_000);
  await openHiddenPage('src/options/catalogue.html');
}

export const OUTBOX_ALARM = 'outbox';

/** Milliseconds: the shortest alarm that browsers allow. */
export const ALARM_MILLISECONDS = 30_000;

/** If the worker is stopped before it has sent what waits, this alarm resumes the work. */
export function wakeForOutbox(now: number): Promise<void> {
  return wakeAt(OUTBOX_ALARM, now + ALARM_MILLISECONDS);
}
