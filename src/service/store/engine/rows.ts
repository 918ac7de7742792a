import type { Engine, Queries, Value } from './database';

/** Columns of a list of rows, with their types. */
export type Columns = Readonly<Record<string, 'TEXT' | 'BIGINT'>>;

export type RowOf<C extends Columns> = { readonly [K in keyof C]: Value };

/**
 * SQL for a table `u`, whose rows are one parameter: an array as JSON. The statement is then the same for any
 * number of rows and is prepared once.
 */
export function rowsOf(engine: Engine, columns: Columns): string {
  const names = Object.entries(columns);
  if (engine === 'postgres')
    return `json_to_recordset(CAST(? AS json)) AS u (${names.map((column) => column.join(' ')).join(', ')})`;
  const read = names.map(([name]) => `value ->> '${name}' AS ${name}`).join(', ');
  return `(SELECT ${read} FROM json_each(?)) AS u`;
}

/**
 * The end of a SELECT that locks the rows of `p` and skips those that another transaction has locked, so that
 * a write for many people waits for none of them. SQLite has one write transaction at a time anyway.
 */
export function lockFree(engine: Engine): string {
  return engine === 'postgres' ? 'FOR UPDATE OF p SKIP LOCKED' : '';
}

/** A table to insert rows into, and the action for existing ones. */
export type Into<C extends Columns> = Readonly<{
  table: string;
  columns: C;
  /** The SQL after `ON CONFLICT`. */
  conflict: string;
  /** Columns to return of each inserted or changed row. */
  returning?: string;
}>;

/** A statement that inserts rows, and its one parameter. */
export type Insert = Readonly<{
  sql: string;
  value: string;
  returns: boolean;
}>;

/**
 * The statement for these rows; empty if there are none. Sorts them, so that two transactions cannot
 * deadlock.
 */
export function insertOf<C extends Columns>(
  engine: Engine,
  { table, columns, conflict, returning }: Into<C>,
  rows: RowOf<C>[],
): Insert[] {
  if (rows.length === 0) return [];
  const keys = Object.keys(columns);
  const sorted = rows
    .map((row) => ({ row, place: keys.map((key) => String(row[key])).join(' ') }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ row }) => row);
  const sql = `INSERT INTO ${table} (${keys.join(', ')})
    SELECT ${keys.map((key) => `u.${key}`).join(', ')} FROM ${rowsOf(engine, columns)} WHERE TRUE
    ON CONFLICT ${conflict} ${returning === undefined ? '' : `RETURNING ${returning}`}`;
  return [{ sql, value: JSON.stringify(sorted, keys), returns: returning !== undefined }];
}

/**
 * Inserts into several independent tables and returns the rows of the last statement. PostgreSQL gets one
 * statement: a round trip costs as much as the rows of a small group.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
export async function insertAll<T>(tx: Queries, inserts: Insert[]): Promise<T[]> {
  const last = inserts.at(-1);
  if (last === undefined) return [];
  const others = inserts.slice(0, -1);
  if (tx.engine === 'postgres') {
    const parts = others.map(({ sql }, index) => `part${String(index)} AS (${sql})`);
    const before = parts.length === 0 ? '' : `WITH ${parts.join(', ')} `;
    return tx.all<T>(`${before}${last.sql}`, ...inserts.map(({ value }) => value));
  }
  for (const { sql, value } of last.returns ? others : inserts) await tx.run(sql, value);
  return last.returns ? tx.all<T>(last.sql, last.value) : [];
}

/** Inserts rows with one statement. */
export async function putRows<C extends Columns>(
  tx: Queries,
  into: Into<C>,
  rows: RowOf<C>[],
): Promise<void> {
  for (const { sql, value } of insertOf(tx.engine, into, rows)) await tx.run(sql, value);
}

/**
 * `(?, ?)` for the values of a list, and these values, padded to a power of two by repeating the last one.
 * The engine caches each prepared statement, and padding keeps their number small.
 */
export function inList<T extends Value>(list: T[]): { sql: string; values: T[] } {
  const last = list.at(-1);
  // `IN (NULL)` matches nothing.
  if (last === undefined) return { sql: '(NULL)', values: [] };
  const length = 2 ** Math.ceil(Math.log2(list.length));
  const values = [...list, ...Array<T>(length - list.length).fill(last)];
  return { sql: `(${values.map(() => '?').join(', ')})`, values };
}
