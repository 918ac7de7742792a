/** Whether a source counts as read: not for undefined, null, false, empty text and NaN. */
export function isSomething(value: unknown): boolean {
  return value === 0 || Boolean(value);
}
