import { invalid } from './api-error';

/** How far a time may be in the future, because clocks differ: 1 day. */
const AHEAD_MS = 24 * 3600_000;

/**
 * Milliseconds since 1970 of the field `name`, which is not before 1970 and at most a day ahead.
 * Throws 400.
 */
export function readTime(name: string, text: string, now: number): number {
  return checkTime(name, Date.parse(text), now + AHEAD_MS);
}

/** Like `readTime`, for a time that must not be after another one. */
export function checkTime(name: string, time: number, latest: number): number {
  if (time < 0) throw invalid(`\`${name}\` must not be before 1970`);
  if (time > latest) throw invalid(`\`${name}\` must not be after ${new Date(latest).toISOString()}`);
  return time;
}
