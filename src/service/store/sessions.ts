import type { Database, Value } from './engine/database';
import { inList } from './engine/rows';
import { MEDIA_COLUMNS, TITLES_OF, withIds, type MediaRow } from './media';
import { mediaKey, type MediaIds } from '../../core/library/media-key';
import { UPDATED } from './latest-session';
import { findMedia } from './person-media';
import { readTallies } from './count-viewings';

/**
 * A playback session with its film or episode. `progress` and `duration` are seconds, times milliseconds
 * since 1970.
 */
export type SessionRow = MediaRow &
  Readonly<{
    id: string;
    progress: number;
    duration: number;
    startedAt: number;
    updatedAt: number;
    /** `null` below 90 %. */
    watchedAt: number | null;
    /** Only for viewings: the import that has added it. */
    importId?: string | null;
    /** Only for viewings; 1: nothing states its time. */
    givesWay?: number | null;
  }>;

/** A part of a list. */
export type Page = Readonly<{
  limit: number;
  offset?: number | undefined;
  /** Only rows after this one. */
  after?: PageKey | undefined;
}>;

/** The place of a row in a list that is sorted by time, then by key. */
export type PageKey = Readonly<{
  time: number;
  key: string;
}>;

export type StoredSession = Omit<SessionRow, 'type' | 'tmdbId' | 'seasonNumber' | 'episodeNumber'>;

/** Queries of a person's playback sessions. The watched sessions are the history. */
export function createSessions(db: Database) {
  const select: Select = async (sql, ...values) => (await db.all<StoredSession>(sql, ...values)).map(withIds);
  return {
    ...historyQueries(db, select),
    ...positionQueries(db, select),
    ...openQueries(db, select),

    /** All sessions of one film or episode, newest first. */
    async ofMedia(userId: string, ids: MediaIds): Promise<SessionRow[]> {
      const media = await findMedia(db, userId, ids);
      const open = await select(`${PROGRESS} AND p.media = ? AND p.watched_at IS NULL`, userId, media);
      const watched = await select(
        `${WATCHES} AND w.media = ? ORDER BY w.watched_at DESC, w.id DESC LIMIT 200`,
        userId,
        media,
      );
      return [...open, ...watched];
    },

    /** The last watched episode of each series that is not dropped, newest first; at most 50. */
    async lastEpisodes(userId: string): Promise<SessionRow[]> {
      // Selects the ids first: PostgreSQL would join all series with all viewings and only then take 50.
      const last = (await db.all<{ id: string }>(LAST_OF_SHOWS, userId)).map(({ id }) => id);
      const { sql, values } = inList(last);
      const rows = await select(`${WATCHES} AND w.id IN ${sql}`, userId, ...values);
      const found = new Map(rows.map((row) => [row.id, row]));
      return last.flatMap((id) => found.get(id) ?? []);
    },
  };
}

const LAST_OF_SHOWS = `
  SELECT s.watch_id AS id FROM show_progress AS s
  WHERE s.user_id = ? AND NOT EXISTS (SELECT 1 FROM dropped_shows AS d
    WHERE d.user_id = s.user_id AND d.show_id = s.show_id AND d.dropped_at >= s.watched_at)
  ORDER BY s.watched_at DESC, s.watch_id DESC LIMIT 50`;

type Select = (sql: string, ...values: Value[]) => Promise<SessionRow[]>;

function historyQueries(db: Database, select: Select) {
  return {
    /** Watched sessions, newest first; all, or those of one film or episode. */
    async watched(userId: string, part: Page, ids?: MediaIds): Promise<SessionRow[]> {
      const { clauses, values } = partOf(['w.watched_at', 'w.id'], part);
      const media = ids && (await findMedia(db, userId, ids));
      const rows =
        media === undefined
          ? await select(`${WATCHES} ${clauses}`, userId, ...values)
          : await select(`${WATCHES} AND w.media = ? ${clauses}`, userId, media, ...values);
      return rows.slice(0, part.limit);
    },

    /** Sessions that were watched at this time or later, newest first; at most 200. */
    watchedSince: (userId: string, since: number) =>
      select(
        `${WATCHES} AND w.watched_at >= ? ORDER BY w.watched_at DESC, w.id DESC LIMIT 200`,
        userId,
        since,
      ),

    /** The viewing with this id. */
    viewing: async (userId: string, id: string): Promise<SessionRow | undefined> =>
      (await select(`${WATCHES} AND w.id = ?`, userId, id))[0],

    async countWatched(userId: string, ids?: MediaIds): Promise<number> {
      if (ids === undefined) return (await readTallies(db, userId)).watches;
      const row = await db.one<{ n: number }>(
        'SELECT count(*) AS n FROM watches WHERE user_id = ? AND media = ?',
        userId,
        await findMedia(db, userId, ids),
      );
      return row?.n ?? 0;
    },

    /** Which of these the person has watched. */
    watchedAmong: (userId: string, media: MediaIds[]) => findWatched(db, userId, media),
  };
}

async function findWatched(db: Database, userId: string, media: MediaIds[]): Promise<ReadonlySet<string>> {
  const { sql, values } = inList(media.map(mediaKey));
  const rows = await db.all<{ media: string }>(
    `SELECT DISTINCT media FROM watches WHERE user_id = ? AND media IN ${sql}`,
    userId,
    ...values,
  );
  return new Set(rows.map((row) => row.media));
}

function positionQueries(db: Database, select: Select) {
  return {
    /** The latest session of each film and episode, last updated first. */
    async latest(userId: string, { limit, offset = 0, after }: Page): Promise<SessionRow[]> {
      const { clauses, values } = partOf(['p.updated_at', 'p.media'], { limit: limit + offset, after });
      const own = [userId, ...values];
      return select(latestUpdates(clauses), ...own, ...own, limit, offset, userId);
    },

    /** The latest session of one film or episode: one row, or none. */
    latestOf: async (userId: string, ids: MediaIds): Promise<SessionRow[]> =>
      select(`${PROGRESS} AND p.media = ?`, userId, await findMedia(db, userId, ids)),

    countLatest: async (userId: string) => (await readTallies(db, userId)).titles,
  };
}

function openQueries(db: Database, select: Select) {
  return {
    /** Started and not watched, last updated first. */
    open: (userId: string, type: OpenType, { limit, offset = 0 }: Omit<Page, 'after'>) =>
      select(
        `${PROGRESS} AND ${IS_OPEN('p', type)} ORDER BY p.updated_at DESC, p.media DESC LIMIT ? OFFSET ?`,
        userId,
        limit,
        offset,
      ),

    async countOpen(userId: string, type: OpenType): Promise<number> {
      const row = await db.one<{ n: number }>(
        `SELECT count(*) AS n FROM progress AS p WHERE p.user_id = ? AND ${IS_OPEN('p', type)}`,
        userId,
      );
      return row?.n ?? 0;
    },

    /** The sessions of those titles that were started and not watched. */
    async openAmong(userId: string, media: string[]): Promise<SessionRow[]> {
      const { sql, values } = inList(media);
      return select(`${PROGRESS} AND ${IS_OPEN('p', 'all')} AND p.media IN ${sql}`, userId, ...values);
    },

    /**
     * Really started and not watched, last updated first. A title counts from 5 % and three minutes on; a
     * short one from 20 % on.
     */
    unfinished: (userId: string, limit: number) =>
      select(
        `${PROGRESS} AND p.watched_at IS NULL AND p.progress > 0 AND p.progress * 20 >= p.duration
           AND (p.progress >= 180 OR (p.duration > 0 AND p.progress * 5 >= p.duration))
         ORDER BY p.updated_at DESC, p.media DESC LIMIT ${String(limit)}`,
        userId,
      ),
  };
}

/**
 * The clauses for a part of a list that is sorted by these columns, and their values. May return more rows
 * than requested. The limit is part of the text: with a parameter, PostgreSQL plans for a tenth of all rows.
 */
export function partOf([time, key]: readonly [string, string], { limit, offset = 0, after }: Page) {
  const isAfter = after === undefined ? '' : `AND (${time}, ${key}) < (?, ?)`;
  const most = LIMITS.find((one) => one >= limit) ?? Math.ceil(limit / 500) * 500;
  return {
    clauses: `${isAfter} ORDER BY ${time} DESC, ${key} DESC
      LIMIT ${String(most)} ${offset === 0 ? '' : 'OFFSET ?'}`,
    values: [...(after === undefined ? [] : [after.time, after.key]), ...(offset === 0 ? [] : [offset])],
  };
}

export type OpenType = 'all' | 'movie' | 'episode';

const IS_OPEN = (table: string, type: OpenType) =>
  [
    `${table}.watched_at IS NULL AND ${table}.progress > 0`,
    ...(type === 'all' ? [] : [`${table}.media LIKE '${type}:%'`]),
  ].join(' AND ');

/** The limits that SQL contains: few, because the engine caches each prepared statement. */
const LIMITS = [1, 20, 50, 100, 200, 500];

/** The columns of a viewing. Its position is that of its session, while that is the latest of the title. */
const WATCH_COLUMNS = `w.id, ${MEDIA_COLUMNS('w')}, coalesce(p.progress, w.progress) AS progress,
  coalesce(p.duration, w.duration) AS duration, w.started_at AS "startedAt",
  coalesce(p.updated_at, w.updated_at) AS "updatedAt", w.watched_at AS "watchedAt",
  w.import_id AS "importId", w.gives_way AS "givesWay"`;

const POSITION_OF_WATCH = `
  LEFT JOIN progress AS p ON p.user_id = w.user_id AND p.media = w.media AND p.id = w.id
  ${TITLES_OF('w')}`;

export const WATCHES = `SELECT ${WATCH_COLUMNS} FROM watches AS w ${POSITION_OF_WATCH} WHERE w.user_id = ?`;

const progressFrom = (table: string) => `
  SELECT p.id, ${MEDIA_COLUMNS('p')}, p.progress, p.duration, p.started_at AS "startedAt",
    p.updated_at AS "updatedAt", p.watched_at AS "watchedAt"
  FROM ${table} AS p ${TITLES_OF('p')} WHERE p.user_id = ?`;
const PROGRESS = progressFrom('progress');

/**
 * Reads the first sessions of both indexes (`UPDATED`), sorts them together, and joins titles to one page.
 */
const latestUpdates = (clauses: string) => {
  const [unfinished, rest] = [UPDATED.unfinished, UPDATED.rest].map(
    (condition) =>
      `SELECT * FROM (SELECT p.* FROM progress AS p WHERE p.user_id = ? AND ${condition} ${clauses}) AS part`,
  );
  const page = `SELECT * FROM (${unfinished} UNION ALL ${rest}) AS page
    ORDER BY updated_at DESC, media DESC LIMIT ? OFFSET ?`;
  return `${progressFrom(`(${page})`)} ORDER BY p.updated_at DESC, p.media DESC`;
};
