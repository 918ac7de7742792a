import { webHost } from '../../core/hosts/page-address';
import { isReadable } from '../../core/media/item';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { SkipReason } from '../../core/session/observation';
import { isPaused } from '../../core/settings/settings';
import { resolveStatus, type TabFacts } from '../../core/status/resolve-status';
import type { TabView } from '../../core/status/status';
import { defined } from '../../core/values/defined';
import type { TabState } from '../state/tab-state';
import type { ViewFacts } from './collect-facts';

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
    supported: site !== undefined,
    missingAccess: site?.missingAccess ?? [],
    siteEnabled: site?.enabled ?? true,
    signedIn: facts.signedIn,
    playerSeen: Object.keys(playbacks).length > 0,
    cooldownUntil: facts.cooldownUntil,
    ...defined({
      siteId: site?.id,
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
function missingFields({ reading, watch, skip, gate }: TabState): readonly string[] | undefined {
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

const OVERRIDABLE_SKIPS: readonly SkipReason[] = ['insufficient-evidence', 'too-short', 'type-off', 'not-me'];

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
