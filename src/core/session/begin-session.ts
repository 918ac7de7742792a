import { isReadable } from '../media/item';
import { defined } from '../values/defined';
import { hasPlayedFromStart } from './continuity';
import { extentOfSession } from './deferred-crossing';
import { workSeconds } from './next-update';
import type { Observation, ObservedPlayback, Reading, Playback } from './observation';
import type { Session } from './session';
import {
  type PendingChange,
  interruptedWatch,
  watching,
  type TabWatch,
  type Rules,
  unchanged,
  type Transition,
} from './tab-watch';

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

/** Records the current title as watched, past every threshold and gate, because the user asks for it. */
export function recordNow(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  const session = sessionToRecord(watch, observation, rules);
  if (session === undefined || session.crossed) return unchanged(watch);
  const duration = Math.max(1, Math.round(session.playback.duration));
  const update = { sessionId: session.id, cause: 'asked', duration, at: rules.now } as const;
  // A title that was watched before counts again only if a position below 90 % comes first.
  const start = session.lastSent === undefined ? [{ ...update, position: 0, crossing: false }] : [];
  const recorded: Session = {
    ...session,
    crossed: true,
    lastSent: { position: duration, at: observation.at },
  };
  const isInterrupted = watch.phase === 'interrupted' && watch.session.id === session.id;
  return {
    watch: isInterrupted ? interruptedWatch(recorded) : watching(recorded),
    updates: [...start, { ...update, position: duration, crossing: true }],
  };
}

function sessionToRecord({ session }: TabWatch, observation: Observation, rules: Rules): Session | undefined {
  const { reading, playback } = observation;
  if (session?.identity === reading?.identity) return session;
  if (reading === undefined || playback === undefined) return undefined;
  return beginSession(observation, reading, playback, rules);
}
