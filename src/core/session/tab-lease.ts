import { isRecord } from '../values/is-record';
import type { Playback } from './observation';
import type { Session } from './session';
import { interruptedWatch, type TabWatch } from './tab-watch';
import { clockGrainSeconds, durationGrainSeconds, maxWaitingTabs } from './thresholds';

/**
 * Which tab holds the session of an item. Two tabs, windows or frames with the same item make one viewing.
 */
export type Lease = Readonly<{
  tabId: number;
  playing: boolean;
  visible: boolean;
  /** Milliseconds since 1970, of the holder's last report. */
  at: number;
  /** Tabs that show the same item and wait for the lease. */
  others: number[];
  /** The session of a holder that has left; another tab may continue it. */
  left?: Session;
}>;

export type Leases = Readonly<Record<string, Lease>>;

export type Claim = Readonly<{
  tabId: number;
  playing: boolean;
  visible: boolean;
  /** Milliseconds since 1970. */
  at: number;
}>;

export type LeaseDecision =
  /** This tab holds the lease, as before. */
  | Readonly<{ kind: 'own'; lease: Lease }>
  /** This tab takes over the lease: with the session of another tab, with one that was left, or with none. */
  | Readonly<{
      kind: 'take';
      lease: Lease;
      from: Readonly<{ tabId: number }> | Readonly<{ session: Session }> | undefined;
    }>
  /** Another tab holds the lease. */
  | Readonly<{ kind: 'other'; lease: Lease }>;

/**
 * The watch of a tab that continues a session at the position of its own player; undefined if the player does
 * not continue there. The watch is interrupted, so the jump from one player to the other credits nothing. A
 * medium of another length is not the session's: it is kept with its own playback, and the next observation
 * decides what followed it. A watched session is not handed to a tab in the first half, because that is
 * another viewing. No session is handed to a player that stands at its end: its playback was settled when it
 * got there.
 */
export function handOver(
  session: Session,
  to: Readonly<{ identity: string; siteId: string; playback: Playback }>,
): TabWatch | undefined {
  const { position, duration, at } = to.playback;
  if (position > duration - clockGrainSeconds) return undefined;
  const { grewAt: _, ...kept } = session;
  if (Math.abs(duration - session.playback.duration) >= durationGrainSeconds)
    return interruptedWatch({ ...kept, playback: { ...session.playback, state: 'paused', at } });
  if (session.crossed && position < duration / 2) return undefined;
  const { identity, siteId, playback } = to;
  return interruptedWatch({ ...kept, identity, siteId, playback });
}

export function readLeases(stored: unknown): Leases {
  if (!isRecord(stored)) return {};
  const entries = Object.entries(stored);
  return Object.fromEntries(entries.filter((one): one is [string, Lease] => isLease(one[1])));
}

function isLease(value: unknown): value is Lease {
  return (
    isRecord(value) &&
    Number.isFinite(value['at']) &&
    Number.isInteger(value['tabId']) &&
    Array.isArray(value['others'])
  );
}

/**
 * Decides the lease for one report. The visible, playing tab wins; between equals, the current holder. A
 * holder that has not reported for `leaseTimeout` seconds loses it.
 */
export function claim(lease: Lease | undefined, by: Claim, leaseTimeout: number): LeaseDecision {
  const own: Lease = { ...by, others: without(lease?.others ?? [], by.tabId) };
  if (lease === undefined) return { kind: 'take', lease: own, from: undefined };
  if (lease.left !== undefined) return { kind: 'take', lease: own, from: { session: lease.left } };
  if (lease.tabId === by.tabId) return { kind: 'own', lease: own };
  const isTimedOut = by.at - lease.at > leaseTimeout * 1000;
  if (isTimedOut || rank(by) > rank(lease)) {
    const others = including(own.others, lease.tabId);
    return { kind: 'take', lease: { ...own, others }, from: { tabId: lease.tabId } };
  }
  return { kind: 'other', lease: { ...lease, others: including(lease.others, by.tabId) } };
}

/** The lease after a tab has left; `undefined` if no tab is left to continue the session. */
export function release(lease: Lease, tabId: number, session: Session | undefined): Lease | undefined {
  if (lease.tabId !== tabId) {
    const others = without(lease.others, tabId);
    return lease.left !== undefined && others.length === 0 ? undefined : { ...lease, others };
  }
  return lease.others.length > 0 && session !== undefined
    ? { ...lease, playing: false, visible: false, left: session }
    : undefined;
}

function rank({ playing, visible }: Readonly<{ playing: boolean; visible: boolean }>): number {
  return (playing ? 2 : 0) + (playing && visible ? 1 : 0);
}

function including(list: number[], one: number): number[] {
  return list.includes(one) ? list : [...list, one].slice(-maxWaitingTabs);
}

function without(list: number[], one: number): number[] {
  return list.filter((other) => other !== one);
}
