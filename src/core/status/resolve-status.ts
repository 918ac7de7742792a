import { pendingOf, type OutboxEntry } from '../outbox/outbox-entry';
import type { Session } from '../session/session';
import type { SkipReason } from '../session/observation';
import { defined } from '../values/defined';
import type { QueueReason, Status } from './status';

/** The site of a tab's page. */
export type TabSite = Readonly<{
  id: string;
  name: string;
  enabled: boolean;
  /** Match patterns that would have to be granted; empty when the page may be read. */
  missingAccess: string[];
}>;

/** Everything that decides the status of one tab. */
export type TabFacts = Readonly<{
  /** Absent if no connector knows the host. */
  site?: TabSite;
  /** Milliseconds since 1970 until which everything is paused; -1: until switched on; absent: not paused. */
  pausedUntil?: number;
  signedIn: boolean;
  playerSeen: boolean;
  skip?: SkipReason;
  /** Fields that are missing in a reading that gave no item. */
  missing?: string[];
  session?: Session;
  entry?: OutboxEntry;
  /** Milliseconds since 1970 until which nothing is sent to the tracker. */
  cooldownUntil: number;
}>;

/** The first condition of recording that does not hold, in the order of the ladder (status.ts). */
export function resolveStatus(facts: TabFacts, now: number): Status {
  return siteStatus(facts) ?? playerStatus(facts) ?? matchStatus(facts) ?? deliveryStatus(facts, now);
}

/** Whether the extension may and should observe this page. */
function siteStatus({ site, pausedUntil }: TabFacts): Status | undefined {
  if (site === undefined) return { kind: 'unsupported' };
  if (!site.enabled) return { kind: 'site-off', siteId: site.id };
  if (site.missingAccess.length > 0) return { kind: 'no-access', origins: site.missingAccess };
  if (pausedUntil === undefined) return undefined;
  return { kind: 'paused', ...defined({ until: pausedUntil === -1 ? undefined : pausedUntil }) };
}

/** Whether something plays, is wanted and was read. */
function playerStatus({ playerSeen, skip, session, entry, missing }: TabFacts): Status | undefined {
  // Nothing is kept about such a window, not even that a player was seen.
  if (skip === 'private-window') return { kind: 'skipped', reason: skip };
  if (!playerSeen) return { kind: 'no-player' };
  if (isWatched(session, entry)) return { kind: 'watched' };
  if (skip !== undefined && skip !== 'insufficient-evidence') return { kind: 'skipped', reason: skip };
  if (missing !== undefined) return { kind: 'unreadable', missing };
  return session === undefined ? { kind: 'skipped', reason: 'settling' } : undefined;
}

/** True even without an outbox entry if the session continues a viewing whose crossing was already sent. */
function isWatched(session: Session | undefined, entry: OutboxEntry | undefined): boolean {
  return session?.crossed === true && (entry === undefined || entry.confirmed);
}

/** Whether somebody is signed in, which matching requires, and whether the tracker knows the item. */
function matchStatus({ entry, signedIn }: TabFacts): Status | undefined {
  if (!signedIn) return { kind: 'signed-out' };
  if (entry?.match.state === 'unmatched') return { kind: 'unmatched' };
  return entry?.match.state === 'review' ? { kind: 'needs-review' } : undefined;
}

/** How far the updates of the session have come. */
function deliveryStatus({ entry, skip, cooldownUntil }: TabFacts, now: number): Status {
  const trouble = entry && troubleStatus(entry, cooldownUntil, now);
  if (trouble !== undefined) return trouble;
  if (skip === 'insufficient-evidence') return { kind: 'skipped', reason: skip };
  if (entry?.confirmed === true) return { kind: 'watched' };
  return entry?.accepted === undefined ? { kind: 'queued', reason: 'starting' } : { kind: 'scrobbling' };
}

function troubleStatus(entry: OutboxEntry, cooldownUntil: number, now: number): Status | undefined {
  const { code, message } = entry.trouble ?? { code: '', message: '' };
  if (entry.parked) return { kind: 'rejected', code, message };
  if (entry.trouble === undefined || pendingOf(entry) === undefined) return undefined;
  const retryAt = Math.max(entry.notBefore, cooldownUntil);
  const reason = queueReasons[code] ?? 'server';
  return { kind: 'queued', reason, ...defined({ retryAt: retryAt > now ? retryAt : undefined }) };
}

/** By error code of the delivery. Any other code is a fault of the tracker. */
const queueReasons: Readonly<Partial<Record<string, QueueReason>>> = {
  network: 'offline',
  timeout: 'offline',
  'rate-limited': 'busy',
  malformed: 'malformed',
};
