import type { SkipReason, Playback } from '../session/observation';
import type { Item } from '../media/item';
import type { Evidence } from '../matching/question';
import type { Media } from '../media/media';

/**
 * Whether one tab is being recorded, and if not, the first condition that does not hold. Icon, badge, tooltip
 * and popup all follow from this one value.
 */
export type Status =
  | Readonly<{ kind: 'no-access'; origins: string[] }>
  | Readonly<{ kind: 'site-off'; siteId: string }>
  /** `until`: milliseconds since 1970; absent: until switched on. */
  | Readonly<{ kind: 'paused'; until?: number }>
  | Readonly<{ kind: 'unsupported' }>
  | Readonly<{ kind: 'no-player' }>
  | Readonly<{ kind: 'skipped'; reason: SkipReason }>
  | Readonly<{ kind: 'unreadable'; missing: string[] }>
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
export function ladderOf(status: Status): Readonly<{ rung: Rung; state: RungState }>[] {
  const here = rungs.indexOf(rungByKind[status.kind]);
  const isFine = status.kind === 'scrobbling' || status.kind === 'watched';
  return rungs.map((rung, index) => {
    if (index === here) return { rung, state: isFine ? 'done' : 'here' };
    return { rung, state: index < here ? 'done' : 'ahead' };
  });
}

/**
 * Everything that popup and icon show of one tab. The worker keeps it in `storage.session` under
 * `view:<tabId>`.
 */
export type TabView = Readonly<{
  tabId: number;
  status: Status;
  /** Host of the page, if the extension may read it. */
  host?: string;
  siteId?: string;
  siteName?: string;
  /** The connector's own sources fail and the page's structured data is used. */
  degraded?: boolean;
  item?: Partial<Item>;
  media?: Media;
  /** 0 to 1: confidence of the match. */
  confidence?: number;
  /** Evidence for and against the match. */
  evidence?: Evidence[];
  /** Another title of the tracker matches about as well. */
  ambiguous?: boolean;
  playback?: Playback;
  sessionId?: string;
  /** The last update that the tracker accepted: seconds, and milliseconds since 1970. */
  sent?: Readonly<{ position: number; duration: number; at: number }>;
  /** "Scrobble now" would send something that a threshold or gate holds back. */
  canScrobbleNow: boolean;
  private?: boolean;
  /** For `skipped` with `other-tab`: the tab that records the title instead. */
  otherTabId?: number;
  /** Milliseconds since 1970. */
  updatedAt: number;
}>;

/** One step or error of the worker, kept on this machine for debugging. Holds no title and no address. */
export type LogEntry = Readonly<{
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  level: 'error' | 'info' | 'debug';
  /** A code such as `session-started`. */
  event: string;
  /** More codes: an outcome, a cause, an HTTP status. */
  detail?: string;
  siteId?: string;
  tabId?: number;
  sessionId?: string;
}>;
