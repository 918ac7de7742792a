import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { Settings } from '../../core/settings/settings';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/storage-trouble';
import type { Environment } from '../sites/environment';
import { missingAccess } from '../sites/site-patterns';
import { findSite } from '../sites/sites';
import { entryOfSession } from '../state/outbox-store';
import { cooldownStore } from '../state/rate-gate';
import type { Leases } from '../../core/session/tab-lease';
import { leasesStore, type TabState } from '../state/tab-state';

/** The site of a tab's page, as far as the view shows it. */
type TabSite = Readonly<{
  id: string;
  name: string;
  enabled: boolean;
  /** Match patterns that would have to be granted; empty when the page may be read. */
  missingAccess: readonly string[];
}>;

/** Everything that the view of a tab depends on. */
export type ViewFacts = Readonly<{
  state: TabState;
  /** Milliseconds since 1970. */
  now: number;
  /** Address of the tab's page, as far as it is known. */
  url?: string;
  site?: TabSite;
  settings: Settings;
  signedIn: boolean;
  /** Milliseconds since 1970; the tracker is not called before this time. */
  cooldownUntil: number;
  /** The outbox entry of the tab's session, for the account that is signed in. */
  entry?: OutboxEntry;
  /** The tab that holds the lease this tab waits for. */
  leaseHolder?: number;
}>;

/** What the views of all tabs depend on, besides their environment. */
export type SharedFacts = Readonly<{
  cooldownUntil: number;
  /** Empty if no tab waits for another. */
  leases: Leases;
}>;

export async function readShared(states: readonly TabState[]): Promise<SharedFacts> {
  const isWaiting = states.some(({ skip }) => skip === 'other-tab');
  const [cooldown, leases] = await Promise.all([cooldownStore.get(), isWaiting ? leasesStore.get() : {}]);
  return { cooldownUntil: cooldown.until, leases };
}

/**
 * Reads the current facts of a tab, besides its environment. `url`: the tab's address, if no script has
 * reported one.
 */
export async function collectFacts(
  context: AppContext,
  environment: Environment,
  { cooldownUntil, leases }: SharedFacts,
  state: TabState,
  url = state.url,
): Promise<ViewFacts> {
  const { now, settings, signedIn, account } = environment;
  const sessionId = state.watch.session?.id;
  const entry =
    sessionId === undefined
      ? undefined
      : await orWithoutStorage(async () => entryOfSession(context, sessionId, account));
  return {
    state,
    now,
    settings,
    signedIn,
    cooldownUntil,
    ...defined({
      url,
      site: url === undefined ? undefined : siteFacts(environment, url),
      entry,
      leaseHolder: state.skip === 'other-tab' ? leases[state.leaseKey ?? '']?.tabId : undefined,
    }),
  };
}

function siteFacts({ sites, granted }: Environment, url: string): TabSite | undefined {
  const site = findSite(sites, url);
  if (site === undefined) return undefined;
  const { connector, state } = site;
  const { id, name } = connector;
  return { id, name, enabled: state.enabled, missingAccess: missingAccess(site, url, granted) };
}
