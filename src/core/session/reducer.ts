import { isReadable } from '../media/item';
import { defined } from '../values/defined';
import { advance, resume, differsInMedium } from './continuity';
import { beginSession, nextAct } from './begin-session';
import { classify, type ChangeKind } from './classify';
import { confirmChange, mediumOf, onceConfirmed, asTitle, isEarly } from './confirm-change';
import { isAdLength, mayStillBeAd } from './deferred-crossing';
import { decideFormer, endSession, isOfNextTitle, leavePage } from './end-session';
import { interrupt, skipReasonOf } from './interrupt';
import { doubtSeconds, nextUpdate, reportDelay } from './next-update';
import type { Observation, ObservedPlayback, Reading } from './observation';
import type { FormerSession, Session } from './session';
import {
  idleWatch,
  watching,
  withPendingChange,
  type TabWatch,
  unchanged,
  type Rules,
  type Transition,
} from './tab-watch';
import { earlyTextSeconds, earlyTextShare } from './thresholds';

/**
 * The session reducer: one observation of a tab → what is watched now, and what there is to send. Pure.
 *
 * A session is one medium under one title. While another medium plays, none of its playback reaches the
 * session, so the next episode, starting in place, never inherits a position. The text of a page can change
 * seconds before or after its medium. Until both have settled, the medium decides.
 *
 * Nothing is sent for a medium far shorter than its work, such as a trailer. Several such media in a row may
 * be acts of one work.
 *
 * Watched means a position above 90 % with evidence that enough of the item was played, in this session and
 * in unfinished ones of the last month (watched-threshold.ts). A medium as short as an advertisement counts
 * after its end, if no longer medium has followed under its title (deferred-crossing.ts).
 */
export function reduceSession(before: TabWatch, observation: Observation, rules: Rules): Transition {
  const watch = withRuntimes(before, rules);
  if (observation.leaving) return { ...leavePage(watch, observation, rules), rule: 'leaving' };
  const skip = skipReasonOf(observation, rules);
  if (skip !== undefined) return { ...interrupt(watch, observation, skip, rules), rule: `skip-${skip}` };
  const { reading, playback } = observation;
  // Page or player are still loading.
  if (reading === undefined || playback === undefined || playback.duration === 0)
    return { ...unchanged(watch), rule: 'not-ready' };
  const step: TabStep = { watch, observation, reading, playback, rules };
  if (watch.session === undefined) return { ...beginOnceConfirmed(step), rule: 'no-session' };
  const { kind, rule } = classify(watch, watch.session, reading, playback);
  return { ...handlers[kind]({ ...step, session: watch.session }), rule };
}

function withRuntimes(watch: TabWatch, { runtimes }: Rules): TabWatch {
  return watch.session && runtimes ? { ...watch, session: { ...watch.session, runtimes } } : watch;
}

type TabStep = Readonly<{
  watch: TabWatch;
  observation: Observation;
  reading: Reading;
  playback: ObservedPlayback;
  rules: Rules;
}>;

interface SessionStep extends TabStep {
  readonly session: Session;
}

const beginOnceConfirmed = onceConfirmed<TabStep>(begin);

const handlers: Readonly<Record<ChangeKind, (step: SessionStep) => Transition>> = {
  same: proceed,
  renamed: proceed,
  retitled: onceConfirmed(retitle),
  'early-title': awaitMedium,
  interruption: interruptByAd,
  'main-feature': onceConfirmed(replaceAd),
  restart: onceConfirmed(restart),
  replaced: onceConfirmed(replaceTitle),
};

/** The session's item plays on. */
function proceed({ watch, session: before, reading, playback, rules }: SessionStep): Transition {
  const move = watch.phase === 'interrupted' ? resume : advance;
  const session = move(before, reading, playback);
  const { updates, held, ...sent } = nextUpdate({ before, session, playback, rules });
  const { deferredCrossing: _, ...rest } = session;
  const { session: settled, ...decided } = settleDoubt({ ...rest, ...defined(sent) }, rules);
  const again = reportDelay(settled, rules);
  return { watch: watching(settled), updates, ...decided, ...defined({ again, skip: held }) };
}

/** Believes the title of a medium that has kept it long enough. */
function settleDoubt(
  session: Session,
  rules: Rules,
): Readonly<{ session: Session }> & Pick<Transition, 'former'> {
  if (session.doubt === undefined || doubtSeconds(session) > 0) return { session };
  const { doubt: _, former: __, ...settled } = session;
  return { session: settled, ...decideFormer(session, rules) };
}

/**
 * The page shows another title while the session's medium plays on. The title counts when its own medium
 * begins, or after a minute. In the last part of a medium, and while the page names nothing, the medium
 * decides.
 */
function awaitMedium(step: SessionStep): Transition {
  const { watch, session, observation, reading, playback } = step;
  const { at } = observation;
  const { pendingChange } = confirmChange(watch, observation, reading, playback);
  const since = (at - pendingChange.since) / 1000;
  // Compares the position at which the title was first read: a minute later a short medium may be in its last
  // part.
  const isLast = playback.position - since * playback.rate > playback.duration * earlyTextShare;
  const isNext = isLast || !isReadable(reading.item);
  const left = earlyTextSeconds - since;
  if (left <= 0 && !isNext) return replaceTitle(step);
  const moved = proceed({ ...step, reading: session });
  return {
    ...moved,
    ...defined({ again: isNext ? undefined : Math.min(moved.again ?? Infinity, Math.max(1, left)) }),
    watch: withPendingChange(moved.watch, pendingChange),
  };
}

/** The session's medium belongs to another title. Until now the page showed that of the previous medium. */
function retitle(step: SessionStep): Transition {
  const { session, reading, playback, rules } = step;
  const { item } = reading;
  if (!isReadable(item)) return awaitMedium(step);
  const {
    lastSent: _,
    doubt: __,
    runtimes: ___,
    offset: ____,
    former,
    ...moved
  } = advance(session, reading, playback);
  const next: Session = {
    ...moved,
    id: rules.newId(),
    item,
    crossed: rules.isResumption(item, playback.position, playback.duration),
    ...(former && asTitle(former.session, playback.at)),
  };
  const again = reportDelay(next, rules);
  return { watch: watching(next), updates: [], closed: session, wasAd: true, ...defined({ again }) };
}

/**
 * The session may itself be an advertisement. Another medium that interrupts it then shows that something
 * else has begun.
 */
function interruptByAd({ watch, session, observation, playback, rules }: SessionStep): Transition {
  const isNoted = watch.pendingChange?.sameText === true || !mayStillBeAd(session);
  const { identity } = session;
  const change = { identity, sameText: true, since: observation.at, medium: mediumOf(playback) };
  return interrupt(isNoted ? watch : withPendingChange(watch, change), observation, 'ad', rules);
}

function begin(
  { watch, observation, reading, playback, rules }: TabStep,
  fields?: Partial<Session>,
): Transition {
  const begun = beginSession(observation, reading, playback, rules, watch.pendingChange);
  if (begun === undefined) return unchanged(idleWatch);
  // Another medium has begun since the title was first read, so it may belong to a title that is named later.
  // This is not so if the first medium still belonged to the previous title, if only its length was
  // corrected, or if another quality plays.
  const { source, duration } = watch.pendingChange?.medium ?? playback;
  const isOther =
    source !== watch.session?.playback.source &&
    source !== playback.source &&
    differsInMedium({ duration }, playback);
  const doubt = isOther ? { since: playback.at } : undefined;
  const session = { ...begun, ...defined({ doubt }), ...fields };
  return { watch: watching(session), updates: [], ...defined({ again: reportDelay(session, rules) }) };
}

/** The session's title begins again, or another medium plays under it. */
function restart(step: SessionStep): Transition {
  const { session, playback } = step;
  const { pendingChange } = step.watch;
  if (!differsInMedium(session.playback, playback)) return replace(step);
  const { duration, at } = playback;
  const wasEarly = isEarly(session, pendingChange);
  // A short medium before it may have been an advertisement, and this one the title.
  const isLong = !isAdLength(session.playback.duration);
  const isOther = !wasEarly && isLong && differsInMedium(session.playback, { duration });
  const act = nextAct(session, playback);
  const begun = begin(step, { doubt: { since: pendingChange?.since ?? at, isOther }, ...act });
  if (act !== undefined) return begun;
  // The title appeared seconds before its medium: what played until now still belonged to the previous title.
  return wasEarly ? dropAd(step, begun, 'advertisement') : replace(step, begun);
}

function replace(step: SessionStep, begun = begin(step)): Transition {
  const { session, rules } = step;
  return { ...begun, ...endSession(session, rules), ...decideFormer(session, rules) };
}

/** Another title begins. A short medium before it may have been an advertisement; that is decided later. */
function replaceTitle(step: SessionStep): Transition {
  const { session, rules } = step;
  const { pendingChange } = step.watch;
  if (isOfOther(step)) return dropAd(step, begin(step));
  if (pendingChange?.lateText !== true || session.deferredCrossing === undefined) return replace(step);
  const begun = begin(step, asTitle(session, pendingChange.since));
  return begun.watch.session === undefined ? replace(step) : { ...begun, ...decideFormer(session, rules) };
}

/** The session's medium was an advertisement, or belongs to the next title. */
function isOfOther({ session, watch, observation, playback }: SessionStep): boolean {
  const { afterAd, lateText, medium } = watch.pendingChange ?? {};
  const isAd = lateText && medium && mayStillBeAd(session) && differsInMedium(medium, playback);
  // True as well if a seek came before the medium's late title was confirmed.
  return afterAd === true || isAd === true || isOfNextTitle(watch, session, observation);
}

/**
 * The film after an advertisement. While its title may still change, the short medium may have been the title
 * itself.
 */
function replaceAd(step: SessionStep): Transition {
  const { session, playback, rules } = step;
  const { since = playback.at, medium } = step.watch.pendingChange ?? {};
  // Something else has played under the title in between, and not the session's own medium once more.
  const isOneOfSeveral =
    medium !== undefined && differsInMedium(medium, playback) && differsInMedium(session.playback, medium);
  const doubt = { doubt: { since } };
  const sent = session.deferredCrossing ?? session.lastSent;
  if (sent === undefined || isOneOfSeveral) return dropAd(step, begin(step, doubt));
  const begun = begin(step, { ...doubt, former: { session, presumed: 'advertisement' } });
  return { ...begun, ...decideFormer(session, rules) };
}

/** Nothing is sent for an advertisement, not even its last position. `presumed`: see `decideFormer`. */
function dropAd(
  { session, rules }: SessionStep,
  begun: Transition,
  presumed?: FormerSession['presumed'],
): Transition {
  return { ...begun, closed: session, wasAd: true, ...decideFormer(session, rules, presumed) };
}
