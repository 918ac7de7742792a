import type { Database, Value } from './database';
import { IS_MEDIA, mediaParameters, type MediaIds, type MediaRow } from './media';

/**
 * A playback session with its film or episode. `progress` and `duration` are seconds, times milliseconds
 * since 1970.
 */
export interface SessionRow extends MediaRow {
  readonly id: number;
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
    watched: (userId: number, limit: number, offset: number, media?: MediaIds) =>
      select(
        userId,
        `AND watched_at IS NOT NULL ${media ? `AND ${IS_MEDIA}` : ''} ${NEWEST_WATCHED} LIMIT ? OFFSET ?`,
        ...(media ? mediaParameters(media) : []),
        limit,
        offset,
      ),

    /** Sessions that were watched at this time or later, newest first; at most 200. */
    watchedSince: (userId: number, since: number) =>
      select(userId, `AND watched_at >= ? ${NEWEST_WATCHED} LIMIT 200`, since),

    countWatched: (userId: number, media?: MediaIds) =>
      media === undefined
        ? count(db, COUNT_WATCHED, userId)
        : count(db, `${COUNT_WATCHED_OF_MEDIA} ${IS_MEDIA}`, userId, ...mediaParameters(media)),

    /** The latest session of each film and episode; the one with the latest update first. */
    latest: (userId: number, limit: number, offset: number) =>
      select(
        userId,
        `${IS_LATEST} ORDER BY updated_at DESC, playback.id DESC LIMIT ? OFFSET ?`,
        limit,
        offset,
      ),

    countLatest: (userId: number) =>
      count(
        db,
        'SELECT count(DISTINCT media_id) AS n FROM playback WHERE user_id = ? AND removed_at IS NULL',
        userId,
      ),

    /** All sessions of one film or episode, newest first. `key` as `mediaKey` returns it. */
    ofMedia: (userId: number, key: string) =>
      select(userId, 'AND media.key = ? AND removed_at IS NULL ORDER BY playback.id DESC', key),

    /** The last watched episode of each series, newest first; at most 50. */
    lastEpisodes: (userId: number) =>
      select(userId, `AND playback.id IN (${LAST_OF_SERIES}) ${NEWEST_WATCHED}`, userId),
  };
}

export const SELECT_OF_USER = `
  SELECT playback.id, media_id AS mediaId, type, tmdb_id AS tmdbId, episode_id AS episodeId,
    season_number AS seasonNumber, episode_number AS episodeNumber, title, episode_title AS episodeTitle,
    year, progress, duration, started_at AS startedAt, updated_at AS updatedAt, watched_at AS watchedAt
  FROM playback JOIN media ON media.id = media_id
  WHERE user_id = ?`;

const NEWEST_WATCHED = 'ORDER BY watched_at DESC, playback.id DESC';

const IS_LATEST = `
  AND playback.id = (
    SELECT max(id) FROM playback AS p
    WHERE p.user_id = playback.user_id AND p.media_id = playback.media_id AND p.removed_at IS NULL)`;

/** The inner query reads only the index `playback_by_series`. */
const LAST_OF_SERIES = `
  SELECT (
    SELECT max(p.id) FROM playback AS p
    WHERE p.user_id = series.user_id AND p.series_id = series.id AND p.watched_at = series.last_watched_at)
  FROM (
    SELECT user_id, series_id AS id, max(watched_at) AS last_watched_at FROM playback
    WHERE user_id = ? AND series_id IS NOT NULL AND watched_at IS NOT NULL
    GROUP BY user_id, series_id ORDER BY last_watched_at DESC LIMIT 50) AS series`;

const COUNT_WATCHED = 'SELECT count(*) AS n FROM playback WHERE user_id = ? AND watched_at IS NOT NULL';

const COUNT_WATCHED_OF_MEDIA = `
  SELECT count(*) AS n FROM playback JOIN media ON media.id = media_id
  WHERE user_id = ? AND watched_at IS NOT NULL AND`;

function count(db: Database, sql: string, ...values: Value[]): number {
  return db.one<{ n: number }>(sql, ...values)?.n ?? 0;
}
