import { isRecord } from '../values/is-record';

/** When connectors were submitted, in milliseconds since 1970. */
export type SubmissionLog = Readonly<{
  times: readonly number[];
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
function recentTimes(times: readonly number[], now: number): readonly number[] {
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
