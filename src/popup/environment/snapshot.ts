import { webHost } from '../../core/hosts/page-address';
import type { AccountView } from '../../core/settings/account-view';
import type { Settings } from '../../core/settings/settings';
import type { SiteHealth } from '../../core/settings/site-health';
import type { TabView } from '../../core/status/status';
import { activeTab } from '../../platform/browser/page-only';
import { tab, type TabFact, openTab, ownPage } from '../../platform/browser/tabs';
import type { CheckedDefinition } from '../../protocol/definition/checked-definition';
import { readTogether } from '../../platform/storage/storage-item';
import {
  accountStore,
  allViews,
  countsStore,
  healthStore,
  ownConnectorsStore,
  settingsStore,
  type OutboxCounts,
} from '../../platform/storage/stores';

/**
 * Why no player was found. `uncovered`: the connector of the site has no page for this address, and something
 * has played at such addresses; `unseen`: something plays for half a minute.
 */
export type NoPlayer = 'uncovered' | 'unseen';

/** Everything the popup shows first, read from storage without the worker and the network. */
export type PopupSnapshot = Readonly<{
  tabId: number | undefined;
  /** Host of the tab, where the browser shows its address to the extension. */
  host: string | undefined;
  view: TabView | undefined;
  noPlayer: NoPlayer | undefined;
  /** The tab is audible. */
  audible: boolean;
  /** Views of the other tabs in which something plays. */
  others: TabView[];
  account: AccountView;
  settings: Settings;
  counts: OutboxCounts;
}>;

/**
 * Reads the snapshot of the active tab, or of the tab in `?tab=<id>`. In Firefox for Android the popup is a
 * tab itself, and shows the one that it was opened over.
 */
export async function readSnapshot(search: string): Promise<PopupSnapshot> {
  const requested = Number(new URLSearchParams(search).get('tab') ?? Number.NaN);
  const [shown, views, [account, settings, counts, own]] = await Promise.all([
    Number.isInteger(requested) ? tab(requested) : tabBelow(),
    allViews(),
    readTogether('local', accountStore, settingsStore, countsStore, ownConnectorsStore),
  ]);
  const view = views.find(({ tabId }) => tabId === shown?.id);
  return {
    tabId: shown?.id,
    host: view?.host ?? webHost(shown?.url),
    view,
    noPlayer: await noPlayerOf(view, shown, Object.values(own)),
    audible: shown?.audible === true,
    others: views.filter((other) => other.tabId !== shown?.id && isPlaying(other)),
    account,
    settings,
    counts,
  };
}

async function tabBelow(): Promise<TabFact | undefined> {
  if (!navigator.userAgent.includes('Android')) return activeTab();
  return (await import('../../platform/browser/last-tab')).lastTab();
}

function isPlaying(view: TabView): boolean {
  return view.playback !== undefined && view.playback.state !== 'ended' && view.item !== undefined;
}

/** Milliseconds in which a page that plays is expected to have reported its player. */
const PATIENCE = 30_000;

async function healthOf({ siteId = '' }: TabView): Promise<SiteHealth | undefined> {
  return (await healthStore.get())[siteId];
}

async function noPlayerOf(
  view: TabView | undefined,
  tabFact: TabFact | undefined,
  own: CheckedDefinition[],
): Promise<NoPlayer | undefined> {
  if (view?.status.kind !== 'no-player') return undefined;
  if ((await import('./is-uncovered')).isUncovered(own, tabFact?.url, await healthOf(view)))
    return 'uncovered';
  return tabFact?.audible === true && Date.now() - view.updatedAt > PATIENCE ? 'unseen' : undefined;
}

/** Opens a route of the options page, such as `/account`, and closes the popup. */
export function openOptions(route: string): void {
  void openTab(ownPage(`src/options/index.html#${route}`)).then(() => window.close());
}
