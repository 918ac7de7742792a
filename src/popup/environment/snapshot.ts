import { webHost } from '../../core/hosts/web-host';
import type { AccountView } from '../../core/settings/account-view';
import type { Settings } from '../../core/settings/settings';
import type { TabView } from '../../core/status/tab-view';
import { lastTab } from '../../platform/browser/page-only';
import { activeTab, tab, type TabFact } from '../../platform/browser/tabs';
import { readTogether } from '../../platform/storage/storage-item';
import {
  accountStore,
  allViews,
  countsStore,
  settingsStore,
  type OutboxCounts,
} from '../../platform/storage/stores';

/** Everything the popup shows first, read from storage without the worker and the network. */
export interface Snapshot {
  readonly tabId: number | undefined;
  /** Host of the tab, where the browser shows its address to the extension. */
  readonly host: string | undefined;
  readonly view: TabView | undefined;
  /** Something plays, and for half a minute no player was found: the page was open before its site was on. */
  readonly unseen: boolean;
  /** Views of the other tabs in which something plays. */
  readonly others: readonly TabView[];
  readonly account: AccountView;
  readonly settings: Settings;
  readonly counts: OutboxCounts;
}

/**
 * Reads the snapshot of the active tab, or of the tab in `?tab=<id>`. In Firefox for Android the popup is a
 * tab itself, and shows the one that it was opened over.
 */
export async function readSnapshot(search: string): Promise<Snapshot> {
  const requested = Number(new URLSearchParams(search).get('tab') ?? Number.NaN);
  const [shown, views, [account, settings, counts]] = await Promise.all([
    Number.isInteger(requested) ? tab(requested) : tabBelow(),
    allViews(),
    readTogether('local', accountStore, settingsStore, countsStore),
  ]);
  const view = views.find(({ tabId }) => tabId === shown?.id);
  return {
    tabId: shown?.id,
    host: view?.host ?? webHost(shown?.url),
    view,
    unseen: shown?.audible === true && isUnseen(view),
    others: views.filter((other) => other.tabId !== shown?.id && isPlaying(other)),
    account,
    settings,
    counts,
  };
}

function tabBelow(): Promise<TabFact | undefined> {
  return navigator.userAgent.includes('Android') ? lastTab() : activeTab();
}

function isPlaying(view: TabView): boolean {
  return view.playback !== undefined && view.playback.state !== 'ended' && view.item !== undefined;
}

/** Milliseconds in which a page that plays is expected to have reported its player. */
const PATIENCE = 30_000;

function isUnseen(view: TabView | undefined): boolean {
  return view?.status.kind === 'no-player' && Date.now() - view.updatedAt > PATIENCE;
}
