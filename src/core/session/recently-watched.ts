import { isRecord } from '../values/is-record';
import { maxRecentItems, resumptionDays } from './thresholds';

/** Items whose crossing was sent recently: item key → time (milliseconds since 1970). Stored. */
export type RecentlyWatched = Readonly<Record<string, number>>;

/**
 * Whether a session continues a viewing that has just been watched. A new session of the item begins when the
 * page is reloaded during the credits, when a site resumes a little before the end, and when a person later
 * looks at the end again. In the second half of the item this is the same viewing; a rewatch starts at the
 * beginning.
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
  return Object.fromEntries([...kept.slice(1 - maxRecentItems), [key, now]]);
}

/**
 * The item is watched again from its beginning, so later playback no longer continues the earlier viewing.
 */
export function forget(recent: RecentlyWatched, key: string): RecentlyWatched {
  const { [key]: _, ...others } = recent;
  return others;
}

export function readRecent(stored: unknown): RecentlyWatched {
  if (!isRecord(stored)) return {};
  const entries = Object.entries(stored);
  return Object.fromEntries(entries.filter((one): one is [string, number] => Number.isFinite(one[1])));
}

/** A time in the future comes from a clock that was wrong, so the distance counts in both directions. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < resumptionDays * 86_400_000;
}
