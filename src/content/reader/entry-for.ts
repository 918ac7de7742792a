/**
 * The entry of `table` for a source or a transform. The schema of definitions guarantees that it has exactly
 * one of the table's keys, its kind.
 */
export function entryFor<Table extends object>(table: Table, value: object): Table[keyof Table] | undefined {
  for (const kind in table) if (kind in value) return table[kind];
  return undefined;
}
