/** Sources that a field of a definition can have. */
export const MAX_SOURCES = 12;

/**
 * The sources with this one first, without a duplicate. `after`: puts it after that many sources instead,
 * replacing all that follow.
 */
export function withSource(source: unknown, sources: unknown, after = 0): readonly unknown[] {
  const others = Array.isArray(sources) ? (sources as unknown[]) : [];
  if (after > 0) return [...others.slice(0, after), source];
  const same = JSON.stringify(source);
  return [source, ...others.filter((one) => JSON.stringify(one) !== same)].slice(0, MAX_SOURCES);
}
