import { isRecord } from '../values/is-record';
import { isReadable, type Item } from '../media/item';

/** When connectors were submitted, in milliseconds since 1970. */
export type SubmissionLog = Readonly<{
  times: number[];
  /** Until when the tracker has asked to wait. */
  blockedUntil: number;
}>;

/** The documented limit of the tracker, per user. */
const submissionsPerHour = 5;

const hour = 3_600_000;

/** When the next one can be sent, in milliseconds since 1970; undefined for now. */
export function freeAt({ times, blockedUntil }: SubmissionLog, now: number): number | undefined {
  const recent = recentTimes(times, now);
  const oldest = recent.length >= submissionsPerHour ? recent.at(-submissionsPerHour) : undefined;
  const free = Math.max(blockedUntil, oldest === undefined ? 0 : oldest + hour);
  return free > now ? free : undefined;
}

export function rememberAttempt(log: SubmissionLog, now: number): SubmissionLog {
  return { ...log, times: [...recentTimes(log.times, now), now] };
}

/** Removes an attempt that the tracker has certainly not counted. */
export function forgetAttempt(log: SubmissionLog, at: number): SubmissionLog {
  const index = log.times.indexOf(at);
  return index === -1 ? log : { ...log, times: log.times.filter((_, other) => other !== index) };
}

/** How many can be sent now. */
export function submissionsLeft({ times }: SubmissionLog, now: number): number {
  return Math.max(0, submissionsPerHour - recentTimes(times, now).length);
}

/** A time in the future means that the clock was set back; it counts for an hour at most. */
function recentTimes(times: number[], now: number): number[] {
  return times.filter((time) => time > now - hour && time <= now + hour);
}

export function readSubmissionLog(stored: unknown): SubmissionLog {
  if (!isRecord(stored)) return { times: [], blockedUntil: 0 };
  const { times, blockedUntil } = stored;
  return {
    times: Array.isArray(times)
      ? times.filter((time): time is number => typeof time === 'number').slice(-50)
      : [],
    blockedUntil: typeof blockedUntil === 'number' ? blockedUntil : 0,
  };
}

/** The part of a submission that a tracker refuses. */
type RefusedField = Readonly<{
  part: 'name' | 'domains' | 'definition';
  /** Path inside the part, such as `pages[0].item.title`; empty for all of it. */
  path: string;
}>;

/**
 * The field in a message such as "`definition.pages.0.kind` is required"; undefined if it names no known
 * field. According to the API's documentation a 400 states the field, but not in which form.
 */
export function refusedField(message: string): RefusedField | undefined {
  const named = /[`'"]?\b(name|domains|definition)\b((?:\.[\w$-]+|\[\d+\])*)/.exec(message);
  if (named === null) return undefined;
  const [, part = '', rest = ''] = named;
  const path = rest.replaceAll(/\.(\d+)(?=[.[]|$)/g, '[$1]').replace(/^\./, '');
  return { part: part as RefusedField['part'], path };
}

/** After this many titles, a draft certainly reads more than the one it was made from. */
export const ENOUGH_TITLES = 2;

/** The titles that a draft has read in full, with this one added; the same list if it is known. */
export function withSeenTitle(seen: string[], item: Partial<Item>): string[] {
  if (!isReadable(item)) return seen;
  const { type, title, seriesTitle, seasonNumber, episodeNumber, episodeTitle } = item;
  const key = JSON.stringify([type, title ?? seriesTitle, seasonNumber, episodeNumber ?? episodeTitle]);
  return seen.length >= ENOUGH_TITLES || seen.includes(key) ? seen : [...seen, key];
}
