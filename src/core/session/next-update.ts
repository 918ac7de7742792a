import { missingEvidence, minimumPlaySeconds, type EvidenceRules } from './watch-evidence';
import { isAdLength, deferCrossing, remainingDelay } from './deferred-crossing';
import { playedSeconds } from './played-ranges';
import type { Cause, Session, Update } from './session';
import type { ObservedPlayback } from './observation';
import { isCrossing, mayCount } from './watched-threshold';

export interface NextUpdate {
  readonly updates: readonly Update[];
  readonly lastSent: Session['lastSent'];
  readonly crossed: boolean;
  readonly deferredCrossing?: Session['deferredCrossing'];
  /** A position from 90 % on was held back: too little of the item was seen being played, or its length still grows. */
  readonly held?: 'insufficient-evidence' | 'settling';
}

/** What one step of a session gives to send: at most one update, and none at all after the crossing. */
export function nextUpdate(
  before: Session,
  session: Session,
  playback: ObservedPlayback,
  rules: EvidenceRules & { readonly interval: number; readonly now: number },
  leaving?: 'leave',
): NextUpdate {
  const nothing: NextUpdate = { updates: [], lastSent: session.lastSent, crossed: session.crossed };
  if (session.crossed) return nothing;
  const duration = Math.round(session.playback.duration);
  if (duration < 1) return nothing;
  const position = Math.min(duration, Math.floor(session.playback.position));
  const tell = (
    cause: Cause,
    place: { readonly position: number; readonly duration: number },
    crossing: boolean,
  ): NextUpdate => ({
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
    lastSent: { position: place.position, at: session.playback.at },
    crossed: crossing,
  });
  // Also when the person has gone back since: the item was watched then.
  if (session.deferredCrossing !== undefined) {
    return leaving === undefined && remainingDelay(session) > 0
      ? { ...nothing, deferredCrossing: session.deferredCrossing }
      : tell('crossing', session.deferredCrossing, true);
  }
  if (mayCount(position, duration) && missingEvidence(session, rules) > 0)
    return { ...nothing, held: 'insufficient-evidence' };
  if (mayCount(position, duration) && isGrowing(session)) return { ...nothing, held: 'settling' };
  if (isCrossing(position, duration)) {
    const waits = leaving === undefined && isAdLength(duration);
    return waits
      ? { ...nothing, deferredCrossing: deferCrossing(session.playback, position, duration) }
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
  playback: ObservedPlayback,
  position: number,
  interval: number,
  leaving: 'leave' | undefined,
): Cause | undefined {
  const { lastSent } = session;
  if (lastSent === undefined)
    return playedSeconds(session.played) >= minimumPlaySeconds ? (leaving ?? 'start') : undefined;
  const moved = Math.abs(position - lastSent.position);
  if (moved < 1) return undefined;
  if (leaving !== undefined) return leaving;
  const now = session.playback;
  if (now.state === 'ended') return 'end';
  if (now.state === 'paused') return before.playback.state === 'playing' ? 'pause' : seekOf(playback, moved);
  // Either way: a clock that was set back must not silence the session until it has caught up.
  if (Math.abs(now.at - lastSent.at) >= interval * 1000 - timerGrain) return 'tick';
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

function seekOf(playback: ObservedPlayback, moved: number): Cause | undefined {
  return playback.seekFrom !== undefined && moved >= seekSeconds ? 'seek' : undefined;
}

const seekSeconds = 5;
const steadySeconds = 30;
/** A page's timer may come a little early against its clock. */
const timerGrain = 1_500;
