import type { SkipReason } from '../session/skip-reason';

/**
 * Whether one tab is being recorded, and if not, the first condition that does not hold. Icon, badge, tooltip
 * and popup all follow from this one value.
 */
export type Status =
  | Readonly<{ kind: 'no-access'; origins: readonly string[] }>
  | Readonly<{ kind: 'site-off'; siteId: string }>
  /** `until`: milliseconds since 1970; absent: until switched on. */
  | Readonly<{ kind: 'paused'; until?: number }>
  | Readonly<{ kind: 'unsupported' }>
  | Readonly<{ kind: 'no-player' }>
  | Readonly<{ kind: 'skipped'; reason: SkipReason }>
  | Readonly<{ kind: 'unreadable'; missing: readonly string[] }>
  | Readonly<{ kind: 'unmatched' }>
  | Readonly<{ kind: 'needs-review' }>
  | Readonly<{ kind: 'signed-out' }>
  | Readonly<{ kind: 'queued'; reason: QueueReason; retryAt?: number }>
  | Readonly<{ kind: 'scrobbling' }>
  | Readonly<{ kind: 'watched' }>
  | Readonly<{ kind: 'rejected'; code: string; message: string }>;

export type StatusKind = Status['kind'];

/** Why an update waits in the outbox although the user is signed in. */
export type QueueReason = 'starting' | 'offline' | 'busy' | 'server' | 'malformed';

/** The conditions that "Why isn't this being recorded?" shows, in the order in which they are checked. */
export const rungs = [
  'connector',
  'access',
  'paused',
  'player',
  'gates',
  'item',
  'account',
  'match',
  'sent',
] as const;
export type Rung = (typeof rungs)[number];

/** The condition at which each status stands. All conditions before it hold. */
const rungByKind: Readonly<Record<StatusKind, Rung>> = {
  'no-access': 'access',
  'site-off': 'connector',
  paused: 'paused',
  unsupported: 'connector',
  'no-player': 'player',
  skipped: 'gates',
  unreadable: 'item',
  unmatched: 'match',
  'needs-review': 'match',
  'signed-out': 'account',
  queued: 'sent',
  scrobbling: 'sent',
  watched: 'sent',
  rejected: 'sent',
};

export type RungState = 'done' | 'here' | 'ahead';

/**
 * The ladder for one status: rungs before its own are done, those after it are ahead. `scrobbling` and
 * `watched` are done.
 */
export function ladderOf(status: Status): readonly Readonly<{ rung: Rung; state: RungState }>[] {
  const here = rungs.indexOf(rungByKind[status.kind]);
  const isFine = status.kind === 'scrobbling' || status.kind === 'watched';
  return rungs.map((rung, index) => {
    if (index === here) return { rung, state: isFine ? 'done' : 'here' };
    return { rung, state: index < here ? 'done' : 'ahead' };
  });
}
