import { defined } from '../values/defined';
import { advance, resume } from './advance';
import { classify } from './classify';
import { mayStillBeAd } from './deferred-crossing';
import { extrapolate } from './extrapolate';
import { nextUpdate } from './next-update';
import type { Observation } from './observation';
import type { Session, Update } from './session';
import { idleWatch, watching, type TabWatch } from './tab-watch';
import { unchanged, type Rules, type Transition } from './transition';

export interface EndedSession {
  readonly closed: Session;
  readonly updates: readonly Update[];
}

/** Closes a session with its own last position. */
export function endSession(session: Session, rules: Rules): EndedSession {
  const { updates, lastSent, crossed } = nextUpdate({
    before: session,
    session,
    playback: session.playback,
    rules,
    leaving: true,
  });
  return { closed: { ...session, crossed, ...defined({ lastSent }) }, updates };
}

/** The page is left, or its player is gone. */
export function leavePage(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  const { session, pendingChange } = watch;
  if (session === undefined) return unchanged(idleWatch);
  // Something else had begun under the same title: the film itself, or one more advertisement before it.
  if ((pendingChange?.sameText === true || pendingChange?.afterAd === true) && mayStillBeAd(session))
    return { watch: idleWatch, updates: [], closed: session, wasAd: true };
  return { watch: idleWatch, ...endSession(lastState(watch, session, observation, rules), rules) };
}

/** The session at the moment of leaving. A last observation of another item does not move it. */
function lastState(watch: TabWatch, session: Session, observation: Observation, rules: Rules): Session {
  const isInterrupted = watch.phase === 'interrupted';
  const { reading, playback, gate } = observation;
  const isReadableNow = gate === undefined && reading !== undefined && playback !== undefined;
  if (isReadableNow && playback.duration > 0) {
    // Nothing can be confirmed any more, so a pending change does not count here.
    const isOwn = classify(watching(session), session, reading, playback).kind === 'same';
    if (isOwn) return (isInterrupted ? resume : advance)(session, reading, playback);
  }
  return observation.missedUnload === true && !isInterrupted
    ? extrapolate(session, observation.at, rules.interval)
    : session;
}
