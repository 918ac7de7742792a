import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { type Settings, isPaused } from '../../core/settings/settings';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import type { Environment } from '../sites/environment';
import { missingAccess } from '../sites/site-patterns';
import { findSite } from '../sites/sites';
import { entryOfSession } from '../state/outbox-store';
import { cooldownStore } from '../state/rate-gate';
import type { Leases } from '../../core/session/tab-lease';
import { leasesStore, type TabState } from '../state/tab-state';
import { webHost } from '../../core/hosts/page-address';
import { isReadable } from '../../core/media/item';
import type { SkipReason } from '../../core/session/observation';
import { resolveStatus, type TabFacts, type TabSite } from '../../core/status/resolve-status';
import type { TabView } from '../../core/status/status';

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

export async function readShared(states: TabState[]): Promise<SharedFacts> {
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

/** What popup and icon show of a tab. */
export function toTabView(facts: ViewFacts): TabView {
  const { state, site, url, entry, now, leaseHolder } = facts;
  const { reading } = state;
  const { session } = state.watch;
  return {
    tabId: state.tabId,
    status: resolveStatus(statusFacts(facts), now),
    updatedAt: now,
    private: state.private,
    canScrobbleNow: canRecordNow(state),
    ...matchOf(entry),
    ...defined({
      host: webHost(url),
      siteId: site?.id,
      siteName: site?.name,
      item: reading?.item,
      degraded: reading?.degraded,
      playback: playbackOf(state),
      sessionId: session?.id,
      otherTabId: leaseHolder === state.tabId ? undefined : leaseHolder,
      sent: entry?.accepted && sentOf(entry.accepted),
    }),
  };
}

/** What decides the status. */
function statusFacts({ state, site, settings, now, ...facts }: ViewFacts): TabFacts {
  const { skip, playbacks, watch } = state;
  return {
    signedIn: facts.signedIn,
    playerSeen: Object.keys(playbacks).length > 0,
    cooldownUntil: facts.cooldownUntil,
    ...defined({
      site,
      pausedUntil: isPaused(settings, now) ? settings.pausedUntil : undefined,
      skip,
      missing: missingFields(state),
      session: watch.session,
      entry: facts.entry,
    }),
  };
}

/**
 * The fields that prevent the item from being read; `undefined` if it was read, or if something else is
 * shown.
 */
function missingFields({ reading, watch, skip, gate }: TabState): string[] | undefined {
  if (reading === undefined) {
    const isExplained = watch.session !== undefined || skip !== undefined || gate !== undefined;
    return isExplained ? undefined : ['title'];
  }
  if (isReadable(reading.item)) return undefined;
  return reading.missing.length > 0 ? reading.missing : ['title'];
}

/** Whether "Record now" would send something that a threshold or a gate holds back. */
function canRecordNow(state: TabState): boolean {
  const { reading, watch, skip } = state;
  if (reading === undefined || !isReadable(reading.item) || playbackOf(state) === undefined) return false;
  if (watch.session?.crossed === true) return false;
  return watch.session !== undefined || (skip !== undefined && OVERRIDABLE_SKIPS.includes(skip));
}

const OVERRIDABLE_SKIPS: SkipReason[] = ['insufficient-evidence', 'too-short', 'type-off', 'not-me'];

function playbackOf({ watch, playbacks }: TabState) {
  return watch.session?.playback ?? Object.values(playbacks)[0];
}

function matchOf(
  entry: OutboxEntry | undefined,
): Pick<TabView, 'media' | 'confidence' | 'evidence' | 'ambiguous'> {
  if (entry?.match.state !== 'matched' && entry?.match.state !== 'review') return {};
  const { media, confidence, evidence } = entry.match;
  const ambiguous = entry.match.state === 'review' ? entry.match.ambiguous : undefined;
  return { media, confidence, ...defined({ evidence, ambiguous }) };
}

function sentOf({ position, duration, at }: NonNullable<OutboxEntry['accepted']>): TabView['sent'] {
  return { position, duration, at };
}
