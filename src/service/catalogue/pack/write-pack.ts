import type SQLite from 'libsql';
import type { OpenSeries, OpenWork, WorkKind } from '../sources/open-work';
import type { ListedWork } from '../sources/wikidata';
import { nameKey, packSeries, packWork, unpackWork, wordsOf } from './packed';

/** A work that the pack should have. */
interface WantedWork extends ListedWork {
  readonly kind: WorkKind;
}

/** A series whose episodes must be fetched. */
type WantedSeries = Readonly<{
  id: number;
  work: OpenWork;
}>;

export type PackCounts = Readonly<{
  wanted: number;
  /** Number of wanted works that were looked up. */
  fetched: number;
  films: number;
  series: number;
  /** Series whose episodes were looked up. */
  asked: number;
  episodes: number;
}>;

type PackFact = 'listed' | 'completed' | 'unfinished' | 'stop' | 'lease' | 'problem';

/** The functions by which an update writes into the file. */
export function createPackWriter(db: SQLite.Database) {
  return {
    ...factWriter(db),
    ...listWriter(db),
    ...workWriter(db),
    ...seriesWriter(db),
    counts(): PackCounts {
      const count = (sql: string) =>
        (db.prepare(`SELECT count(*) AS n FROM ${sql}`).get() as { n: number }).n;
      return {
        wanted: count('wanted'),
        fetched: count('wanted WHERE fetched = modified'),
        films: count("works WHERE kind = 'movie'"),
        series: count("works WHERE kind = 'tv'"),
        asked: count('episodes WHERE asked_at > 0'),
        episodes: count('episodes WHERE body IS NOT NULL'),
      };
    },
  };
}

/** Runs synchronous work in one transaction. */
function atOnce<T>(db: SQLite.Database, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function factWriter(db: SQLite.Database) {
  const read = db.prepare('SELECT value FROM facts WHERE name = ?');
  const write = db.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)');
  const remove = db.prepare('DELETE FROM facts WHERE name = ?');
  const fact = (name: PackFact) => (read.get(name) as { value: string } | undefined)?.value;
  return {
    fact,
    setFact(name: PackFact, value: string | undefined): void {
      if (value === undefined) remove.run(name);
      else write.run(name, value);
    },
    /** Takes or renews the lease of an update. False if another update is running. */
    lease: (holder: string, now: number, untilMs: number): boolean =>
      atOnce(db, () => {
        const [other, until] = fact('lease')?.split(' ') ?? [];
        if (other !== undefined && other !== holder && Number(until) > now) return false;
        write.run('lease', `${holder} ${String(untilMs)}`);
        return true;
      }),
  };
}

function listWriter(db: SQLite.Database) {
  const add = db.prepare(
    `INSERT INTO wanted (wikidata_id, kind, popularity, modified) VALUES (?, ?, ?, ?)
     ON CONFLICT (wikidata_id) DO UPDATE
       SET kind = excluded.kind, popularity = excluded.popularity, modified = excluded.modified`,
  );
  const next = db.prepare(
    `SELECT wikidata_id AS "wikidataId", kind, popularity, modified FROM wanted
     WHERE fetched IS NULL OR fetched <> modified
     ORDER BY kind = 'movie', popularity DESC, wikidata_id LIMIT ?`,
  );
  return {
    /** Replaces the list of one kind. Fetched works stay. */
    want: (kind: WorkKind, works: WantedWork[]): void =>
      atOnce(db, () => {
        const ids = JSON.stringify(works.map(({ wikidataId }) => wikidataId));
        db.prepare(
          'DELETE FROM wanted WHERE kind = ? AND wikidata_id NOT IN (SELECT value FROM json_each(?))',
        ).run(kind, ids);
        for (const { wikidataId, popularity, modified } of works)
          add.run(wikidataId, kind, popularity, modified);
      }),
    /** Works that are missing or have changed: series first, then the best known. */
    nextWanted: (limit: number) => next.all(limit) as WantedWork[],
  };
}

function workWriter(db: SQLite.Database) {
  const before = db.prepare('SELECT id, body FROM works WHERE wikidata_id = ? OR (kind = ? AND tmdb_id = ?)');
  const add = db.prepare(
    `INSERT INTO works (id, kind, tmdb_id, wikidata_id, imdb_id, tvdb_id, popularity, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addName = db.prepare('INSERT OR IGNORE INTO names (key, work) VALUES (?, ?)');
  const addWords = db.prepare('INSERT INTO words (rowid, names) VALUES (?, ?)');
  const addSite = db.prepare('INSERT OR IGNORE INTO site_ids (site, site_id, work) VALUES (?, ?, ?)');
  const isFetched = db.prepare('UPDATE wanted SET fetched = ? WHERE wikidata_id = ?');
  const remove = workRemover(db);

  function store(work: OpenWork): void {
    const { kind, tmdbId, wikidataId = '', imdbId, tvdbId, popularity = 0 } = work;
    const known = before.all(wikidataId, kind, tmdbId) as { id: number; body: Uint8Array }[];
    for (const one of known) remove(one.id, unpackWork(one.body));
    const body = packWork(work);
    const ids = [imdbId ?? null, tvdbId ?? null] as const;
    // The id stays the same, because `episodes` refers to it.
    const { lastInsertRowid } = add.run(
      known[0]?.id ?? null,
      kind,
      tmdbId,
      wikidataId,
      ...ids,
      popularity,
      body,
    );
    addLookUps(Number(lastInsertRowid), work);
  }

  /** Adds the keys by which the work is found. */
  function addLookUps(id: number, work: OpenWork): void {
    for (const key of new Set(work.names.map(({ title }) => nameKey(title)))) addName.run(key, id);
    const words = new Set(work.names.flatMap(({ title }) => wordsOf(title)));
    addWords.run(id, [...words].join(' '));
    for (const { site, id: siteId } of work.siteIds ?? []) addSite.run(site, siteId, id);
  }

  return {
    /** Stores works. `asked`: the works that were looked up, including those that were not found. */
    addWorks: (asked: WantedWork[], works: OpenWork[]): void =>
      atOnce(db, () => {
        for (const work of works) store(work);
        for (const { wikidataId, modified } of asked) isFetched.run(modified, wikidataId);
      }),
  };
}

function workRemover(db: SQLite.Database) {
  const removeName = db.prepare('DELETE FROM names WHERE key = ? AND work = ?');
  const removeSite = db.prepare('DELETE FROM site_ids WHERE site = ? AND site_id = ? AND work = ?');
  const removeWords = db.prepare('DELETE FROM words WHERE rowid = ?');
  const removeWork = db.prepare('DELETE FROM works WHERE id = ?');
  return (id: number, { names, siteIds = [] }: OpenWork): void => {
    for (const key of new Set(names.map(({ title }) => nameKey(title)))) removeName.run(key, id);
    for (const { site, id: siteId } of siteIds) removeSite.run(site, siteId, id);
    removeWords.run(id);
    removeWork.run(id);
  };
}

function seriesWriter(db: SQLite.Database) {
  const next = db.prepare(
    `SELECT w.id, w.body FROM works AS w LEFT JOIN episodes AS e ON e.work = w.id
     WHERE w.kind = 'tv' AND coalesce(e.asked_at, 0) = 0 ORDER BY w.popularity DESC LIMIT ?`,
  );
  const add = db.prepare(
    'INSERT OR REPLACE INTO episodes (work, tvmaze_id, asked_at, body) VALUES (?, ?, ?, ?)',
  );
  return {
    /** Series whose episodes are missing or have changed, the best known first. */
    nextSeries: (limit: number): WantedSeries[] =>
      (next.all(limit) as { id: number; body: Uint8Array }[]).map(({ id, body }) => ({
        id,
        work: unpackWork(body),
      })),
    /** Stores the episodes of a series, `undefined` if TVmaze lacks it. `at`: milliseconds since 1970. */
    addSeries({ id }: WantedSeries, series: OpenSeries | undefined, at: number): void {
      add.run(id, series?.tvmazeId ?? null, at, series === undefined ? null : packSeries(series));
    },
    /**
     * Marks series whose episodes are to be fetched again: those that have changed since, and those that
     * TVmaze did not know. `changed` maps TVmaze ids to milliseconds since 1970. The old episodes stay until
     * then.
     */
    forgetChanged: (changed: ReadonlyMap<number, number>): void =>
      atOnce(db, () => {
        const rows = db.prepare('SELECT work, tvmaze_id AS "tvmazeId", asked_at AS "askedAt" FROM episodes');
        for (const { work, tvmazeId, askedAt } of rows.all() as SeriesRow[])
          if (tvmazeId === null || (changed.get(tvmazeId) ?? 0) > askedAt)
            db.prepare('UPDATE episodes SET asked_at = 0 WHERE work = ?').run(work);
      }),
  };
}

type SeriesRow = Readonly<{
  work: number;
  tvmazeId: number | null;
  askedAt: number;
}>;
