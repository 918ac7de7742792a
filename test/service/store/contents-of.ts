import SQLite from 'libsql';

/** The rows of each table of a database of SQLite, as JSON, sorted. */
export function contentsOf(path: string): ReadonlyMap<string, readonly string[]> {
  const sqlite = new SQLite(path);
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
    name: string;
  }[];
  const contents = tables.map(({ name }) => {
    const rows = sqlite.prepare(`SELECT * FROM ${name}`).raw().all();
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  sqlite.close();
  return new Map(contents);
}
