import type { Database } from './engine/database';
import { MEDIA_COLUMNS, TITLES_OF, withIds, type MediaRow } from './media';
import type { Sink } from './sink';

/** A rating that the sink does not have in its current form; null: it was removed. */
export type RatingChange = Readonly<{
  media: string;
  rating: number | null;
}>;

/** What a person watches now, or watched when a sink was told. Seconds. */
export type PlaybackRow = Readonly<{
  progress: number;
  duration: number;
}>;

/** What is sent besides viewings: ratings, and the current playback. */
export function createRelayRatings(db: Database) {
  return { ...ratingSteps(db), ...playbackSteps(db) };
}

function ratingSteps(db: Database) {
  return {
    async unratedAt({ userId, id, since, pastFrom, pastTo }: Sink, limit: number): Promise<RatingChange[]> {
      const range = [since, pastFrom ?? 0, pastTo ?? 0];
      const rows = await db.all<{ media: string; halves: number | null }>(
        CHANGED_RATINGS,
        id,
        userId,
        ...range,
        userId,
        id,
        limit,
      );
      return rows.map(({ media, halves }) => ({ media, rating: halves === null ? null : halves / 2 }));
    },

    async noteRating({ userId, id }: Sink, { media, rating }: RatingChange, status: number): Promise<void> {
      if (rating === null)
        await db.run(
          'DELETE FROM relay_ratings WHERE user_id = ? AND sink_id = ? AND media = ?',
          userId,
          id,
          media,
        );
      else await db.run(NOTE_RATING, userId, id, media, rating * 2, status);
    },
  };
}

function playbackSteps(db: Database) {
  return {
    /** The title whose position was reported last, where that is not long ago and it is not watched yet. */
    async playing({ userId }: Sink, since: number): Promise<(PlaybackRow & MediaRow) | undefined> {
      const row = await db.one<PlaybackRow & MediaRow>(PLAYING, userId, since);
      return row && withIds(row);
    },

    /** The playback that the sink was last told. `isWatched`: it was watched since. */
    async told({ userId, id }: Sink): Promise<(PlaybackRow & MediaRow & { isWatched: number }) | undefined> {
      const row = await db.one<PlaybackRow & MediaRow & { isWatched: number }>(TOLD, userId, id);
      return row && withIds(row);
    },

    async tell(
      { userId, id }: Sink,
      row: (PlaybackRow & Pick<MediaRow, 'media'>) | undefined,
    ): Promise<void> {
      if (row === undefined)
        await db.run('DELETE FROM relay_live WHERE user_id = ? AND sink_id = ?', userId, id);
      else await db.run(TELL, userId, id, row.media, row.progress, row.duration);
    },
  };
}

/** Compares ratings by value, so that an undo that restores an earlier rating is sent too. */
const CHANGED_RATINGS = `
  SELECT r.media, r.halves FROM ratings AS r
  LEFT JOIN relay_ratings AS l ON l.user_id = r.user_id AND l.sink_id = ? AND l.media = r.media
  WHERE r.user_id = ? AND (l.halves <> r.halves OR (l.media IS NULL
    AND ((r.rated_at >= ? AND r.import_id IS NULL) OR (r.rated_at >= ? AND r.rated_at < ?))))
  UNION ALL
  SELECT l.media, NULL FROM relay_ratings AS l
  WHERE l.user_id = ? AND l.sink_id = ? AND NOT EXISTS (
    SELECT 1 FROM ratings AS r WHERE r.user_id = l.user_id AND r.media = l.media)
  LIMIT ?`;

const NOTE_RATING = `
  INSERT INTO relay_ratings (user_id, sink_id, media, halves, status) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (user_id, sink_id, media) DO UPDATE SET halves = excluded.halves, status = excluded.status`;

const PLAYING = `
  SELECT p.progress, p.duration, ${MEDIA_COLUMNS('p')}
  FROM progress AS p ${TITLES_OF('p')}
  WHERE p.user_id = ? AND p.updated_at >= ? AND p.watched_at IS NULL AND p.progress > 0
  ORDER BY p.updated_at DESC LIMIT 1`;

const TOLD = `
  SELECT l.progress, l.duration, l.media, NULL AS "episodeId", mt.title, mt.episode_title AS "episodeTitle",
    mt.year, CASE WHEN p.watched_at IS NULL THEN 0 ELSE 1 END AS "isWatched"
  FROM relay_live AS l LEFT JOIN media_titles AS mt ON mt.media = l.media
  LEFT JOIN progress AS p ON p.user_id = l.user_id AND p.media = l.media
  WHERE l.user_id = ? AND l.sink_id = ?`;

const TELL = `
  INSERT INTO relay_live (user_id, sink_id, media, progress, duration) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (user_id, sink_id) DO UPDATE
  SET media = excluded.media, progress = excluded.progress, duration = excluded.duration`;
