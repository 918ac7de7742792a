import { missingEvidence, startSeconds, type EvidenceRules } from './watch-evidence';
import { mayBeAd, passedOf, waitLeft } from './deferred-crossing';
import { playedSeconds } from './played-ranges';
import type { Cause, Session, Update } from './session';
import type { SightedPlayback } from './observation';
import { isCrossing, mayCount } from './watched-threshold';

export interface Told {
  readonly updates: readonly Update[];
  readonly told: Session['told'];
  readonly crossed: boolean;
  readonly passed?: Session['passed'];
  /** A position from 90 % on was held back: too little of the item was seen being played, or its length still grows. */
  readonly held?: 'little-seen' | 'settling';
}

/** What one step of a session gives to send: at most one update, and none at all after the crossing. */
export function updatesOf(
  before: Session,
  session: Session,
  playback: SightedPlayback,
  rules: EvidenceRules & { readonly interval: number; readonly now: number },
  leaving?: 'leave',
): Told {
  const nothing: Told = { updates: [], told: session.told, crossed: session.crossed };
  if (session.crossed) return nothing;
  const duration = Math.round(session.playback.duration);
  if (duration < 1) return nothing;
  const position = Math.min(duration, Math.floor(session.playback.position));
  const tell = (
    cause: Cause,
    place: { readonly position: number; readonly duration: number },
    crossing: boolean,
  ): Told => ({
    updates: [
      {
        sessionId: session.id,
        cause,
        position: place.position,
        duration: place.duration,
        crossing,
        at: rules.now,
      },
    ],
    told: { position: place.position, at: session.playback.at },
    crossed: crossing,
  });
  // Also when the person has gone back since: the item was watched then.
  if (session.passed !== undefined) {
    return leaving === undefined && waitLeft(session) > 0
      ? { ...nothing, passed: session.passed }
      : tell('crossing', session.passed, true);
  }
  if (mayCount(position, duration) && missingEvidence(session, rules) > 0)
    return { ...nothing, held: 'little-seen' };
  if (mayCount(position, duration) && isGrowing(session)) return { ...nothing, held: 'settling' };
  if (isCrossing(position, duration)) {
    const waits = leaving === undefined && mayBeAd(duration);
    return waits
      ? { ...nothing, passed: passedOf(session.playback, position, duration) }
      : tell('crossing', { position, duration }, true);
  }
  // Exactly 90 %: nobody knows whether it counts (api.md). The next second tells.
  if (mayCount(position, duration)) return nothing;
  const cause = causeOf(before, session, playback, position, rules.interval, leaving);
  return cause === undefined ? nothing : tell(cause, { position, duration }, false);
}

function causeOf(
  before: Session,
  session: Session,
  playback: SightedPlayback,
  position: number,
  interval: number,
  leaving: 'leave' | undefined,
): Cause | undefined {
  const { told } = session;
  if (told === undefined)
    return playedSeconds(session.played) >= startSeconds ? (leaving ?? 'start') : undefined;
  const moved = Math.abs(position - told.position);
  if (moved < 1) return undefined;
  if (leaving !== undefined) return leaving;
  const now = session.playback;
  if (now.state === 'ended') return 'end';
  if (now.state === 'paused') return before.playback.state === 'playing' ? 'pause' : seekOf(playback, moved);
  // Either way: a clock that was set back must not silence the session until it has caught up.
  if (Math.abs(now.at - told.at) >= interval * 1000 - timerGrain) return 'tick';
  return seekOf(playback, moved);
}

/**
 * A player that learns its length while it loads (Netflix), or a live stream with a window, is always near its own end.
 * Only a length that has stood for a while is believed, or one at whose very end the player stopped.
 */
function isGrowing({ grewAt, playback }: Session): boolean {
  return playback.state !== 'ended' && steadyAfter({ grewAt, playback }) > 0;
}

/** Seconds of the wall clock until the length is believed. */
export function steadyAfter({
  grewAt,
  playback,
}: {
  readonly grewAt?: number | undefined;
  readonly playback: Session['playback'];
}): number {
  if (grewAt === undefined) return 0;
  return Math.max(0, steadySeconds - Math.max(0, playback.at - grewAt) / 1000);
}

function seekOf(playback: SightedPlayback, moved: number): Cause | undefined {
  return playback.seekFrom !== undefined && moved >= seekSeconds ? 'seek' : undefined;
}

const seekSeconds = 5;
const steadySeconds = 30;
/** A page's timer may come a little early against its clock. */
const timerGrain = 1_500;
