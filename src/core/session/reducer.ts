import { advance } from './advance';
import type { EvidenceRules } from './watch-evidence';
import { agrees, isReadable, type Item } from '../media/item';
import { pollSeconds } from './poll-interval';
import { reportDelay } from './report-delay';
import { mayStillBeAd, isAdLength, isMainFeatureAfterAd } from './deferred-crossing';
import { playedSeconds } from './played-ranges';
import type { Session, Update } from './session';
import type { Reading, ObservedPlayback, Observation } from './observation';
import {
  hasMediaChanged,
  hasPlayedFromStart,
  isSameStream,
  confirmChange,
  type PendingChange,
} from './change-detection';
import type { SkipReason } from './skip-reason';
import { extrapolate } from './extrapolate';
import { nextUpdate } from './next-update';
import { defined } from '../values/defined';

/** What the worker remembers of one tab between two reports. */
export interface TabWatch {
  readonly session?: Session;
  /** Something else seems to play; it must be seen again before it counts. */
  readonly pendingChange?: PendingChange;
}

export interface Rules extends EvidenceRules {
  /** Seconds between two updates, already jittered for this client. */
  readonly interval: number;
  readonly minimumLength: number;
  readonly films: boolean;
  readonly episodes: boolean;
  /** Milliseconds since 1970, of the worker. */
  readonly now: number;
  readonly newId: () => string;
  /** This item was watched to its end a while ago, and starts again from here: the same viewing goes on. */
  readonly isResumption: (item: Item, position: number, duration: number) => boolean;
}

export interface Transition {
  readonly watch: TabWatch;
  /** Name of the rule that decided, for the log. */
  readonly rule?: string;
  /** In the order in which they are to be sent. */
  readonly updates: readonly Update[];
  /** A session that ended with this step. */
  readonly closed?: Session;
  /** The closed session was an advertisement under the title's name: what waits to be sent of it is to be forgotten. */
  readonly wasAd?: boolean;
  /** Look again after this many seconds of the wall clock. */
  readonly again?: number;
  /** Why nothing is credited at the moment. */
  readonly skip?: SkipReason;
}

/**
 * The session reducer: one look at a tab → what is now being watched and what there is to send. Pure.
 *
 * Position and item always come from the same observation. As long as the identity of a observation is not the session's own,
 * nothing of its playback reaches the session, so a next episode that starts in place can never inherit a position.
 *
 * What counts as watched: a position above 90 %, and the evidence that enough of the item was really played, in this
 * session and in those of the last month that did not come to count (core/evidence, core/seen-earlier). Something as short
 * as an advertisement counts when it is over and no longer medium followed under its title (core/passed).
 */
export function reduceSession(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  if (observation.leaving) return leave(watch, observation, rules);
  const { reading, playback } = observation;
  // An ad before the film is seen before the page has been read even once.
  if (reading === undefined || playback === undefined)
    return observation.gate === undefined
      ? still(watch)
      : freeze(watch, observation, observation.gate, rules);
  const skip = gateOf(observation, reading, playback, rules);
  if (skip !== undefined) return freeze(watch, observation, skip, rules);
  if (playback.duration === 0) return still(watch);

  const session = watch.session;
  if (
    session !== undefined &&
    session.identity !== reading.identity &&
    !session.frozen &&
    agrees(session.item, reading.item) &&
    isSameStream(session, playback)
  ) {
    // A title or number came late: it is still the same viewing, and keeps what was seen of it.
    return proceed(session, reading, playback, rules);
  }
  if (session !== undefined && session.identity === reading.identity) {
    if (!hasMediaChanged(session, playback, watch.pendingChange))
      return proceed(session, reading, playback, rules);
    if (isPutBetween(session, playback))
      return freeze(noteOther(watch, session, observation.at), observation, 'ad', rules);
  }
  const settled = confirmChange(watch.pendingChange, session, reading.identity, observation.at);
  if (settled.candidate !== undefined) {
    return {
      watch: { ...watch, pendingChange: settled.candidate },
      updates: [],
      again: settled.again,
      ...(session === undefined && !isReadable(reading.item) ? {} : { skip: 'settling' as const }),
    };
  }
  const wasAd =
    session !== undefined &&
    session.identity === reading.identity &&
    isMainFeatureAfterAd(playback.duration, session.playback.duration);
  const ended = session === undefined ? undefined : wasAd ? { session, updates: [] } : end(session, rules);
  const next = begin(observation, reading, playback, rules, watch.pendingChange);
  const step: Transition =
    next === undefined
      ? { watch: {}, updates: [] }
      : { watch: { session: next }, updates: [], ...reportDelay(next, rules) };
  return ended === undefined
    ? step
    : { ...step, updates: ended.updates, closed: ended.session, ...(wasAd ? { wasAd } : {}) };
}

/** The person asks to have this recorded as watched now, whatever threshold or gate holds it back. */
export function recordNow(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  const { reading, playback } = observation;
  const own = watch.session?.identity === reading?.identity ? watch.session : undefined;
  const session =
    own ??
    (reading !== undefined && playback !== undefined
      ? begin(observation, reading, playback, rules)
      : undefined);
  if (session === undefined || session.crossed) return still(watch);
  const duration = Math.max(1, Math.round(session.playback.duration));
  const update = { sessionId: session.id, cause: 'asked', duration, at: rules.now } as const;
  // A title that was watched before counts again only when a position below 90 % comes first.
  const start = session.lastSent === undefined ? [{ ...update, position: 0, crossing: false }] : [];
  return {
    watch: { session: { ...session, crossed: true, lastSent: { position: duration, at: observation.at } } },
    updates: [...start, { ...update, position: duration, crossing: true }],
  };
}

function proceed(before: Session, reading: Reading, playback: ObservedPlayback, rules: Rules): Transition {
  const session = advance(before, reading, playback);
  const { updates, lastSent, crossed, deferredCrossing, held } = nextUpdate(before, session, playback, rules);
  const { deferredCrossing: _, ...rest } = session;
  const after: Session = {
    ...rest,
    crossed,
    ...defined({ lastSent, deferredCrossing }),
  };
  return {
    watch: { session: after },
    updates,
    ...reportDelay(after, rules),
    ...defined({ skip: held }),
  };
}

function leave(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  const { session } = watch;
  if (session === undefined) return { watch: {}, updates: [] };
  // Something else had begun under the same title: the film itself, or one more advertisement before it.
  if (watch.pendingChange?.sameText === true && mayStillBeAd(session))
    return { watch: {}, updates: [], closed: session, wasAd: true };
  const { reading, playback } = observation;
  const own =
    reading !== undefined &&
    playback !== undefined &&
    playback.duration > 0 &&
    observation.gate === undefined &&
    reading.identity === session.identity &&
    !hasMediaChanged(session, playback);
  const last = own
    ? advance(session, reading, playback)
    : observation.missedUnload === true
      ? extrapolate(session, observation.at, rules.interval)
      : session;
  const ended = end(last, rules);
  return { watch: {}, updates: ended.updates, closed: ended.session };
}

/** Closes a session with its own last position. */
function end(session: Session, rules: Rules): { session: Session; updates: readonly Update[] } {
  const { updates, lastSent, crossed } = nextUpdate(session, session, session.playback, rules, 'leave');
  return { session: { ...session, crossed, ...defined({ lastSent }) }, updates };
}

function begin(
  observation: Observation,
  reading: Reading,
  playback: ObservedPlayback,
  rules: Rules,
  candidate?: PendingChange,
): Session | undefined {
  const { item } = reading;
  if (!isReadable(item)) return undefined;
  const { seekFrom: _, ...clean } = playback;
  return {
    id: rules.newId(),
    siteId: observation.siteId,
    identity: reading.identity,
    item,
    confidence: reading.confidence,
    startedAt: rules.now,
    playback: clean,
    played: [],
    frozen: false,
    // Far on already, though from the beginning: at high speed the time in which it settled was enough for that.
    crossed:
      !(candidate?.sameText === true && hasPlayedFromStart(candidate, playback)) &&
      rules.isResumption(item, clean.position, clean.duration),
  };
}

/** An ad (or what else is not the item) plays: the session lives on, and nothing of it is credited. */
function freeze(watch: TabWatch, observation: Observation, skip: SkipReason, rules: Rules): Transition {
  const { session } = watch;
  // The worker itself holds these back: nothing on the page will change when they are over.
  const again =
    (skip === 'other-tab' || skip === 'not-me') && observation.playback?.state === 'playing'
      ? { again: rules.interval }
      : {};
  if (session === undefined || session.frozen) return { watch, updates: [], skip, ...again };
  const { playback } = session;
  // The break was noticed up to one look late, so the last seconds before it are not taken for the item's.
  const elapsed = Math.max(0, (observation.at - playback.at) / 1000 - pollSeconds);
  const played = playback.state === 'playing' ? Math.min(elapsed, rules.interval) * playback.rate : 0;
  const until = Math.min(playback.position + played, playback.duration);
  const credited = advance(
    session,
    { item: session.item, identity: session.identity, confidence: session.confidence },
    { ...playback, position: until, at: observation.at },
  );
  return { watch: { ...watch, session: { ...credited, frozen: true } }, updates: [], skip, ...again };
}

/** Something else plays under the same title, and nothing said so: far shorter than the title, or one more of several short ones. */
function isPutBetween(session: Session, playback: ObservedPlayback): boolean {
  if (playback.duration < session.playback.duration / 2) return true;
  return (
    mayStillBeAd(session) &&
    isAdLength(playback.duration) &&
    !isMainFeatureAfterAd(playback.duration, session.playback.duration)
  );
}

/** While it is open whether the session itself is an advertisement, what is put between tells. */
function noteOther(watch: TabWatch, session: Session, at: number): TabWatch {
  if (!mayStillBeAd(session) || watch.pendingChange?.sameText === true) return watch;
  return { ...watch, pendingChange: { identity: session.identity, sameText: true, since: at } };
}

function gateOf(
  observation: Observation,
  reading: Reading,
  playback: ObservedPlayback,
  rules: Rules,
): SkipReason | undefined {
  if (observation.gate !== undefined) return observation.gate;
  if (playback.duration > longest) return 'live';
  if (playback.duration > 0 && playback.duration < rules.minimumLength) return 'too-short';
  if (reading.item.type === 'movie' && !rules.films) return 'type-off';
  if (reading.item.type === 'episode' && !rules.episodes) return 'type-off';
  return undefined;
}

function still(watch: TabWatch): Transition {
  return { watch, updates: [] };
}

/** Seconds of content that this session has seen played; for tests and the popup. */
export function seenSeconds(session: Session): number {
  return playedSeconds(session.played);
}

/** The longest films ever shown run some hours; live players report days, epochs or 2^53 (sites.md 7.3). */
const longest = 86_400 / 2;
