import { isReadable } from '../media/item';
import { isRecord } from '../values/is-record';
import { isFollowed } from './deferred-crossing';
import type { Session } from './session';
import type { TabWatch } from './tab-watch';

/**
 * The sessions of a tab that have passed 90 % of a short medium. They count as watched if the tab never
 * reports again. Sessions after which another medium has begun under their title are left out.
 */
export function undecidedSessions(watch: TabWatch): readonly Session[] {
  const { session } = watch;
  if (session === undefined) return [];
  const { former, crossed, deferredCrossing } = session;
  return [
    ...(former?.presumed === 'title' ? [former.session] : []),
    ...(deferredCrossing !== undefined && !crossed && !isFollowed(watch) ? [session] : []),
  ];
}

/** Stored sessions by id; invalid ones are left out. */
export function readUndecided(stored: unknown): Readonly<Record<string, Session>> {
  const entries = Object.entries(isRecord(stored) ? stored : {});
  return Object.fromEntries(entries.filter((one): one is [string, Session] => isSession(one[1])));
}

function isSession(value: unknown): value is Session {
  if (!isRecord(value)) return false;
  const { id, item, playback, played, deferredCrossing } = value;
  return (
    typeof id === 'string' &&
    isRecord(item) &&
    isReadable(item) &&
    isRecord(playback) &&
    isRecord(deferredCrossing) &&
    Array.isArray(played)
  );
}
