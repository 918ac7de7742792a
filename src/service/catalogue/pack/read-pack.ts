import type SQLite from 'libsql';
import type { OpenSeries, OpenWork, SiteId, WorkKind } from '../sources/open-work';
import { nameKey, unpackSeries, unpackWork, wordsOf } from './packed';

/** Most works that a search answers with, and most of which the names are read for it. */
const RESULT_LIMIT = 20;
const READ_LIMIT = 40;
/** Words of a search that count. */
const WORD_LIMIT = 8;

interface PackRow {
  readonly body: Uint8Array;
}

/** The questions that the file answers. */
export function createPackReader(db: SQLite.Database) {
  const named = db.prepare(
    `SELECT w.body FROM names AS n JOIN works AS w ON w.id = n.work
     WHERE n.key = ? AND w.kind = ? ORDER BY w.popularity DESC LIMIT ${String(RESULT_LIMIT)}`,
  );
  const worded = db.prepare(
    // The best known are found before their bodies are read: many works have a common word.
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
    /** Those of exactly this name, otherwise those with all its words in one name; the best known first. */
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
    /** `undefined`: not known. */
    series(tmdbId: number): OpenSeries | undefined {
      const body = (episodes.get(tmdbId) as { body: Uint8Array | null } | undefined)?.body;
      return body == null ? undefined : unpackSeries(body);
    },
  };
}

/** The last word may be the beginning of one: whoever types has not ended. */
function matching(words: readonly string[]): string {
  return words.map((word, index) => `"${word}"${index === words.length - 1 ? '*' : ''}`).join(' ');
}

function hasWords(title: string, words: readonly string[]): boolean {
  const known = wordsOf(title);
  return words.every((word, index) =>
    known.some((one) => (index === words.length - 1 ? one.startsWith(word) : one === word)),
  );
}
