import type { Database, Value } from './database';

/**
 * A playback session with its film or episode. `progress` and `duration` are seconds, times milliseconds
 * since 1970.
 */
export interface SessionRow {
  readonly id: number;
  readonly mediaId: number;
  readonly type: 'movie' | 'episode';
  /** The film, or the series. */
  readonly tmdbId: number | null;
  readonly episodeId: number | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  /** `null` until the catalogue has supplied it. */
  readonly title: string | null;
  readonly episodeTitle: string | null;
  readonly year: number | null;
  readonly progress: number;
  readonly duration: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** `null` below 90 %. */
  readonly watchedAt: number | null;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Queries of a person's playback sessions. The watched sessions are the history. */
export function createSessions(db: Database) {
  const select = (userId: number, clauses: string, ...values: Value[]) =>
    db.all<SessionRow>(`${SELECT_OF_USER} ${clauses}`, userId, ...values);
  return {
    /** Watched sessions, newest first. */
    watched: (userId: number, limit: number, offset: number) =>
      select(userId, `AND watched_at IS NOT NULL ${NEWEST_WATCHED} LIMIT ? OFFSET ?`, limit, offset),

    /** Sessions that were watched at this time or later, newest first; at most 200. */
    watchedSince: (userId: number, since: number) =>
      select(userId, `AND watched_at >= ? ${NEWEST_WATCHED} LIMIT 200`, since),

    countWatched: (userId: number) =>
      count(db, 'SELECT count(*) AS n FROM playback WHERE user_id = ? AND watched_at IS NOT NULL', userId),

    /** The latest session of each film and episode; the one with the latest update first. */
    latest: (userId: number, limit: number, offset: number) =>
      select(
        userId,
        `${IS_LATEST} ORDER BY updated_at DESC, playback.id DESC LIMIT ? OFFSET ?`,
        limit,
        offset,
      ),

    countLatest: (userId: number) =>
      count(db, 'SELECT count(DISTINCT media_id) AS n FROM playback WHERE user_id = ?', userId),

    /** All sessions of one film or episode, newest first. `key` as `mediaKey` returns it. */
    ofMedia: (userId: number, key: string) =>
      select(userId, 'AND media.key = ? ORDER BY playback.id DESC', key),

    /** The last watched episode of each series, newest first; at most 50. */
    lastEpisodes: (userId: number) =>
      select(userId, `AND playback.id IN (${LAST_OF_SERIES}) ${NEWEST_WATCHED}`, userId),
  };
}

const SELECT_OF_USER = `
  SELECT playback.id, media_id AS mediaId, type, tmdb_id AS tmdbId, episode_id AS episodeId,
    season_number AS seasonNumber, episode_number AS episodeNumber, title, episode_title AS episodeTitle,
    year, progress, duration, started_at AS startedAt, updated_at AS updatedAt, watched_at AS watchedAt
  FROM playback JOIN media ON media.id = media_id
  WHERE user_id = ?`;

const NEWEST_WATCHED = 'ORDER BY watched_at DESC, playback.id DESC';

const IS_LATEST = `
  AND playback.id = (
    SELECT max(id) FROM playback AS p
    WHERE p.user_id = playback.user_id AND p.media_id = playback.media_id)`;

/** The inner query reads only the index `playback_by_series`. */
const LAST_OF_SERIES = `
  SELECT (
    SELECT max(p.id) FROM playback AS p
    WHERE p.user_id = series.user_id AND p.series_id = series.id AND p.watched_at = series.last_watched_at)
  FROM (
    SELECT user_id, series_id AS id, max(watched_at) AS last_watched_at FROM playback
    WHERE user_id = ? AND series_id IS NOT NULL AND watched_at IS NOT NULL
    GROUP BY user_id, series_id ORDER BY last_watched_at DESC LIMIT 50) AS series`;

function count(db: Database, sql: string, userId: number): number {
  return db.one<{ n: number }>(sql, userId)?.n ?? 0;
}
