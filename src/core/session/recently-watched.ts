import { isRecord } from '../values/is-record';
import { maxRecentItems, resumptionDays } from './thresholds';

/** Items whose crossing was sent lately: item key → when (milliseconds since 1970). Stored. */
export type RecentlyWatched = Readonly<Record<string, number>>;

/**
 * A page that is reloaded during the credits, or a site that resumes a little before the end, begins a new
 * session of an item that has just been watched; so does who opens it later to see its end again. In the
 * second half of the item that is the same viewing; a rewatch starts at the beginning.
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

/** The item is watched again from its beginning, so what follows no longer continues the earlier viewing. */
export function forget(recent: RecentlyWatched, key: string): RecentlyWatched {
  const { [key]: _, ...others } = recent;
  return others;
}

export function readRecent(stored: unknown): RecentlyWatched {
  if (!isRecord(stored)) return {};
  const entries = Object.entries(stored);
  return Object.fromEntries(entries.filter((one): one is [string, number] => Number.isFinite(one[1])));
}

/** A time in the future comes from a clock that was wrong, so the distance counts either way. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < resumptionDays * 86_400_000;
}
