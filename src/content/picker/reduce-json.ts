/** Names by which an object says what it is and which page it is about; needed to find it again. */
const alwaysKept: ReadonlySet<string> = new Set(['@type', '@id', 'url', 'mainEntityOfPage', '@graph', 'type', 'id']);

/**
 * Of JSON only what plain paths (`$.a.b[0].c`) lead to, with the types and addresses of the objects on the way. A path
 * that searches (`..`, filters) keeps nothing: what it would take along cannot be told.
 */
export function reduceJson(value: unknown, paths: readonly string[]): unknown {
  const wanted = paths.flatMap((path) => keysOf(path) ?? []);
  if (wanted.length === 0) return undefined;
  return copy(value, wanted, 0);
}

function copy(value: unknown, wanted: readonly (readonly string[])[], depth: number): unknown {
  if (depth > 8) return undefined;
  if (Array.isArray(value)) {
    // Lists stand in between without being named in paths of linked data, and by [*] or an index elsewhere.
    const inner = wanted.map((keys) => (keys[0] === '[]' ? keys.slice(1) : keys));
    return value.slice(0, 20).map((one) => copy(one, inner, depth + 1)).map((one) => one ?? null);
  }
  if (typeof value !== 'object' || value === null) return wanted.some((keys) => keys.length === 0) ? value : undefined;
  const found: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    const inner = wanted.filter(([first]) => first === key).map(([, ...rest]) => rest);
    if (key === '@graph') found[key] = copy(part, wanted, depth + 1);
    else if (inner.length > 0) found[key] = copy(part, inner, depth + 1);
    else if (alwaysKept.has(key) && (typeof part === 'string' || typeof part === 'number' || key === '@type')) found[key] = part;
  }
  return found;
}

function keysOf(path: string): string[][] {
  if (!path.startsWith('$') || path.includes('..') || path.includes('?')) return [];
  const keys = [...path.slice(1).matchAll(/\.([\w@$-]+)|\['([^']+)'\]|\[(-?\d+|\*)\]/g)].map(([, dot, quoted, index]) => dot ?? quoted ?? (index === undefined ? '' : '[]'));
  return [keys];
}
