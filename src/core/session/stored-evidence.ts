import { itemKey } from '../media/item-key';
import { extentOfSession, isAdLength, mayStillBeAd } from './deferred-crossing';
import {
  forgetItem,
  forgetSession,
  rememberEvidence,
  type EarlierEvidence,
  forget,
  remember,
  type RecentlyWatched,
  earlierEvidence,
  isResumption,
} from './earlier-evidence';
import type { Session, Update } from './session';
import type { Transition, Rules } from './tab-watch';
import { readSettings, type Settings } from '../settings/settings';
import type { SiteState } from '../settings/site-state';
import { hash } from '../values/hash';

/** What sessions record for later sessions. */
export type StoredEvidence = Readonly<{
  recentlyWatched: RecentlyWatched;
  earlier: EarlierEvidence;
}>;

type ViewingContext = Readonly<{
  /** Whose viewing it is (`accountKey`). */
  account: string;
  /** A private window: the played parts are not kept. */
  private: boolean;
  /** Milliseconds since 1970. */
  now: number;
}>;

/** The stored evidence after a transition. An unchanged list is returned as the same object. */
export function evidenceAfter(
  { watch, updates, closed, wasAd }: Transition,
  { recentlyWatched, earlier }: StoredEvidence,
  viewing: ViewingContext,
): StoredEvidence {
  const session = closed ?? watch.session;
  if (session === undefined) return { recentlyWatched, earlier };
  const recent = recentAfter(recentlyWatched, session, updates, viewing.now);
  if (wasAd === true) return { recentlyWatched: recent, earlier: forgetSession(earlier, session.id) };
  // Stored with every update, because a browser crash loses the session, and at the session's end.
  const isDue = updates.length > 0 || closed !== undefined;
  const isKept = isDue && !viewing.private;
  return { recentlyWatched: recent, earlier: isKept ? earlierAfter(earlier, session, viewing) : earlier };
}

/**
 * A crossing lets a reload during the credits continue the viewing. A position below 90 % begins another
 * viewing, unless it may belong to an advertisement before the credits. A medium that may be a clip continues
 * no viewing.
 */
function recentAfter(
  before: RecentlyWatched,
  session: Session,
  updates: Update[],
  now: number,
): RecentlyWatched {
  const key = itemKey(session.item);
  const isClip = mayBeClip(session);
  return updates.reduce((recent, { crossing }) => {
    if (crossing) return isClip ? recent : remember(recent, key, now);
    return mayStillBeAd(session) || !Object.hasOwn(recent, key) ? recent : forget(recent, key);
  }, before);
}

/**
 * The parts that a session has played count for a later session of the same item, until the item is watched.
 */
function earlierAfter(
  before: EarlierEvidence,
  session: Session,
  { account, now }: ViewingContext,
): EarlierEvidence {
  const { id, item, played, playback, crossed } = session;
  const key = itemKey(item);
  const after =
    crossed && !mayBeClip(session)
      ? forgetItem(before, account, key)
      : rememberEvidence(before, { id, account, key, duration: playback.duration, played, at: now }, now);
  return before.length + after.length > 0 ? after : before;
}

/** Whether this may be a trailer or an advertisement under the name of the work. */
function mayBeClip(session: Session): boolean {
  const extent = extentOfSession(session);
  return extent === 'clip' || (extent === 'unknown' && isAdLength(session.playback.duration));
}

export type RuleFacts = Readonly<{
  settings: Settings;
  /** Settings that the person has changed for the site. */
  overrides: SiteState['overrides'];
  /** The current session's id, which fixes the jitter of the interval. */
  sessionId: string | undefined;
  evidence: StoredEvidence;
  /** Whose viewing it is (`accountKey`). */
  account: string;
  /** Milliseconds since 1970, by the clock of the worker. */
  now: number;
  newId: () => string;
}>;

/** The rules of the reducer: the settings, the overrides of the site, and what earlier sessions recorded. */
export function rulesOf(facts: RuleFacts): Rules {
  const { settings, overrides, sessionId = '', account, now, newId } = facts;
  const { recentlyWatched, earlier } = facts.evidence;
  const { interval, evidence, minimumLength, films, episodes } = readSettings({ ...settings, ...overrides });
  const seenEarlier: Rules['earlierEvidence'] = (item, duration) =>
    earlierEvidence(earlier, { account, key: itemKey(item), duration }, now);
  return {
    interval: jitteredInterval(interval, sessionId),
    evidence,
    minimumLength,
    films,
    episodes,
    account,
    now,
    newId,
    earlierEvidence: seenEarlier,
    // What was played since it was watched belongs to another viewing.
    isResumption: (item, position, duration) =>
      isResumption(recentlyWatched, itemKey(item), position, duration, now) &&
      !seenEarlier(item, duration)[0],
  };
}

/**
 * The interval of one session in seconds: 100 to 120 % of the setting, fixed by the session's id. Without
 * this jitter, clients that start a premiere in the same minute would report in the same second for two
 * hours. Never below the setting, which is the rate that the tracker's documentation allows.
 */
export function jitteredInterval(seconds: number, sessionId: string): number {
  return seconds * (1 + 0.2 * (hash(sessionId) / 0x1_0000_0000));
}
