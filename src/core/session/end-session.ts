import { agrees, isReadable } from '../media/item';
import { defined } from '../values/defined';
import { advance, resume, differsInMedium } from './continuity';
import { classify } from './classify';
import { seemsAd } from './deferred-crossing';
import { extrapolate } from './watched-threshold';
import { nextUpdate } from './next-update';
import type { Observation, Reading } from './observation';
import type { Session, Update } from './session';
import {
  idleWatch,
  interruptedWatch,
  watching,
  type TabWatch,
  unchanged,
  type Rules,
  type Transition,
} from './tab-watch';
import { longestDeferralSeconds } from './thresholds';

export type EndedSession = Readonly<{
  closed: Session;
  updates: Update[];
}>;

/** Closes a session with its own last position. `unreported`: see `SessionMove`. */
export function endSession(session: Session, rules: Rules, unreported = 0): EndedSession {
  const { updates, lastSent, crossed } = nextUpdate({
    before: session,
    session,
    playback: session.playback,
    rules,
    leaving: true,
    unreported,
  });
  return { closed: { ...session, crossed, ...defined({ lastSent }) }, updates };
}

/** Settles the short medium before a session. If nothing else is known, it is what it was presumed to be. */
export function decideFormer(
  { former }: Session,
  rules: Rules,
  presumed = former?.presumed,
): Pick<Transition, 'former'> {
  if (former === undefined) return {};
  if (presumed === 'title') return { former: endSession(former.session, rules) };
  return { former: { closed: former.session, updates: [], wasAd: true } };
}

/** The page is left, or its player is gone. */
export function leavePage(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  const { session } = watch;
  if (session === undefined) return unchanged(idleWatch);
  return (
    awaitPlayer(watch, session, observation) ?? {
      ...leaveSession(watch, session, observation, rules),
      ...decideFormer(session, rules),
    }
  );
}

/** After an advertisement the player can be gone for a while, until the film has loaded. */
function awaitPlayer(
  { pendingChange }: TabWatch,
  session: Session,
  { playerLost, reading, at }: Observation,
): Transition | undefined {
  const { deferredCrossing, identity } = session;
  if (playerLost !== true || deferredCrossing === undefined || reading?.identity !== identity)
    return undefined;
  const again = (deferredCrossing.until - at) / 1000;
  if (again <= 0 || again > longestDeferralSeconds) return undefined;
  return { watch: interruptedWatch(session, pendingChange), updates: [], again };
}

function leaveSession(watch: TabWatch, session: Session, observation: Observation, rules: Rules): Transition {
  // Something else had begun under the same title: the film itself, or another advertisement before it.
  if (
    (seemsAd(watch) && !isNamedLate(watch, session, observation)) ||
    isOfNextTitle(watch, session, observation)
  )
    return { watch: idleWatch, updates: [], closed: session, wasAd: true };
  const last = lastState(watch, session, observation, rules);
  const isExtrapolated = observation.playback === undefined;
  const unreported = isExtrapolated ? last.playback.position - session.playback.position : 0;
  return { watch: idleWatch, ...endSession(last, rules, unreported) };
}

/**
 * The page names another title for the medium that had begun. So its text was late, and the session was the
 * title itself.
 */
function isNamedLate(
  { pendingChange }: TabWatch,
  session: Session,
  { reading, playback }: Observation,
): boolean {
  if (pendingChange?.sameText !== true || playback === undefined) return false;
  return namesAnother(session, reading) === true && !differsInMedium(pendingChange.medium, playback);
}

/** Undefined if the page was not read. */
function namesAnother({ item }: Session, reading: Reading | undefined): boolean | undefined {
  return reading && isReadable(reading.item) && !agrees(item, reading.item);
}

/**
 * The title of the session's medium was in doubt, and the page now shows another one for it, or did at its
 * last reading.
 */
export function isOfNextTitle(
  { pendingChange }: TabWatch,
  session: Session,
  { reading, playback }: Observation,
): boolean {
  if (session.doubt === undefined || session.deferredCrossing !== undefined) return false;
  const medium = playback ?? pendingChange?.medium ?? session.playback;
  const isOther = namesAnother(session, reading) ?? pendingChange?.sameText === false;
  return isOther && !differsInMedium(session.playback, medium);
}

/**
 * The session at the moment of leaving. If the last observation shows another item, it does not move the
 * session.
 */
function lastState(watch: TabWatch, session: Session, observation: Observation, rules: Rules): Session {
  const isInterrupted = watch.phase === 'interrupted';
  const { reading, playback, gate } = observation;
  // After an interruption, another name belongs to another title.
  const [settled, move] = isInterrupted
    ? ([interruptedWatch(session), resume] as const)
    : ([watching(session), advance] as const);
  const isReadableNow = gate === undefined && reading !== undefined && playback !== undefined;
  if (isReadableNow && playback.duration > 0) {
    // No second reading can follow, so a pending change does not count here.
    const { kind } = classify(settled, session, reading, playback);
    if (kind === 'same') return move(session, reading, playback);
    // The page already shows the next title.
    if (kind === 'early-title') return move(session, session, playback);
  }
  return observation.missedUnload === true && !isInterrupted
    ? extrapolate(session, observation.at, rules.interval)
    : session;
}
