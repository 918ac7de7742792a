/** `Number.isFinite` as a type guard. */
export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
