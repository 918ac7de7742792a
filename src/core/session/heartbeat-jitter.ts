import { hash } from '../values/hash';

/**
 * The interval of one session in seconds: 100 to 120 % of the setting, fixed by the session's id, so that
 * clients which start a premiere in the same minute do not report in the same second for two hours. Never
 * less than the setting, which is the rate that the tracker's documentation allows.
 */
export function jitteredInterval(seconds: number, sessionId: string): number {
  return seconds * (1 + 0.2 * (hash(sessionId) / 0x1_0000_0000));
}
