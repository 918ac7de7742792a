/** Sources that a field of a definition can have. */
export const MAX_SOURCES = 12;

/** The sources with this one first, and not a second time. */
export function withFirst(source: unknown, sources: unknown): readonly unknown[] {
  const others = Array.isArray(sources) ? (sources as unknown[]) : [];
  const same = JSON.stringify(source);
  return [source, ...others.filter((one) => JSON.stringify(one) !== same)].slice(0, MAX_SOURCES);
}

/** The sources with this one in its place among them; see `RepairedField`. */
export function withSource(source: unknown, sources: unknown, after = 0): readonly unknown[] {
  if (after === 0) return withFirst(source, sources);
  return [...(Array.isArray(sources) ? (sources as unknown[]) : []).slice(0, after), source];
}
