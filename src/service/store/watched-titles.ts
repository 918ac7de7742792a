import type { Database, Engine, Queries, Value } from './engine/database';
import { inList, insertOf, type Insert, type RowOf } from './engine/rows';
import { MEDIA_COLUMNS, TITLES_OF, type MediaRow } from './media';
import { addToTallies, readTallies } from './count-viewings';

/** Titles as the right side of `IN`, and its values. */
type Which = Readonly<{
  sql: string;
  values: Value[];
}>;

/**
 * Recounts the viewings of these titles, and deletes the rows of titles without any. Call it in the
 * transaction that has changed them.
 */
export async function refreshTitles(tx: Queries, userId: string, { sql, values }: Which): Promise<void> {
  const count = async () =>
    (await tx.one<{ films: number | null; episodes: number | null }>(
      `SELECT sum(CASE WHEN kind = 'movie' THEN 1 ELSE 0 END) AS films,
         sum(CASE WHEN kind = 'episode' THEN 1 ELSE 0 END) AS episodes
       FROM watched_titles WHERE user_id = ? AND media IN ${sql}`,
      userId,
      ...values,
    )) ?? { films: 0, episodes: 0 };
  const before = await count();
  await tx.run(
    `DELETE FROM watched_titles WHERE user_id = ? AND media IN ${sql} AND NOT EXISTS (
       SELECT 1 FROM watches AS w
       WHERE w.user_id = watched_titles.user_id AND w.media = watched_titles.media)`,
    userId,
    ...values,
  );
  await tx.run(
    `${ADD_WATCHED_TITLES} WHERE user_id = ? AND media IN ${sql} GROUP BY user_id, media
     ${REPLACING}`,
    userId,
    ...values,
  );
  const after = await count();
  const films = (after.films ?? 0) - (before.films ?? 0);
  const episodes = (after.episodes ?? 0) - (before.episodes ?? 0);
  if (films !== 0 || episodes !== 0) await addToTallies(tx, userId, { films, episodes });
}

const REPLACING = `
  ON CONFLICT (user_id, media) DO UPDATE
  SET show_id = excluded.show_id, episode_id = excluded.episode_id, times = excluded.times,
    watched_at = excluded.watched_at`;

/**
 * The statement that counts one more viewing of each of these titles, of several people. A title of a person
 * may occur once. Does not change the tallies; the caller does.
 */
export function watchedTitlesAdded(
  engine: Engine,
  viewings: (Omit<RowOf<typeof ADDED.columns>, 'kind' | 'times'> & Readonly<{ media: string }>)[],
): Insert[] {
  const rows = viewings.map((viewing) => ({
    ...viewing,
    kind: viewing.media.startsWith('movie:') ? 'movie' : 'episode',
    times: 1,
  }));
  return insertOf(engine, ADDED, rows);
}

const LATER = (column: string) => `
  ${column} = CASE WHEN watched_titles.${column} >= excluded.${column} OR excluded.${column} IS NULL
    THEN watched_titles.${column} ELSE excluded.${column} END`;

const ADDED = {
  table: 'watched_titles',
  columns: {
    user_id: 'TEXT',
    media: 'TEXT',
    kind: 'TEXT',
    show_id: 'BIGINT',
    episode_id: 'BIGINT',
    times: 'BIGINT',
    watched_at: 'BIGINT',
  },
  conflict: `(user_id, media) DO UPDATE
    SET times = watched_titles.times + excluded.times, show_id = excluded.show_id, ${LATER('episode_id')},
      ${LATER('watched_at')}`,
  returning: 'user_id, media, times',
} as const;

export const ADD_WATCHED_TITLES = `
  INSERT INTO watched_titles (user_id, media, kind, show_id, episode_id, times, watched_at)
  SELECT user_id, media, CASE WHEN media LIKE 'movie:%' THEN 'movie' ELSE 'episode' END, max(show_id),
    max(episode_id), count(*), max(watched_at)
  FROM watches`;

/** A title that was watched: a film, an episode, or a series as a whole. */
export type WatchedTitle = StoredTitle &
  Readonly<{
    times: number;
    /** The time of the last viewing, in milliseconds since 1970. */
    watchedAt: number;
  }>;

type StoredTitle = Pick<MediaRow, 'media' | 'episodeId' | 'title' | 'episodeTitle' | 'year'>;

type TitlesPart = Readonly<{
  type: 'all' | 'movie' | 'tv' | 'episode';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
}>;

/** What a person has watched, each title once. */
export function createWatchedTitles(db: Database) {
  return {
    /** Sorted by the time of the last viewing. */
    list: (userId: string, { type, order, limit, offset }: TitlesPart): Promise<WatchedTitle[]> =>
      type === 'tv'
        ? db.all<WatchedTitle>(SHOWS(order), userId, limit, offset)
        : db.all<WatchedTitle>(TITLES(type, order), userId, limit, offset),

    async count(userId: string, type: TitlesPart['type']): Promise<number> {
      if (type === 'tv') return countShows(db, userId);
      const { films, episodes } = await readTallies(db, userId);
      return (type === 'episode' ? 0 : films) + (type === 'movie' ? 0 : episodes);
    },

    ...factQueries(db),
    ...showQueries(db),
  };
}

function factQueries(db: Database) {
  return {
    /** The facts of the watched titles among these, by key. */
    async among(userId: string, media: string[]): Promise<ReadonlyMap<string, WatchedFacts>> {
      const { sql, values } = inList(media);
      const rows = await db.all<WatchedFacts & { media: string }>(
        `SELECT media, times, watched_at AS "watchedAt" FROM watched_titles
         WHERE user_id = ? AND media IN ${sql}`,
        userId,
        ...values,
      );
      return new Map(rows.map((row) => [row.media, row]));
    },

    /** The keys under which the person has watched these episodes, by their own ids. */
    async keysOfEpisodes(userId: string, ids: number[]): Promise<ReadonlyMap<number, string>> {
      const { sql, values } = inList(ids);
      const rows = await db.all<{ id: number; media: string }>(
        `SELECT episode_id AS id, media FROM watched_titles WHERE user_id = ? AND episode_id IN ${sql}`,
        userId,
        ...values,
      );
      return new Map(rows.map(({ id, media }) => [id, media]));
    },
  };
}

function showQueries(db: Database) {
  return {
    /**
     * For each of these series: how many episodes were watched, and when the last one was. Specials do not
     * count. A series without a watched episode is missing.
     */
    async countsOfShows(userId: string, shows: number[]): Promise<ReadonlyMap<number, WatchedFacts>> {
      const { sql, values } = inList(shows);
      const rows = await db.all<WatchedFacts & { show: number }>(
        `SELECT show_id AS show, count(*) AS times, max(watched_at) AS "watchedAt" FROM watched_titles
         WHERE user_id = ? AND show_id IN ${sql} AND media NOT LIKE 'episode:%:0:%' GROUP BY show_id`,
        userId,
        ...values,
      );
      return new Map(rows.map((row) => [row.show, row]));
    },

    /** The watched episodes of these series, each as `1:2` for S1 E2. */
    placesOfShows: (userId: string, shows: number[]) => placesOfShows(db, userId, shows),

    /** The last watched episode of a series. Specials do not count. */
    lastOfShow: (userId: string, show: number) =>
      db.one<{ media: string; watchedAt: number }>(LAST_OF_SHOW, userId, show),
  };
}

/**
 * The engine joins the episodes of a series to one text: one row per episode would cost ten times as much.
 */
async function placesOfShows(
  db: Queries,
  userId: string,
  shows: number[],
): Promise<ReadonlyMap<number, string[]>> {
  const { sql, values } = inList(shows);
  const rows = await db.all<{ show: number; places: string }>(
    `SELECT show_id AS show,
       string_agg(substr(media, length('episode:' || show_id || ':') + 1), ' ') AS places
     FROM watched_titles WHERE user_id = ? AND show_id IN ${sql} GROUP BY show_id`,
    userId,
    ...values,
  );
  return new Map(rows.map(({ show, places }) => [show, places.split(' ')]));
}

const LAST_OF_SHOW = `
  SELECT media, watched_at AS "watchedAt" FROM watched_titles
  WHERE user_id = ? AND show_id = ? AND media NOT LIKE 'episode:%:0:%'
  ORDER BY watched_at DESC, media DESC LIMIT 1`;

export type WatchedFacts = Pick<WatchedTitle, 'times' | 'watchedAt'>;

const COLUMNS = `${MEDIA_COLUMNS('t')}, t.times, t.watched_at AS "watchedAt"`;

const TITLES = (type: 'all' | 'movie' | 'episode', order: 'asc' | 'desc') => `
  SELECT ${COLUMNS} FROM watched_titles AS t ${TITLES_OF('t')}
  WHERE t.user_id = ? ${type === 'all' ? '' : `AND t.kind = '${type}'`}
  ORDER BY t.watched_at ${order}, t.media ${order} LIMIT ? OFFSET ?`;

const SHOWS = (order: 'asc' | 'desc') => `
  SELECT t.media, NULL AS "episodeId", mt.title, NULL AS "episodeTitle", mt.year, t.watched_at AS "watchedAt",
    (SELECT sum(e.times) FROM watched_titles AS e
      WHERE e.user_id = t.user_id AND e.show_id = t.show_id) AS times
  FROM (SELECT user_id, show_id, 'show:' || show_id AS media, watched_at FROM show_progress
    WHERE user_id = ? ORDER BY watched_at ${order}, show_id ${order} LIMIT ? OFFSET ?) AS t
  LEFT JOIN media_titles AS mt ON mt.media = t.media
  ORDER BY t.watched_at ${order}, t.show_id ${order}`;

async function countShows(db: Queries, userId: string): Promise<number> {
  const row = await db.one<{ n: number }>(
    'SELECT count(*) AS n FROM show_progress WHERE user_id = ?',
    userId,
  );
  return row?.n ?? 0;
}
