import { itemKey } from '../media/item-key';
import { extentOfSession, isAdLength, mayStillBeAd } from './deferred-crossing';
import {
  forgetItem,
  forgetSession,
  rememberEvidence,
  type EarlierEvidence,
  forgetWatched,
  rememberWatched,
  type RecentlyWatched,
  type StoredEvidence,
} from './earlier-evidence';
import type { Session, Update } from './session';
import type { Transition } from './tab-watch';

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
    if (crossing) return isClip ? recent : rememberWatched(recent, key, now);
    return mayStillBeAd(session) || !Object.hasOwn(recent, key) ? recent : forgetWatched(recent, key);
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
