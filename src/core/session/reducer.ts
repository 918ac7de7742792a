import { isReadable } from '../media/item';
import { defined } from '../values/defined';
import { advance, resume } from './advance';
import { beginSession } from './begin-session';
import { classify, type ChangeKind } from './classify';
import { confirmChange, mediumOf } from './confirm-change';
import { mayStillBeAd } from './deferred-crossing';
import { endSession, leavePage } from './end-session';
import { interrupt } from './interrupt';
import { nextUpdate } from './next-update';
import type { Observation, ObservedPlayback, Reading } from './observation';
import { reportDelay } from './report-delay';
import type { Session } from './session';
import { skipReasonOf } from './skip-reason-of';
import { idleWatch, watching, withPendingChange, type TabWatch } from './tab-watch';
import { unchanged, type Rules, type Transition } from './transition';

/**
 * The session reducer: one observation of a tab → what is watched now, and what there is to send. Pure.
 *
 * Position and item always come from the same observation. While the observed item is not the session's own,
 * nothing of its playback reaches the session, so a next episode that starts in place never inherits a
 * position.
 *
 * Watched means a position above 90 % with evidence that enough of the item was played, in this session and
 * in unfinished ones of the last month (watch-evidence.ts). What is as short as an advertisement counts when
 * it is over and no longer medium has followed under its title (deferred-crossing.ts).
 */
export function reduceSession(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  if (observation.leaving) return { ...leavePage(watch, observation, rules), rule: 'leaving' };
  const skip = skipReasonOf(observation, rules);
  if (skip !== undefined) return { ...interrupt(watch, observation, skip, rules), rule: `skip-${skip}` };
  const { reading, playback } = observation;
  // Page or player are still loading.
  if (reading === undefined || playback === undefined || playback.duration === 0)
    return { ...unchanged(watch), rule: 'not-ready' };
  const step: Step = { watch, observation, reading, playback, rules };
  if (watch.session === undefined) return { ...beginOnceConfirmed(step), rule: 'no-session' };
  const { kind, rule } = classify(watch, watch.session, reading, playback);
  return { ...handlers[kind]({ ...step, session: watch.session }), rule };
}

interface Step {
  readonly watch: TabWatch;
  readonly observation: Observation;
  readonly reading: Reading;
  readonly playback: ObservedPlayback;
  readonly rules: Rules;
}

interface SessionStep extends Step {
  readonly session: Session;
}

const beginOnceConfirmed = onceConfirmed<Step>(begin);

const handlers: Readonly<Record<ChangeKind, (step: SessionStep) => Transition>> = {
  same: proceed,
  renamed: proceed,
  interruption: interruptByAd,
  'main-feature': onceConfirmed(replaceAd),
  restart: onceConfirmed(replace),
  replaced: onceConfirmed((step) => (step.watch.pendingChange?.afterAd ? replaceAd : replace)(step)),
};

/** The session's item plays on. */
function proceed({ watch, session: before, reading, playback, rules }: SessionStep): Transition {
  const move = watch.phase === 'interrupted' ? resume : advance;
  const session = move(before, reading, playback);
  const { updates, held, ...sent } = nextUpdate({ before, session, playback, rules });
  const { deferredCrossing: _, ...rest } = session;
  const after: Session = { ...rest, ...defined(sent) };
  return { watch: watching(after), updates, ...defined({ again: reportDelay(after, rules), skip: held }) };
}

/**
 * While the session may itself be an advertisement, what interrupts it shows that something else has begun.
 */
function interruptByAd({ watch, session, observation, playback, rules }: SessionStep): Transition {
  const isNoted = watch.pendingChange?.sameText === true || !mayStillBeAd(session);
  const { identity } = session;
  const change = { identity, sameText: true, since: observation.at, medium: mediumOf(playback) };
  return interrupt(isNoted ? watch : withPendingChange(watch, change), observation, 'ad', rules);
}

/** Takes a change over only when it has been confirmed by a second observation; until then nothing moves. */
function onceConfirmed<S extends Step>(change: (step: S) => Transition): (step: S) => Transition {
  return (step) => {
    const { watch, observation, reading, playback } = step;
    const confirmation = confirmChange(watch, observation, reading, playback);
    if (confirmation.confirmed) return change(step);
    // A page without a title yet awaits no confirmation.
    const isSettling = watch.session !== undefined || isReadable(reading.item);
    return {
      watch: withPendingChange(watch, confirmation.pendingChange),
      updates: [],
      ...defined({ again: confirmation.again, skip: isSettling ? 'settling' : undefined }),
    };
  };
}

function begin({ watch, observation, reading, playback, rules }: Step): Transition {
  const session = beginSession(observation, reading, playback, rules, watch.pendingChange);
  if (session === undefined) return unchanged(idleWatch);
  return { watch: watching(session), updates: [], ...defined({ again: reportDelay(session, rules) }) };
}

function replace(step: SessionStep): Transition {
  return { ...begin(step), ...endSession(step.session, step.rules) };
}

/** Nothing is sent for an advertisement, not even its last position. */
function replaceAd(step: SessionStep): Transition {
  return { ...begin(step), closed: step.session, wasAd: true };
}
