import type { SkipReason } from '../session/skip-reason';

/**
 * Where the way from player to history ends for one tab, in ladder order: the first rung that fails is the status.
 * Icon, badge, tooltip and popup all follow from this one value.
 */
export type Status =
  | { readonly kind: 'no-access'; readonly origins: readonly string[] }
  | { readonly kind: 'site-off'; readonly siteId: string }
  | { readonly kind: 'paused'; readonly until?: number }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'no-player' }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'unreadable'; readonly missing: readonly string[] }
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'needs-review' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'queued'; readonly reason: QueueReason; readonly retryAt?: number }
  | { readonly kind: 'scrobbling' }
  | { readonly kind: 'watched' }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string };

export type StatusKind = Status['kind'];

/** Why an update waits in the outbox although the person is signed in. */
export type QueueReason = 'starting' | 'offline' | 'busy' | 'server' | 'malformed';

/** The rungs that "Why not?" shows, in the order in which they are climbed. */
export const rungs = ['access', 'connector', 'player', 'gates', 'item', 'match', 'account', 'sent'] as const;
export type Rung = (typeof rungs)[number];

/** The rung on which each status stands; a status means that every rung before it holds. */
export function rungOf(kind: StatusKind): Rung {
  switch (kind) {
    case 'no-access':
      return 'access';
    case 'site-off':
    case 'paused':
    case 'unsupported':
      return 'connector';
    case 'no-player':
      return 'player';
    case 'skipped':
      return 'gates';
    case 'unreadable':
      return 'item';
    case 'unmatched':
    case 'needs-review':
      return 'match';
    case 'signed-out':
      return 'account';
    case 'queued':
    case 'scrobbling':
    case 'watched':
    case 'rejected':
      return 'sent';
  }
}

export type RungState = 'done' | 'here' | 'ahead';

/** The ladder for one status: done below it, ahead above it; at the top `scrobbling` and `watched` are done. */
export function ladderOf(status: Status): readonly { readonly rung: Rung; readonly state: RungState }[] {
  const here = rungs.indexOf(rungOf(status.kind));
  const fine = status.kind === 'scrobbling' || status.kind === 'watched';
  return rungs.map((rung, index) => {
    if (index === here) return { rung, state: fine ? 'done' : 'here' };
    return { rung, state: index < here ? 'done' : 'ahead' };
  });
}
