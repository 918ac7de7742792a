import type { Item } from '../../core/media/item';
import type { ActivityEntry, OutboxView } from '../../core/outbox/outbox-view';
import type { SiteHealth } from '../../core/settings/site-state';
import { accountStore, countsStore, healthStore, settingsStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { listOutbox } from '../review/list-outbox';
import { listActivity } from '../state/activity-log';
import { listLog } from '../state/log-store';
import { allTabStates, type TabState } from '../state/tab-state';

/**
 * Text for a bug report: settings, states, codes and counts, and the latest steps of the log. Never holds a
 * token or the tracker's address; titles only where `titles` is set.
 */
export async function problemReport(context: AppContext, titles: boolean): Promise<string> {
  const [settings, account, counts, health, tabs, outbox, activity, log] = await Promise.all([
    settingsStore.get(),
    accountStore.get(),
    countsStore.get(),
    healthStore.get(),
    allTabStates(),
    listOutbox(context),
    listActivity(context, undefined, ACTIVITY_ENTRIES),
    listLog(context, undefined, LOG_ENTRIES),
  ]);
  const { baseUrl, ...choices } = settings;
  const titled = (item: Partial<Item> | undefined) => (titles ? { item } : {});
  const report = {
    version: context.version,
    agent: navigator.userAgent,
    settings: choices,
    ownTracker: baseUrl !== '',
    account: account.state,
    counts,
    degraded: degradedSites(health),
    tabs: tabs.map((tab) => ({ ...describeTab(tab), ...titled(tab.reading?.item) })),
    outbox: outbox.map((entry) => ({ ...describeEntry(entry), ...titled(entry.item) })),
    activity: activity.map((entry) => ({ ...describeActivity(entry), ...titled(entry.item) })),
    log: log.map((entry) => ({ ...entry, at: timeOf(entry.at) })),
  };
  return JSON.stringify(report, undefined, 2);
}

function degradedSites(health: Readonly<Record<string, SiteHealth>>) {
  return Object.entries(health)
    .filter(([, { degraded }]) => degraded)
    .map(([id, { missing }]) => ({ id, missing }));
}

function describeTab({ siteId, skip, gate, watch, reading }: TabState) {
  return { siteId, skip, gate, playing: watch.session?.playback.state, missing: reading?.missing };
}

function describeEntry({ state, siteId, attempts, error }: OutboxView) {
  return { state, siteId, attempts, code: error?.code };
}

function describeActivity({ at, siteId, position, duration, cause, answer, status, code }: ActivityEntry) {
  return { at: timeOf(at), siteId, position, duration, cause, answer, status, code };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

const ACTIVITY_ENTRIES = 50;
const LOG_ENTRIES = 200;
