/**
 * The canonical text of a JSON value, for signing: sorted keys, no blanks, and only quotes and backslashes
 * escaped (OLPC canonical JSON, as in TUF).
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${canonicalJson(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
