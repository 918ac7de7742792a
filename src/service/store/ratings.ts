import type { Database } from './database';
import { findOrAddMedia, IS_MEDIA, mediaParameters, type MediaIds, type MediaRow } from './media';

/** A rating from 1 to 10 in steps of 0.5. */
export interface RatingRow extends MediaRow {
  readonly rating: number;
  /** Milliseconds since 1970. */
  readonly ratedAt: number;
}

export type Ratings = ReturnType<typeof createRatings>;

/** How a person rates films and episodes; one rating for each. Stored as a number of halves. */
export function createRatings(db: Database) {
  return {
    /** `null` removes the rating. Returns the film or episode. */
    set: (userId: number, ids: MediaIds, rating: number | null, ratedAt: number): MediaRow =>
      db.transaction(() => {
        const mediaId = findOrAddMedia(db, ids);
        if (rating === null)
          db.run('DELETE FROM ratings WHERE user_id = ? AND media_id = ?', userId, mediaId);
        else
          db.run(
            `INSERT INTO ratings (user_id, media_id, halves, rated_at) VALUES (?, ?, ?, ?)
             ON CONFLICT (user_id, media_id)
             DO UPDATE SET halves = excluded.halves, rated_at = excluded.rated_at`,
            userId,
            mediaId,
            rating * 2,
            ratedAt,
          );
        const row = db.one<MediaRow>(`SELECT ${MEDIA_COLUMNS} FROM media WHERE id = ?`, mediaId);
        if (row === undefined) throw new Error('a row that was just written is missing');
        return row;
      }),

    /** The one rated last first; all or that of one film or episode. */
    list: (userId: number, { limit, offset, media }: Page) =>
      db.all<RatingRow>(
        `SELECT ${MEDIA_COLUMNS}, halves / 2.0 AS rating, rated_at AS ratedAt
         FROM ratings JOIN media ON media.id = media_id
         WHERE user_id = ? ${media ? `AND ${IS_MEDIA}` : ''}
         ORDER BY rated_at DESC, media_id DESC LIMIT ? OFFSET ?`,
        userId,
        ...(media ? mediaParameters(media) : []),
        limit,
        offset,
      ),

    count: (userId: number, media?: MediaIds) =>
      db.one<{ n: number }>(
        `SELECT count(*) AS n FROM ratings JOIN media ON media.id = media_id
         WHERE user_id = ? ${media ? `AND ${IS_MEDIA}` : ''}`,
        userId,
        ...(media ? mediaParameters(media) : []),
      )?.n ?? 0,
  };
}

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly media: MediaIds | undefined;
}

const MEDIA_COLUMNS = `media.id AS mediaId, type, tmdb_id AS tmdbId, episode_id AS episodeId,
  season_number AS seasonNumber, episode_number AS episodeNumber, title, episode_title AS episodeTitle, year`;
