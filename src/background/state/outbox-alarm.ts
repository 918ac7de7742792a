import { wakeAt } from '../../platform/browser/alarms';

export const OUTBOX_ALARM = 'outbox';

/** Milliseconds: the shortest alarm that browsers allow. */
export const ALARM_MILLISECONDS = 30_000;

/** If the worker is stopped before it has sent what waits, this alarm resumes the work. */
export function wakeForOutbox(now: number): Promise<void> {
  return wakeAt(OUTBOX_ALARM, now + ALARM_MILLISECONDS);
}
