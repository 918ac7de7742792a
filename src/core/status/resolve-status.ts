import { pendingOf, type OutboxEntry } from '../outbox/outbox-entry';
import type { Session } from '../session/session';
import type { SkipReason } from '../session/skip-reason';
import type { Status } from './status';

/** Everything that decides the status of one tab. */
export interface TabFacts {
  /** A connector knows the host. */
  readonly supported: boolean;
  /** Match patterns that would have to be granted; empty when all is granted. */
  readonly missingAccess: readonly string[];
  readonly siteId?: string;
  readonly siteEnabled: boolean;
  /** Milliseconds since 1970 until which everything is paused; -1: until switched on; undefined: not paused. */
  readonly pausedUntil?: number;
  readonly signedIn: boolean;
  readonly playerSeen: boolean;
  readonly skip?: SkipReason;
  /** The page was read and gave no item; these fields are missing. */
  readonly missing?: readonly string[];
  readonly session?: Session;
  readonly entry?: OutboxEntry;
  /** The tracker is let alone until then. */
  readonly gateUntil: number;
}

/** Climbs the ladder of design.md and stands on the first rung that does not hold. */
export function resolveStatus(facts: TabFacts, now: number): Status {
  if (!facts.supported) return { kind: 'unsupported' };
  if (!facts.siteEnabled) return { kind: 'site-off', siteId: facts.siteId ?? '' };
  if (facts.missingAccess.length > 0) return { kind: 'no-access', origins: facts.missingAccess };
  if (facts.pausedUntil !== undefined)
    return facts.pausedUntil === -1 ? { kind: 'paused' } : { kind: 'paused', until: facts.pausedUntil };
  // Nothing of such a window is kept, so there is no player to be seen either.
  if (facts.skip === 'private-window') return { kind: 'skipped', reason: 'private-window' };
  if (!facts.playerSeen) return { kind: 'no-player' };
  const { session, entry, skip } = facts;
  if (session?.crossed === true && (entry === undefined || entry.confirmed)) return { kind: 'watched' };
  if (skip !== undefined && skip !== 'insufficient-evidence') return { kind: 'skipped', reason: skip };
  if (facts.missing !== undefined) return { kind: 'unreadable', missing: facts.missing };
  if (session === undefined) return { kind: 'skipped', reason: 'settling' };
  return entryStatus(facts, now);
}

function entryStatus({ entry, signedIn, skip, gateUntil }: TabFacts, now: number): Status {
  if (entry?.match.state === 'unmatched') return { kind: 'unmatched' };
  if (entry?.match.state === 'review') return { kind: 'needs-review' };
  if (!signedIn) return { kind: 'signed-out' };
  if (entry === undefined) return { kind: 'queued', reason: 'starting' };
  if (entry.parked)
    return { kind: 'rejected', code: entry.trouble?.code ?? '', message: entry.trouble?.message ?? '' };
  if (pendingOf(entry) !== undefined && entry.trouble !== undefined) {
    const retryAt = Math.max(entry.notBefore, gateUntil);
    return { kind: 'queued', reason: reasonOf(entry.trouble.code), ...(retryAt > now ? { retryAt } : {}) };
  }
  if (skip === 'insufficient-evidence') return { kind: 'skipped', reason: 'insufficient-evidence' };
  if (entry.confirmed) return { kind: 'watched' };
  return entry.accepted === undefined ? { kind: 'queued', reason: 'starting' } : { kind: 'scrobbling' };
}

function reasonOf(code: string): 'offline' | 'busy' | 'malformed' | 'server' {
  if (code === 'network' || code === 'timeout') return 'offline';
  if (code === 'rate-limited') return 'busy';
  return code === 'malformed' ? 'malformed' : 'server';
}
