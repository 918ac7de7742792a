/** An object with named fields, as JSON has them: neither `null` nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `Number.isFinite` as a type guard. */
export function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
