import { browser } from './browser';

/** Work in the future is an alarm, never a timer: the worker may be gone by then. */
export async function wakeAt(name: string, when: number): Promise<void> {
  const known = await browser.alarms.get(name);
  // Setting an alarm again each time would push it ahead of itself; an earlier one is kept.
  if (known !== undefined && known.scheduledTime <= when && known.scheduledTime > Date.now()) return;
  await browser.alarms.create(name, { when: Math.max(when, Date.now() + 500) });
}

/** Sets it anew, also where an earlier one was set: what that was for is done. */
export async function wakeExactlyAt(name: string, when: number): Promise<void> {
  await browser.alarms.create(name, { when: Math.max(when, Date.now() + 500) });
}

export async function forgetAlarm(name: string): Promise<void> {
  await browser.alarms.clear(name);
}

/** Top level of the worker only. */
export function onAlarm(callback: (name: string) => void): void {
  browser.alarms.onAlarm.addListener((alarm) => callback(alarm.name));
}
