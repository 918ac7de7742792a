/** Whether a value counts as read: undefined, null, false, empty text and NaN do not. */
export function isSomething(value: unknown): boolean {
  return value === 0 || Boolean(value);
}
