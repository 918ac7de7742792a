import type { Playback } from './playback';
import type { Session } from './session';

/** Which tab holds the session of an item. Two tabs, windows or frames with the same item are one viewing. */
export interface Lease {
  readonly tabId: number;
  readonly playing: boolean;
  readonly visible: boolean;
  /** Milliseconds since 1970, of the holder's last report. */
  readonly at: number;
  /** Tabs that show the same item and were told to be silent. */
  readonly others: readonly number[];
  /** The holder has left, and one of the others may go on with its session. */
  readonly left?: Session;
}

export type Leases = Readonly<Record<string, Lease>>;

export interface Claim {
  readonly tabId: number;
  readonly playing: boolean;
  readonly visible: boolean;
  readonly at: number;
}

export type Decision =
  /** This tab holds it, as before or from now on. */
  | { readonly kind: 'own'; readonly lease: Lease }
  /** This tab takes over; the session comes from there (a tab, or one that was left behind). */
  | {
      readonly kind: 'take';
      readonly lease: Lease;
      readonly from: { readonly tabId: number } | { readonly session: Session } | undefined;
    }
  /** Another tab holds it. */
  | { readonly kind: 'other'; readonly lease: Lease };

/**
 * The session that a tab goes on with, from where its own player stands: nothing is credited for the way from one player
 * to the other. A watched session is not handed to a tab that is still at the beginning: that is another viewing.
 */
export function handOver(
  session: Session,
  to: { readonly identity: string; readonly siteId: string; readonly playback: Playback },
): Session | undefined {
  if (session.crossed && to.playback.position < to.playback.duration / 2) return undefined;
  const { grewAt: _, ...kept } = session;
  return { ...kept, identity: to.identity, siteId: to.siteId, playback: to.playback, frozen: true };
}

export function readLeases(stored: unknown): Leases {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored as Leases).filter(
      ([, lease]) =>
        Number.isFinite(lease?.at) && Number.isInteger(lease.tabId) && Array.isArray(lease.others),
    ),
  );
}

/** Decides for one report. The visible, playing tab wins; between equals the one that had it. */
export function claim(lease: Lease | undefined, by: Claim, patience: number): Decision {
  const own: Lease = {
    tabId: by.tabId,
    playing: by.playing,
    visible: by.visible,
    at: by.at,
    others: without(lease?.others ?? [], by.tabId),
  };
  if (lease === undefined) return { kind: 'take', lease: own, from: undefined };
  if (lease.left !== undefined) return { kind: 'take', lease: own, from: { session: lease.left } };
  if (lease.tabId === by.tabId) return { kind: 'own', lease: own };
  const silent = by.at - lease.at > patience * 1000;
  const better = rank(by) > rank(lease);
  if (silent || better)
    return {
      kind: 'take',
      lease: { ...own, others: including(own.others, lease.tabId) },
      from: { tabId: lease.tabId },
    };
  return { kind: 'other', lease: { ...lease, others: including(lease.others, by.tabId) } };
}

/** The holder leaves. The session waits for the others, if there are any; `undefined` removes the lease. */
export function release(lease: Lease, tabId: number, session: Session | undefined): Lease | undefined {
  if (lease.tabId !== tabId) {
    const others = without(lease.others, tabId);
    // Nobody is left who could go on with what the holder left behind.
    return lease.left !== undefined && others.length === 0 ? undefined : { ...lease, others };
  }
  return lease.others.length > 0 && session !== undefined
    ? { ...lease, playing: false, visible: false, left: session }
    : undefined;
}

function rank({ playing, visible }: { readonly playing: boolean; readonly visible: boolean }): number {
  return (playing ? 2 : 0) + (playing && visible ? 1 : 0);
}

function including(list: readonly number[], one: number): readonly number[] {
  return list.includes(one) ? list : [...list, one].slice(-20);
}

function without(list: readonly number[], one: number): readonly number[] {
  return list.filter((other) => other !== one);
}
