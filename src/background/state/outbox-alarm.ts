import { wakeAt } from '../../platform/browser/alarms';

export const OUTBOX_ALARM = 'outbox';

/** The least that browsers grant an alarm. */
export const ALARM_MILLISECONDS = 30_000;

/** Should the worker be stopped before it has sent what waits, this alarm resumes the work. */
export function wakeForOutbox(now: number): Promise<void> {
  return wakeAt(OUTBOX_ALARM, now + ALARM_MILLISECONDS);
}
