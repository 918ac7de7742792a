import { accountStore, countsStore, healthStore, settingsStore } from '../../platform/storage/stores';
import { listActivity } from '../state/activity-log';
import { listOutbox } from '../review/outbox-actions';
import { allTabStates } from '../state/tab-state';
import type { AppContext } from '../context/context';

/** Text for a bug report: states, codes and counts. No token ever; titles only when the person ticked them. */
export async function problemReport(context: AppContext, titles: boolean): Promise<string> {
  const [settings, account, counts, health, tabs, outbox, activity] = await Promise.all([
    settingsStore.get(),
    accountStore.get(),
    countsStore.get(),
    healthStore.get(),
    allTabStates(),
    listOutbox(context),
    listActivity(context, undefined, 50),
  ]);
  const { baseUrl: _, ...choices } = settings;
  const report = {
    version: context.version,
    agent: navigator.userAgent,
    settings: choices,
    ownTracker: settings.baseUrl !== '',
    account: account.state,
    counts,
    degraded: Object.entries(health)
      .filter(([, state]) => state.degraded)
      .map(([id, { missing }]) => ({ id, missing })),
    tabs: tabs.map(({ siteId, skip, gate, watch, reading }) => ({
      siteId,
      skip,
      gate,
      playing: watch.session?.playback.state,
      missing: reading?.missing,
      ...(titles ? { item: reading?.item } : {}),
    })),
    outbox: outbox.map(({ state, siteId, attempts, error, item }) => ({
      state,
      siteId,
      attempts,
      code: error?.code,
      ...(titles ? { item } : {}),
    })),
    activity: activity.map(({ at, siteId, position, duration, cause, answer, status, code, item }) => ({
      at: new Date(at).toISOString(),
      siteId,
      position,
      duration,
      cause,
      answer,
      status,
      code,
      ...(titles ? { item } : {}),
    })),
  };
  return JSON.stringify(report, undefined, 2);
}
