import { type MediaType, isReadable, leastShare, shortestKnown } from '../media/item';
import { differsInMedium } from './continuity';
import type { Playback } from './observation';
import type { DeferredCrossing, Session } from './session';
import type { TabWatch } from './tab-watch';
import {
  featureLoadSeconds,
  longestAdSeconds,
  longestDeferralSeconds,
  mainFeatureFactor,
  restAtEndSeconds,
  slowestRate,
} from './thresholds';
import { isRecord } from '../values/is-record';

/**
 * Pre-roll ads can play in the film's element under the film's title. So the crossing of a medium of up to
 * 360 s is held back until the player has stood at the end for 5 s, or until 90 s after the end. It is
 * dropped if a much longer medium follows. Leaving the page, or another title, ends the wait. `place`: the
 * whole seconds that will be sent, and for whom.
 */
export function deferCrossing(
  playback: Playback,
  place: Omit<DeferredCrossing, 'until' | 'endedAt'>,
): DeferredCrossing {
  const left = Math.max(0, playback.duration - playback.position) / Math.max(playback.rate, slowestRate);
  const wait = Math.min(longestDeferralSeconds, left + featureLoadSeconds);
  return withEnd({ ...place, until: playback.at + wait * 1000 }, playback);
}

/** The deferred crossing after one more observation of its medium. */
export function withEnd(crossing: DeferredCrossing, { state, at }: Playback): DeferredCrossing {
  const { endedAt = at, ...rest } = crossing;
  return state === 'ended' ? { ...rest, endedAt } : rest;
}

/** Seconds of the wall clock that are left to wait; 0 when the clock was set back. */
export function remainingDelay({
  deferredCrossing,
  playback,
}: Pick<Session, 'deferredCrossing' | 'playback'>): number {
  if (deferredCrossing === undefined) return 0;
  const { until, endedAt } = deferredCrossing;
  const end = endedAt === undefined ? until : Math.min(until, endedAt + restAtEndSeconds * 1000);
  const seconds = (end - playback.at) / 1000;
  return seconds > 0 && seconds <= longestDeferralSeconds ? seconds : 0;
}

/** Whether a medium of this duration (seconds) may be an advertisement. */
export function isAdLength(duration: number): boolean {
  return duration <= longestAdSeconds;
}

/** The session plays something that may turn out to be an advertisement. */
export function mayStillBeAd({ crossed, playback }: Session): boolean {
  return !crossed && isAdLength(playback.duration);
}

/**
 * Whether a medium is so much longer than the short medium before it, under the same title, that it is the
 * film. Both in seconds.
 */
export function isMainFeatureAfterAd(duration: number, before: number): boolean {
  return isAdLength(before) && duration > before * mainFeatureFactor;
}

/** The session is as short as an advertisement, and another medium has begun under its title. */
export function seemsAd(watch: TabWatch): boolean {
  return watch.session !== undefined && mayStillBeAd(watch.session) && isFollowed(watch);
}

/**
 * Another medium has begun under the session's title. Its own medium playing again from the beginning does
 * not count.
 */
export function isFollowed({ session, pendingChange }: TabWatch): boolean {
  if (session === undefined || pendingChange === undefined) return false;
  const { afterAd, sameText, medium } = pendingChange;
  return afterAd === true || (sameText && differsInMedium(session.playback, medium));
}

/**
 * The relation of a medium to its work. `whole`: it may be the whole work. `clip`: it is far shorter than
 * every known length of the work, so it is a trailer, an advertisement or an act. `unknown`: it is as short
 * as a trailer, and no length of the work is known.
 */
export type Extent = 'whole' | 'clip' | 'unknown';

/**
 * `lengths`: seconds stated by the page, the tracker or other episodes. `undefined` or less than a minute
 * counts as unknown, since catalogues state such values. A medium longer than a trailer needs no known
 * length.
 */
export function extentOf(type: MediaType, duration: number, lengths: (number | undefined)[]): Extent {
  const shortest = Math.min(...lengths.map((one = 0) => (one < shortestKnown ? Infinity : one)));
  if (duration >= shortest * leastShare[type]) return 'whole';
  if (shortest < Infinity) return 'clip';
  return duration > longestTrailer ? 'whole' : 'unknown';
}

/** Seconds. Trailers, teasers and recaps are shorter; few films and episodes are. */
const longestTrailer = 600;

interface Medium extends Pick<Session, 'item' | 'playback'> {
  readonly runtimes?: Session['runtimes'] | undefined;
}

/** The relation of a session's medium to its work. */
export function extentOfSession({ item, playback, runtimes = [] }: Medium): Extent {
  return extentOf(item.type, playback.duration, [item.runtime, ...runtimes]);
}

/**
 * The sessions of a tab that have passed 90 % of a short medium. They count as watched if the tab never
 * reports again. Sessions after which another medium has begun under their title are left out.
 */
export function undecidedSessions(watch: TabWatch): Session[] {
  const { session } = watch;
  if (session === undefined) return [];
  const { former, crossed, deferredCrossing } = session;
  return [
    ...(former?.presumed === 'title' ? [former.session] : []),
    ...(deferredCrossing !== undefined && !crossed && !isFollowed(watch) ? [session] : []),
  ];
}

/** Stored sessions by id; invalid ones are left out. */
export function readUndecided(stored: unknown): Readonly<Record<string, Session>> {
  const entries = Object.entries(isRecord(stored) ? stored : {});
  return Object.fromEntries(entries.filter((one): one is [string, Session] => isSession(one[1])));
}

function isSession(value: unknown): value is Session {
  if (!isRecord(value)) return false;
  const { id, item, playback, played, deferredCrossing } = value;
  return (
    typeof id === 'string' &&
    isRecord(item) &&
    isReadable(item) &&
    isRecord(playback) &&
    isRecord(deferredCrossing) &&
    Array.isArray(played)
  );
}
