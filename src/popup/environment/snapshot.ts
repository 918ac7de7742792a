import type { AccountView } from '../../core/settings/account-view';
import type { Settings } from '../../core/settings/settings';
import type { TabView } from '../../core/status/tab-view';
import { webHost } from '../../core/hosts/web-host';
import {
  accountStore,
  allViews,
  countsStore,
  settingsStore,
  type OutboxCounts,
} from '../../platform/storage/stores';
import { readTogether } from '../../platform/storage/storage-item';
import { activeTab, tab } from '../../platform/browser/tabs';

/** What is known without the worker and without the network. */
export interface Snapshot {
  readonly tabId: number | undefined;
  /** Host of the tab, where the browser tells it. */
  readonly host: string | undefined;
  readonly view: TabView | undefined;
  readonly others: readonly TabView[];
  readonly account: AccountView;
  readonly settings: Settings;
  readonly counts: OutboxCounts;
}

/** `?tab=ID` asks about another tab than the active one: where the popup itself is a tab (Firefox for Android), that would be the popup. */
export async function readSnapshot(search: string): Promise<Snapshot> {
  const asked = Number(new URLSearchParams(search).get('tab') ?? Number.NaN);
  const [shown, views, [account, settings, counts]] = await Promise.all([
    Number.isInteger(asked) ? tab(asked) : activeTab(),
    allViews(),
    readTogether('local', accountStore, settingsStore, countsStore),
  ]);
  const view = views.find((one) => one.tabId === shown?.id);
  return {
    tabId: shown?.id,
    host: view?.host ?? webHost(shown?.url),
    view,
    others: views.filter((one) => one.tabId !== shown?.id && isPlaying(one)),
    account,
    settings,
    counts,
  };
}

export function isPlaying(view: TabView): boolean {
  return view.playback !== undefined && view.playback.state !== 'ended' && view.item !== undefined;
}
