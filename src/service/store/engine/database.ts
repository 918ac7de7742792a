/** A value of a column or of a parameter. */
export type Value = string | number | null;

export type Engine = 'sqlite' | 'postgres';

/**
 * SQL that both engines understand: `?` for parameters, quoted names where a name has capital letters, no
 * functions of one engine.
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
  /** As `one`, for a row that the transaction will change: others that change it wait until its end. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
  lock<T>(sql: string, ...values: Value[]): Promise<T | undefined>;
}

/** What the store needs of a database. */
export interface Database extends Queries {
  /** Calls `flush` at the end of the turn of the event loop, when what arrives with it has arrived. */
  readonly schedule: (flush: () => void) => void;
  /**
   * Runs `work` as one write transaction, all or nothing, and resolves once it is on the disk. `work` awaits
   * nothing but its statements and changes nothing else: it runs again when it collides with another one, and
   * when another one of its group has failed. Transactions cannot be
   * nested.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * As `transaction`. Until its end no other one changes the viewings, the sums or the time zone of the
   * person: sums are changed by differences, so what they are taken from must not change in between.
   * SQLite has one write transaction at a time anyway.
   */
  personTransaction<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Writes a whole copy to a file that does not exist yet, while others go on. */
  backup(path: string): Promise<void>;
  /**
   * After a deletion: takes what was deleted out of the files that hold changes under way. Absent where the
   * engine does that on its own time.
   */
  scrub?(): Promise<void>;
  /** What the engine finds wrong with its own files; empty: nothing. */
  integrity(): Promise<string[]>;
  /** The same without comparing indexes, and beside the service: for a look once a day. */
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

/** The engine cannot be used at the moment: nothing was stored. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
