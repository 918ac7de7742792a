import { browser } from './browser';

/**
 * Sets the alarm to fire at `when` (ms since 1970) or earlier. Future work is an alarm, not a timer, because
 * the worker can be killed at any moment.
 */
export async function wakeAt(name: string, when: number): Promise<void> {
  const known = await browser.alarms.get(name);
  // An earlier alarm stays: replacing it on every call could postpone it for ever.
  if (known !== undefined && known.scheduledTime <= when && known.scheduledTime > Date.now()) return;
  await wakeExactlyAt(name, when);
}

/**
 * Sets the alarm to fire at `when` (ms since 1970), replacing an earlier one, and then every minute until its
 * work has set it again or removed it: the worker can be killed before the work begins.
 */
export async function wakeExactlyAt(name: string, when: number): Promise<void> {
  // At least half a second ahead, so that the alarm is not due before it is set.
  await browser.alarms.create(name, { when: Math.max(when, Date.now() + 500), periodInMinutes: 1 });
}

export async function forgetAlarm(name: string): Promise<void> {
  await browser.alarms.clear(name);
}

export async function forgetAllAlarms(): Promise<void> {
  await browser.alarms.clearAll();
}

/** Call it at the top level of the worker only. */
export function onAlarm(callback: (name: string) => void): void {
  browser.alarms.onAlarm.addListener((alarm) => callback(alarm.name));
}
