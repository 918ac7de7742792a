import { isWatched, nextStep } from '../next-session';
import type { Database } from './database';

export type Playback = ReturnType<typeof createPlayback>;

/** Which film or episode an update is about: the ids that came with it. */
export interface MediaIds {
  readonly type: 'movie' | 'episode';
  /** The film, or the series. */
  readonly tmdbId?: number;
  readonly episodeId?: number;
  readonly seasonNumber?: number;
  readonly episodeNumber?: number;
}

export interface MediaTitles {
  readonly title: string;
  readonly episodeTitle?: string;
  readonly year?: number;
}

export interface PlaybackRow {
  readonly id: number;
  readonly mediaId: number;
  readonly type: 'movie' | 'episode';
  readonly tmdbId: number | null;
  readonly episodeId: number | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  readonly title: string | null;
  readonly episodeTitle: string | null;
  readonly year: number | null;
  readonly progress: number;
  readonly duration: number;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly watchedAt: number | null;
}

const columns = `playback.id, media_id AS mediaId, type, tmdb_id AS tmdbId, episode_id AS episodeId, season_number AS seasonNumber,
  episode_number AS episodeNumber, title, episode_title AS episodeTitle, year, progress, duration,
  started_at AS startedAt, updated_at AS updatedAt, watched_at AS watchedAt`;
const from = 'FROM playback JOIN media ON media.id = media_id WHERE user_id = ?';
const latest =
  'AND playback.id = (SELECT max(id) FROM playback AS p WHERE p.user_id = playback.user_id AND p.media_id = playback.media_id)';

/** Sessions of playback, and of them the history: those that reached 90 %. */
export function createPlayback(db: Database, { now }: { now: () => number }) {
  return {
    update(userId: number, ids: MediaIds, progress: number, duration: number): void {
      db.transaction(() => {
        const mediaId = findMedia(db, ids);
        const last = db.one<{ id: number; watched: number }>(
          'SELECT id, watched_at IS NOT NULL AS watched FROM playback WHERE user_id = ? AND media_id = ? ORDER BY id DESC LIMIT 1',
          userId,
          mediaId,
        );
        const step = nextStep(last && { watched: last.watched === 1 }, { progress, duration });
        if (last === undefined || step === 'begin') {
          db.run(
            'INSERT INTO playback (user_id, media_id, progress, duration, started_at, updated_at, watched_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
            userId,
            mediaId,
            progress,
            duration,
            now(),
            now(),
            isWatched(progress, duration) ? now() : null,
          );
          return;
        }
        db.run(
          'UPDATE playback SET progress = ?, duration = ?, updated_at = ? WHERE id = ?',
          progress,
          duration,
          now(),
          last.id,
        );
        if (step === 'watch') db.run('UPDATE playback SET watched_at = ? WHERE id = ?', now(), last.id);
      });
    },

    /** Newest first. */
    history: (userId: number, limit: number, offset: number) =>
      db.all<PlaybackRow>(
        `SELECT ${columns} ${from} AND watched_at IS NOT NULL ORDER BY watched_at DESC, playback.id DESC LIMIT ? OFFSET ?`,
        userId,
        limit,
        offset,
      ),

    historySince: (userId: number, since: number) =>
      db.all<PlaybackRow>(
        `SELECT ${columns} ${from} AND watched_at >= ? ORDER BY watched_at DESC, playback.id DESC LIMIT 200`,
        userId,
        since,
      ),

    countHistory: (userId: number) =>
      count(db, 'SELECT count(*) AS n FROM playback WHERE user_id = ? AND watched_at IS NOT NULL', userId),

    /** Of each film and episode the latest session, last touched first. */
    current: (userId: number, limit: number, offset: number) =>
      db.all<PlaybackRow>(
        `SELECT ${columns} ${from} ${latest} ORDER BY updated_at DESC, playback.id DESC LIMIT ? OFFSET ?`,
        userId,
        limit,
        offset,
      ),

    countCurrent: (userId: number) =>
      count(db, 'SELECT count(DISTINCT media_id) AS n FROM playback WHERE user_id = ?', userId),

    /** All sessions of one film or episode, newest first. */
    ofMedia: (userId: number, key: string) =>
      db.all<PlaybackRow>(
        `SELECT ${columns} ${from} AND media.key = ? ORDER BY playback.id DESC`,
        userId,
        key,
      ),

    /** The episode that was watched last of each series, newest first. */
    lastEpisodes: (userId: number) =>
      db.all<PlaybackRow>(
        `SELECT ${columns} ${from} AND watched_at = (SELECT max(p.watched_at) FROM playback AS p JOIN media AS m ON m.id = p.media_id
           WHERE p.user_id = playback.user_id AND m.type = 'episode' AND m.tmdb_id = media.tmdb_id)
         AND type = 'episode' AND season_number IS NOT NULL GROUP BY tmdb_id ORDER BY watched_at DESC LIMIT 50`,
        userId,
      ),

    /** Fills in what the catalogue knows, once it does. */
    name(mediaId: number, titles: MediaTitles): void {
      db.run(
        'UPDATE media SET title = ?, episode_title = ?, year = ? WHERE id = ?',
        titles.title,
        titles.episodeTitle ?? null,
        titles.year ?? null,
        mediaId,
      );
    },
  };
}

/** `movie:10378`, `episode:1396:1:2`, or `episode:62085` while only its own id is known. */
export function mediaKey(ids: MediaIds): string {
  if (ids.type === 'movie') return `movie:${String(ids.tmdbId)}`;
  if (ids.tmdbId === undefined || ids.seasonNumber === undefined || ids.episodeNumber === undefined)
    return `episode:${String(ids.episodeId)}`;
  return `episode:${String(ids.tmdbId)}:${String(ids.seasonNumber)}:${String(ids.episodeNumber)}`;
}

/** The row of this media, made when it is new. An episode is the same whether its own id or its place in the series names it. */
function findMedia(db: Database, ids: MediaIds): number {
  const key = mediaKey(ids);
  const byKey = db.one<{ id: number; episodeId: number | null }>(
    'SELECT id, episode_id AS episodeId FROM media WHERE key = ?',
    key,
  );
  if (byKey !== undefined) {
    if (byKey.episodeId === null && ids.episodeId !== undefined)
      db.run('UPDATE media SET episode_id = ? WHERE id = ?', ids.episodeId, byKey.id);
    return byKey.id;
  }
  const own =
    ids.episodeId === undefined
      ? undefined
      : db.one<{ id: number; key: string }>(
          'SELECT id, key FROM media WHERE episode_id = ? ORDER BY id LIMIT 1',
          ids.episodeId,
        );
  if (
    own !== undefined &&
    (own.key === `episode:${String(ids.episodeId)}` || key === `episode:${String(ids.episodeId)}`)
  ) {
    if (own.key !== key && key !== `episode:${String(ids.episodeId)}`) {
      db.run(
        'UPDATE media SET key = ?, tmdb_id = ?, season_number = ?, episode_number = ? WHERE id = ?',
        key,
        ids.tmdbId ?? null,
        ids.seasonNumber ?? null,
        ids.episodeNumber ?? null,
        own.id,
      );
    }
    return own.id;
  }
  return db.run(
    'INSERT INTO media (key, type, tmdb_id, episode_id, season_number, episode_number) VALUES (?, ?, ?, ?, ?, ?)',
    key,
    ids.type,
    ids.tmdbId ?? null,
    ids.episodeId ?? null,
    ids.seasonNumber ?? null,
    ids.episodeNumber ?? null,
  );
}

function count(db: Database, sql: string, userId: number): number {
  return db.one<{ n: number }>(sql, userId)?.n ?? 0;
}
