/** What counts as read: neither nothing, false, empty text nor NaN. */
export function isSomething(value: unknown): boolean {
  return value === 0 || Boolean(value);
}
