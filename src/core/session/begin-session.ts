import { isReadable } from '../media/item';
import { hasPlayedFromStart } from './continuity';
import type { Observation, ObservedPlayback, Reading } from './observation';
import type { Session } from './session';
import type { PendingChange } from './tab-watch';
import type { Rules } from './transition';

/** The session of what plays now; `undefined` while the page does not name it well enough for the tracker. */
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
  // At high speed a restart may be far into the title when it is confirmed. It is no resumption for that.
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
