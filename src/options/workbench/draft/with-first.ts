/** Sources that a field of a definition can have. */
const MAX_SOURCES = 12;

/** The sources with this one first, and not a second time. */
export function withFirst(source: unknown, sources: unknown): readonly unknown[] {
  const others = Array.isArray(sources) ? (sources as unknown[]) : [];
  const same = JSON.stringify(source);
  return [source, ...others.filter((one) => JSON.stringify(one) !== same)].slice(0, MAX_SOURCES);
}
