/** A value of a column or of a parameter. */
export type Value = string | number | null;

export type Engine = 'sqlite' | 'postgres';

/**
 * Queries in SQL that both engines understand: `?` for parameters, quotes around names with capital letters,
 * no functions that only one engine has.
 */
export type Queries = Readonly<{
  engine: Engine;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
  all<T>(sql: string, ...values: Value[]): Promise<T[]>;
  /** The first row. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
  one<T>(sql: string, ...values: Value[]): Promise<T | undefined>;
  /** Returns how many rows were inserted, changed or deleted. */
  run(sql: string, ...values: Value[]): Promise<number>;
}>;

/** Statements of one transaction. */
export interface Transaction extends Queries {
  /** Like `one`, and locks the row: other transactions that change it wait for this one. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
  lock<T>(sql: string, ...values: Value[]): Promise<T | undefined>;
}

/** The database operations that the store uses. */
export interface Database extends Queries {
  /** Calls `flush` at the end of the turn of the event loop, after the other requests of this turn. */
  readonly schedule: (flush: () => void) => void;
  /**
   * Runs `work` as one write transaction and resolves once it is on the disk. `work` may await only its
   * statements and must have no other effects: it runs again after a collision, and after a failure in its
   * group. Transactions cannot be nested.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, and locks the person: no other transaction changes their viewings, sums or time zone
   * meanwhile. Sums are updated by differences, so the viewings that they count must not change in between.
   * On SQLite, write transactions run one at a time anyway.
   */
  personTransaction<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Writes a full copy to a new file, while other requests continue. */
  backup(path: string): Promise<void>;
  /** Removes deleted data from the engine's journal files. Absent if the engine does that itself. */
  scrub?(): Promise<void>;
  /** The faults that the engine finds in its files; empty: none. */
  integrity(): Promise<string[]>;
  /** Like `integrity` without comparing indexes, in a separate thread: for a daily check. */
  quickCheck(): Promise<string[]>;
  close(): Promise<void>;
}

/** The data cannot be used by this version. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: 'newer-data' | 'damaged';

  constructor(message: string, { code = 'newer-data' }: Readonly<{ code?: StoreError['code'] }> = {}) {
    super(message);
    this.code = code;
  }
}

/** The engine is unavailable at the moment; nothing was stored. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
