/** A copy of plain data, as IndexedDB makes one: `undefined`, Infinity and NaN stay. */
export function cloneData<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cloneData) as T;
  // A spread copies the hidden class of the object too; keys added one by one build it anew.
  const copy = { ...value } as Record<string, unknown>;
  for (const key in copy) {
    const inner = copy[key];
    if (typeof inner === 'object' && inner !== null) copy[key] = cloneData(inner);
  }
  return copy as T;
}

/** A copy as JSON makes one, for messages and `storage`: without `undefined`, other numbers are null. */
export function cloneJson<T>(value: T): T {
  if (typeof value === 'number') return (Number.isFinite(value) ? value : null) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => cloneJson(one ?? null)) as T;
  const copy = { ...value } as Record<string, unknown>;
  for (const key in copy) {
    const inner = copy[key];
    if (typeof inner === 'string' || typeof inner === 'boolean') continue;
    if (inner === undefined || typeof inner === 'function') delete copy[key];
    else copy[key] = cloneJson(inner);
  }
  return copy as T;
}
