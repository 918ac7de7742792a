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
  | 'sqlite'
  /** `sqlite` of an earlier commit. */
  | 'earlier'
  | 'postgres';
