/** A copy of plain data, as IndexedDB makes one: `undefined`, Infinity and NaN stay. */
export function cloneData<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cloneData) as T;
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = cloneData(value[key]);
  return copy as T;
}

/** A copy as JSON makes one, for messages and `storage`: without `undefined`, other numbers are null. */
export function cloneJson<T>(value: T): T {
  if (typeof value === 'number') return (Number.isFinite(value) ? value : null) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => cloneJson(one ?? null)) as T;
  const copy: Record<string, unknown> = {};
  for (const key in value) {
    const inner: unknown = value[key];
    if (inner !== undefined && typeof inner !== 'function') copy[key] = cloneJson(inner);
  }
  return copy as T;
}
