/** What is measured side by side. */
export type ServerKind =
  /** A route that reads a body and stores nothing. */
  | 'empty'
  /** One statement and one commit for each request. */
  | 'sqlite-each'
  /** One statement for each request, one commit for each turn of the loop. */
  | 'sqlite-grouped'
  /** One statement, which commits itself. */
  | 'postgres-bare'
  /** One statement for all requests that have arrived meanwhile. */
  | 'postgres-grouped'
  | 'sqlite'
  /** `sqlite` of an earlier commit. */
  | 'earlier'
  | 'postgres'
  /** These with the history that DATA has, and a sign-in for pages, without other people. */
  | 'sqlite-seeded'
  | 'postgres-seeded';

/** The first of the films that are begun before a measurement, so that they can be crossed. */
export const FIRST_BEGUN = 1_000_000;
