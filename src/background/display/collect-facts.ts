import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { Settings } from '../../core/settings/settings';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import { missingAccess } from '../sites/site-patterns';
import { findSite } from '../sites/sites';
import { entryOfSession } from '../state/outbox-store';
import { cooldownStore } from '../state/rate-gate';
import { leasesStore, type TabState } from '../state/tab-state';

/** The site of a tab's page, as far as the view shows it. */
interface SiteFacts {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Match patterns that would have to be granted; empty when the page may be read. */
  readonly missingAccess: readonly string[];
}

/** Everything that the view of a tab depends on. */
export interface ViewFacts {
  readonly state: TabState;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Address of the tab's page, as far as it is known. */
  readonly url?: string;
  readonly site?: SiteFacts;
  readonly settings: Settings;
  readonly signedIn: boolean;
  /** The tracker is not called before then. */
  readonly cooldownUntil: number;
  /** The outbox entry of the tab's session, for the account that is signed in. */
  readonly entry?: OutboxEntry;
  /** The tab that holds the lease this tab waits for. */
  readonly leaseHolder?: number;
}

/**
 * Reads what is true of a tab now, beside its environment. `url`: the tab's address where no script has
 * reported one.
 */
export async function collectFacts(
  context: AppContext,
  environment: Environment,
  state: TabState,
  url = state.url,
): Promise<ViewFacts> {
  const { now, settings, signedIn, account } = environment;
  const sessionId = state.watch.session?.id;
  const [cooldown, entry, leases] = await Promise.all([
    cooldownStore.get(),
    sessionId === undefined ? undefined : entryOfSession(context, sessionId, account),
    state.skip === 'other-tab' ? leasesStore.get() : undefined,
  ]);
  return {
    state,
    now,
    settings,
    signedIn,
    cooldownUntil: cooldown.until,
    ...defined({
      url,
      site: url === undefined ? undefined : siteFacts(environment, url),
      entry,
      leaseHolder: leases?.[state.leaseKey ?? '']?.tabId,
    }),
  };
}

function siteFacts({ sites, granted }: Environment, url: string): SiteFacts | undefined {
  const site = findSite(sites, url);
  if (site === undefined) return undefined;
  const { connector, state } = site;
  const { id, name } = connector;
  return { id, name, enabled: state.enabled, missingAccess: missingAccess(site, url, granted) };
}
