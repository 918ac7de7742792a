import { advance } from './advance';
import type { EvidenceRules } from './watch-evidence';
import { agrees, isReadable, type Item } from '../media/item';
import { lookSeconds } from './poll-interval';
import { hintOf } from './report-delay';
import { isUndecided, mayBeAd, outgrows } from './deferred-crossing';
import { playedSeconds } from './played-ranges';
import type { Session, Update } from './session';
import type { Reading, SightedPlayback, Sighting } from './observation';
import { isSwapped, playedAnew, playsOn, settle, type Candidate } from './change-detection';
import type { SkipReason } from './skip-reason';
import { carriedOn } from './extrapolate';
import { updatesOf } from './next-update';

/** What the worker remembers of one tab between two reports. */
export interface Watching {
  readonly session?: Session;
  /** Something else seems to play; it must be seen again before it counts. */
  readonly candidate?: Candidate;
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
  readonly continues: (item: Item, position: number, duration: number) => boolean;
}

export interface Step {
  readonly watching: Watching;
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
 * Position and item always come from the same sighting. As long as the identity of a sighting is not the session's own,
 * nothing of its playback reaches the session, so a next episode that starts in place can never inherit a position.
 *
 * What counts as watched: a position above 90 %, and the evidence that enough of the item was really played, in this
 * session and in those of the last month that did not come to count (core/evidence, core/seen-earlier). Something as short
 * as an advertisement counts when it is over and no longer medium followed under its title (core/passed).
 */
export function watch(watching: Watching, sighting: Sighting, rules: Rules): Step {
  if (sighting.leaving) return leave(watching, sighting, rules);
  const { reading, playback } = sighting;
  // An ad before the film is seen before the page has been read even once.
  if (reading === undefined || playback === undefined)
    return sighting.gate === undefined ? still(watching) : freeze(watching, sighting, sighting.gate, rules);
  const skip = gateOf(sighting, reading, playback, rules);
  if (skip !== undefined) return freeze(watching, sighting, skip, rules);
  if (playback.duration === 0) return still(watching);

  const session = watching.session;
  if (
    session !== undefined &&
    session.identity !== reading.identity &&
    !session.frozen &&
    agrees(session.item, reading.item) &&
    playsOn(session, playback)
  ) {
    // A title or number came late: it is still the same viewing, and keeps what was seen of it.
    return proceed(session, reading, playback, rules);
  }
  if (session !== undefined && session.identity === reading.identity) {
    if (!isSwapped(session, playback, watching.candidate)) return proceed(session, reading, playback, rules);
    if (isPutBetween(session, playback))
      return freeze(noteOther(watching, session, sighting.at), sighting, 'ad', rules);
  }
  const settled = settle(watching.candidate, session, reading.identity, sighting.at);
  if (settled.candidate !== undefined) {
    return {
      watching: { ...watching, candidate: settled.candidate },
      updates: [],
      again: settled.again,
      ...(session === undefined && !isReadable(reading.item) ? {} : { skip: 'settling' as const }),
    };
  }
  const wasAd =
    session !== undefined &&
    session.identity === reading.identity &&
    outgrows(playback.duration, session.playback.duration);
  const ended = session === undefined ? undefined : wasAd ? { session, updates: [] } : end(session, rules);
  const next = begin(sighting, reading, playback, rules, watching.candidate);
  const step: Step =
    next === undefined
      ? { watching: {}, updates: [] }
      : { watching: { session: next }, updates: [], ...hintOf(next, rules) };
  return ended === undefined
    ? step
    : { ...step, updates: ended.updates, closed: ended.session, ...(wasAd ? { wasAd } : {}) };
}

/** The person asks to have this recorded as watched now, whatever threshold or gate holds it back. */
export function recordNow(watching: Watching, sighting: Sighting, rules: Rules): Step {
  const { reading, playback } = sighting;
  const own = watching.session?.identity === reading?.identity ? watching.session : undefined;
  const session =
    own ??
    (reading !== undefined && playback !== undefined ? begin(sighting, reading, playback, rules) : undefined);
  if (session === undefined || session.crossed) return still(watching);
  const duration = Math.max(1, Math.round(session.playback.duration));
  const update = { sessionId: session.id, cause: 'asked', duration, at: rules.now } as const;
  // A title that was watched before counts again only when a position below 90 % comes first.
  const start = session.told === undefined ? [{ ...update, position: 0, crossing: false }] : [];
  return {
    watching: { session: { ...session, crossed: true, told: { position: duration, at: sighting.at } } },
    updates: [...start, { ...update, position: duration, crossing: true }],
  };
}

function proceed(before: Session, reading: Reading, playback: SightedPlayback, rules: Rules): Step {
  const session = advance(before, reading, playback);
  const { updates, told, crossed, passed, held } = updatesOf(before, session, playback, rules);
  const { passed: _, ...rest } = session;
  const after: Session = {
    ...rest,
    crossed,
    ...(told === undefined ? {} : { told }),
    ...(passed === undefined ? {} : { passed }),
  };
  return {
    watching: { session: after },
    updates,
    ...hintOf(after, rules),
    ...(held === undefined ? {} : { skip: held }),
  };
}

function leave(watching: Watching, sighting: Sighting, rules: Rules): Step {
  const { session } = watching;
  if (session === undefined) return { watching: {}, updates: [] };
  // Something else had begun under the same title: the film itself, or one more advertisement before it.
  if (watching.candidate?.swapped === true && isUndecided(session))
    return { watching: {}, updates: [], closed: session, wasAd: true };
  const { reading, playback } = sighting;
  const own =
    reading !== undefined &&
    playback !== undefined &&
    playback.duration > 0 &&
    sighting.gate === undefined &&
    reading.identity === session.identity &&
    !isSwapped(session, playback);
  const last = own
    ? advance(session, reading, playback)
    : sighting.unheard === true
      ? carriedOn(session, sighting.at, rules.interval)
      : session;
  const ended = end(last, rules);
  return { watching: {}, updates: ended.updates, closed: ended.session };
}

/** Closes a session with its own last position. */
function end(session: Session, rules: Rules): { session: Session; updates: readonly Update[] } {
  const { updates, told, crossed } = updatesOf(session, session, session.playback, rules, 'leave');
  return { session: { ...session, crossed, ...(told === undefined ? {} : { told }) }, updates };
}

function begin(
  sighting: Sighting,
  reading: Reading,
  playback: SightedPlayback,
  rules: Rules,
  candidate?: Candidate,
): Session | undefined {
  const { item } = reading;
  if (!isReadable(item)) return undefined;
  const { seekFrom: _, ...clean } = playback;
  return {
    id: rules.newId(),
    siteId: sighting.siteId,
    identity: reading.identity,
    item,
    confidence: reading.confidence,
    startedAt: rules.now,
    playback: clean,
    played: [],
    frozen: false,
    // Far on already, though from the beginning: at high speed the time in which it settled was enough for that.
    crossed:
      !(candidate?.swapped === true && playedAnew(candidate, playback)) &&
      rules.continues(item, clean.position, clean.duration),
  };
}

/** An ad (or what else is not the item) plays: the session lives on, and nothing of it is credited. */
function freeze(watching: Watching, sighting: Sighting, skip: SkipReason, rules: Rules): Step {
  const { session } = watching;
  // The worker itself holds these back: nothing on the page will change when they are over.
  const again =
    (skip === 'other-tab' || skip === 'not-me') && sighting.playback?.state === 'playing'
      ? { again: rules.interval }
      : {};
  if (session === undefined || session.frozen) return { watching, updates: [], skip, ...again };
  const { playback } = session;
  // The break was noticed up to one look late, so the last seconds before it are not taken for the item's.
  const elapsed = Math.max(0, (sighting.at - playback.at) / 1000 - lookSeconds);
  const played = playback.state === 'playing' ? Math.min(elapsed, rules.interval) * playback.rate : 0;
  const until = Math.min(playback.position + played, playback.duration);
  const credited = advance(
    session,
    { item: session.item, identity: session.identity, confidence: session.confidence },
    { ...playback, position: until, at: sighting.at },
  );
  return { watching: { ...watching, session: { ...credited, frozen: true } }, updates: [], skip, ...again };
}

/** Something else plays under the same title, and nothing said so: far shorter than the title, or one more of several short ones. */
function isPutBetween(session: Session, playback: SightedPlayback): boolean {
  if (playback.duration < session.playback.duration / 2) return true;
  return (
    isUndecided(session) &&
    mayBeAd(playback.duration) &&
    !outgrows(playback.duration, session.playback.duration)
  );
}

/** While it is open whether the session itself is an advertisement, what is put between tells. */
function noteOther(watching: Watching, session: Session, at: number): Watching {
  if (!isUndecided(session) || watching.candidate?.swapped === true) return watching;
  return { ...watching, candidate: { identity: session.identity, swapped: true, since: at } };
}

function gateOf(
  sighting: Sighting,
  reading: Reading,
  playback: SightedPlayback,
  rules: Rules,
): SkipReason | undefined {
  if (sighting.gate !== undefined) return sighting.gate;
  if (playback.duration > longest) return 'live';
  if (playback.duration > 0 && playback.duration < rules.minimumLength) return 'too-short';
  if (reading.item.type === 'movie' && !rules.films) return 'type-off';
  if (reading.item.type === 'episode' && !rules.episodes) return 'type-off';
  return undefined;
}

function still(watching: Watching): Step {
  return { watching, updates: [] };
}

/** Seconds of content that this session has seen played; for tests and the popup. */
export function seenSeconds(session: Session): number {
  return playedSeconds(session.played);
}

/** The longest films ever shown run some hours; live players report days, epochs or 2^53 (sites.md 7.3). */
const longest = 86_400 / 2;
