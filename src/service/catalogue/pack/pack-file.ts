import { existsSync, rmSync, statSync } from 'node:fs';
import SQLite from 'libsql';
import type { OpenSeries, OpenWork, SiteId, WorkKind } from '../sources/open-work';
import { createPackWriter } from './write-pack';
import { nameKey, unpackSeries, unpackWork, wordsOf } from './packed';

/** Maximum number of works that a search returns. */
const RESULT_LIMIT = 20;
/** Maximum number of works whose names a search reads. */
const READ_LIMIT = 40;
/** Maximum number of words that a search uses. */
const WORD_LIMIT = 8;

/**
 * Version of the file format. A file of another version is replaced: everything in it can be fetched again.
 */
const FORM = 1;
/** Kibibytes of the file that SQLite keeps in memory. */
const CACHE_KIB = 16_000;
/** Milliseconds that one process waits for another that writes. */
const BUSY_MS = 5000;

const SCHEMA = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE wanted (
    wikidata_id TEXT PRIMARY KEY, kind TEXT NOT NULL, popularity INTEGER NOT NULL,
    modified TEXT NOT NULL, fetched TEXT
  ) WITHOUT ROWID;
  CREATE TABLE works (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, tmdb_id INTEGER NOT NULL, wikidata_id TEXT NOT NULL,
    imdb_id TEXT, tvdb_id INTEGER, popularity INTEGER NOT NULL, body BLOB NOT NULL,
    UNIQUE (kind, tmdb_id)
  );
  CREATE INDEX works_by_wikidata ON works (wikidata_id);
  CREATE INDEX works_by_imdb ON works (imdb_id) WHERE imdb_id IS NOT NULL;
  CREATE INDEX works_by_tvdb ON works (tvdb_id) WHERE tvdb_id IS NOT NULL;
  CREATE TABLE names (key TEXT, work INTEGER, PRIMARY KEY (key, work)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE words USING fts5(
    names, content = '', contentless_delete = 1, detail = none,
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'"
  );
  CREATE TABLE site_ids (
    site TEXT, site_id TEXT, work INTEGER, PRIMARY KEY (site, site_id, work)
  ) WITHOUT ROWID;
  CREATE TABLE episodes (work INTEGER PRIMARY KEY, tvmaze_id INTEGER, asked_at INTEGER NOT NULL, body BLOB);
  PRAGMA user_version = ${String(FORM)};
`;

/** The file of the offline pack: works of Wikidata and episodes of TVmaze, for use without a network. */
export type PackFile = ReturnType<typeof openPackFile>;

/** Opens the file, and creates it if it is missing. Throws if it cannot be read. */
export function openPackFile(path: string) {
  removeOtherForm(path);
  const db = connect(path);
  let isOpen = true;
  return {
    ...createPackReader(db),
    ...createPackWriter(db),
    /** Moves the contents of the write-ahead log into the file. */
    settle: () => void db.pragma('wal_checkpoint(TRUNCATE)'),
    /** Bytes on the disk. */
    size: () => [path, `${path}-wal`].reduce((sum, file) => sum + sizeOf(file), 0),
    close(): void {
      // libsql ends the whole process when a closed database is used or closed again.
      if (isOpen) db.close();
      isOpen = false;
    },
  };
}

/** Deletes the file. */
export function removePackFile(path: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
}

function connect(path: string): SQLite.Database {
  const db = new SQLite(path);
  try {
    db.pragma('journal_mode = WAL');
    // After a power failure the last works may be lost and are fetched again.
    db.pragma('synchronous = NORMAL');
    db.pragma(`busy_timeout = ${String(BUSY_MS)}`);
    db.pragma(`cache_size = ${String(-CACHE_KIB)}`);
    if (formOf(db) !== FORM) db.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The version of the file format; 0 for a new file. */
function formOf(db: SQLite.Database): number {
  return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/** Deletes a file of another format version, or one that SQLite cannot read. */
function removeOtherForm(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  let db: SQLite.Database | undefined;
  let isOurs = false;
  try {
    db = new SQLite(path, { readonly: true });
    isOurs = formOf(db) === FORM;
  } catch {
    isOurs = false;
  } finally {
    db?.close();
  }
  if (!isOurs) removePackFile(path);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

type PackRow = Readonly<{
  body: Uint8Array;
}>;

/** The queries that the file answers. */
function createPackReader(db: SQLite.Database) {
  const named = db.prepare(
    `SELECT w.body FROM names AS n JOIN works AS w ON w.id = n.work
     WHERE n.key = ? AND w.kind = ? ORDER BY w.popularity DESC LIMIT ${String(RESULT_LIMIT)}`,
  );
  const worded = db.prepare(
    // The best known works are selected before their bodies are read, because many works share a common word.
    `SELECT body FROM works WHERE id IN (
       SELECT w.id FROM words AS f JOIN works AS w ON w.id = f.rowid
       WHERE f.words MATCH ? AND w.kind = ? ORDER BY w.popularity DESC LIMIT ${String(READ_LIMIT)})
     ORDER BY popularity DESC`,
  );
  const byTmdb = db.prepare('SELECT body FROM works WHERE kind = ? AND tmdb_id = ?');
  const byImdb = db.prepare('SELECT body FROM works WHERE imdb_id = ?');
  const byTvdb = db.prepare('SELECT body FROM works WHERE tvdb_id = ?');
  const bySite = db.prepare(
    `SELECT w.body FROM site_ids AS s JOIN works AS w ON w.id = s.work
     WHERE s.site = ? AND s.site_id = ?`,
  );
  const episodes = db.prepare(
    `SELECT e.body FROM works AS w JOIN episodes AS e ON e.work = w.id
     WHERE w.kind = 'tv' AND w.tmdb_id = ?`,
  );
  const works = (statement: SQLite.Statement, ...values: unknown[]) =>
    (statement.all(...values) as PackRow[]).map(({ body }) => unpackWork(body));
  return {
    /** Works of exactly this name, otherwise works with all its words in one name; best known first. */
    search(kind: WorkKind, text: string): OpenWork[] {
      const exact = works(named, nameKey(text), kind);
      const words = wordsOf(text).slice(0, WORD_LIMIT);
      if (exact.length > 0 || words.length === 0) return exact;
      const isNamed = ({ names }: OpenWork) => names.some(({ title }) => hasWords(title, words));
      return works(worded, matching(words), kind).filter(isNamed).slice(0, RESULT_LIMIT);
    },
    work: (kind: WorkKind, tmdbId: number): OpenWork | undefined => works(byTmdb, kind, tmdbId)[0],
    byImdbId: (id: string): OpenWork[] => works(byImdb, id),
    byTvdbId: (id: number): OpenWork[] => works(byTvdb, id),
    bySiteId: ({ site, id }: SiteId): OpenWork[] => works(bySite, site, id),
    /** The episodes of a series; `undefined` if they are not known. */
    series(tmdbId: number): OpenSeries | undefined {
      const body = (episodes.get(tmdbId) as { body: Uint8Array | null } | undefined)?.body;
      return body == null ? undefined : unpackSeries(body);
    },
  };
}

/** An FTS5 query for all words. The last word is a prefix, because the person may still be typing it. */
function matching(words: string[]): string {
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}

function hasWords(title: string, words: string[]): boolean {
  const known = wordsOf(title);
  return words.every((word, index) =>
    known.some((one) => (index === words.length - 1 ? one.startsWith(word) : one === word)),
  );
}
