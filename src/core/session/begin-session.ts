import { isReadable } from '../media/item';
import { defined } from '../values/defined';
import { hasPlayedFromStart } from './continuity';
import { extentOfSession } from './deferred-crossing';
import { workSeconds } from './next-update';
import type { Observation, ObservedPlayback, Reading } from './observation';
import type { Playback } from './playback';
import type { Session } from './session';
import type { PendingChange } from './tab-watch';
import type { Rules } from './transition';

/** The session of what plays now; `undefined` until the page names it well enough for the tracker. */
export function beginSession(
  { siteId }: Pick<Observation, 'siteId'>,
  reading: Reading,
  playback: ObservedPlayback,
  rules: Rules,
  pending?: PendingChange,
): Session | undefined {
  const { item, identity, confidence } = reading;
  if (!isReadable(item)) return undefined;
  const { seekFrom: _, ...clean } = playback;
  // At high speed a restart may be far into the title when it is confirmed. That does not make it a
  // resumption.
  const isRestart = pending?.sameText === true && hasPlayedFromStart(pending.since, playback);
  return {
    id: rules.newId(),
    siteId,
    identity,
    item,
    confidence,
    startedAt: rules.now,
    playback: clean,
    played: [],
    crossed: !isRestart && rules.isResumption(item, clean.position, clean.duration),
  };
}

/**
 * If a player loads a work as several media, one after another, the next medium continues the session of the
 * previous ones. `undefined`: this medium is not part of the same work.
 */
export function nextAct(session: Session, playback: Playback): Partial<Session> | undefined {
  const { id, lastSent, runtimes, offset: earlier = 0 } = session;
  const offset = earlier + session.playback.duration;
  const isAct =
    extentOfSession(session) === 'clip' &&
    extentOfSession({ ...session, playback }) === 'clip' &&
    offset + playback.duration < workSeconds(session) * 1.05;
  return isAct ? { id, offset, ...defined({ lastSent, runtimes }) } : undefined;
}
