import type { Engine, Queries, Value } from './database';

/** Columns of a list of rows, with their types. */
export type Columns = Readonly<Record<string, 'TEXT' | 'BIGINT'>>;

export type RowOf<C extends Columns> = { readonly [K in keyof C]: Value };

/**
 * A list of rows as a table `u`, for one value: the text of `JSON.stringify`. So the statement is the same
 * for lists of all lengths, and is prepared once.
 */
export function rowsOf(engine: Engine, columns: Columns): string {
  const names = Object.entries(columns);
  if (engine === 'postgres')
    return `json_to_recordset(CAST(? AS json)) AS u (${names.map((column) => column.join(' ')).join(', ')})`;
  const read = names.map(([name]) => `value ->> '${name}' AS ${name}`).join(', ');
  return `(SELECT ${read} FROM json_each(?)) AS u`;
}

/**
 * The end of a SELECT that locks the rows of `p`, and leaves out those that another transaction has locked:
 * whoever writes for many people waits for none of them. SQLite has one write transaction at a time anyway.
 */
export function lockFree(engine: Engine): string {
  return engine === 'postgres' ? 'FOR UPDATE OF p SKIP LOCKED' : '';
}

/** What rows are inserted into, and what happens to those that are there. */
export interface Into<C extends Columns> {
  readonly table: string;
  readonly columns: C;
  /** Follows ON CONFLICT. */
  readonly conflict: string;
}

/** Inserts rows with one statement. In one order, so that two transactions never wait for each other. */
export async function putRows<C extends Columns>(
  tx: Queries,
  { table, columns, conflict }: Into<C>,
  rows: readonly RowOf<C>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const keys = Object.keys(columns);
  const sorted = rows
    .map((row) => ({ row, place: keys.map((key) => String(row[key])).join(' ') }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ row }) => row);
  return tx.run(
    `INSERT INTO ${table} (${keys.join(', ')})
     SELECT ${keys.map((key) => `u.${key}`).join(', ')} FROM ${rowsOf(tx.engine, columns)} WHERE TRUE
     ON CONFLICT ${conflict}`,
    JSON.stringify(sorted, keys),
  );
}
