import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { Settings } from '../../core/settings/settings';
import { defined } from '../../core/values/defined';
import { grantedOrigins } from '../../platform/browser/permissions';
import { settingsStore } from '../../platform/storage/stores';
import { currentToken } from '../account/account';
import type { AppContext } from '../context/context';
import type { SiteHosts } from '../sites/site-patterns';
import { siteOf } from '../sites/sites';
import { entryOf } from '../state/outbox-store';
import { cooldownStore } from '../state/rate-gate';
import { leasesStore, type TabState } from '../state/tab-state';

/** Everything that the view of a tab depends on, as it is stored now. */
export interface ViewFacts {
  readonly state: TabState;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Address of the tab's page, as far as it is known. */
  readonly url?: string;
  readonly site?: SiteHosts;
  readonly settings: Settings;
  /** Match patterns to which access is granted. */
  readonly granted: readonly string[];
  readonly signedIn: boolean;
  /** The tracker is not called before then. */
  readonly cooldownUntil: number;
  /** The outbox entry of the tab's session. */
  readonly entry?: OutboxEntry;
  /** The tab that holds the lease this tab waits for. */
  readonly leaseHolder?: number;
}

/** Reads what is true of a tab now. `url`: the tab's address where no script has reported one. */
export async function collectFacts(
  context: AppContext,
  state: TabState,
  url = state.url,
): Promise<ViewFacts> {
  const sessionId = state.watch.session?.id;
  const [site, settings, granted, token, cooldown, entry, leases] = await Promise.all([
    url === undefined ? undefined : siteOf(url),
    settingsStore.get(),
    grantedOrigins(),
    currentToken(context),
    cooldownStore.get(),
    sessionId === undefined ? undefined : entryOf(context, sessionId),
    state.skip === 'other-tab' ? leasesStore.get() : undefined,
  ]);
  return {
    state,
    now: context.now(),
    settings,
    granted,
    signedIn: token !== undefined,
    cooldownUntil: cooldown.until,
    ...defined({ url, site, entry, leaseHolder: leases?.[state.leaseKey ?? '']?.tabId }),
  };
}
