/** Items whose crossing was handed over lately: item key → when (milliseconds since 1970). */
export type RecentlyWatched = Readonly<Record<string, number>>;

/**
 * A page that is reloaded during the credits, or a site that resumes a little before the end, begins a new session of
 * an item that has just been watched. Beyond half of it, within hours, that is the same viewing going on and not a
 * rewatch; a rewatch starts at the beginning.
 */
export function isResumption(
  recent: RecentlyWatched,
  key: string,
  position: number,
  duration: number,
  now: number,
): boolean {
  const at = recent[key];
  return at !== undefined && isRecent(at, now) && position > duration / 2;
}

export function remember(recent: RecentlyWatched, key: string, now: number): RecentlyWatched {
  const kept = Object.entries(recent).filter(([, at]) => isRecent(at, now));
  return Object.fromEntries([...kept.slice(-199), [key, now]]);
}

/** It is being watched anew, from its beginning: what comes now is no longer the viewing of before. */
export function forget(recent: RecentlyWatched, key: string): RecentlyWatched {
  const { [key]: _, ...others } = recent;
  return others;
}

export function readRecent(stored: unknown): RecentlyWatched {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((one): one is [string, number] => Number.isFinite(one[1])),
  );
}

/** A time in the future is one of a clock that was wrong. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < hours * 3_600_000;
}

const hours = 12;
