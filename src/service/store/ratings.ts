import type { Database, Queries, Value } from './engine/database';
import { MEDIA_COLUMNS, TITLES_OF, withIds, type MediaRow } from './media';
import type { MediaIds } from './media-key';
import { findMedia } from './person-media';

/** A rating from 1 to 10 in steps of 0.5. */
export interface RatingRow extends MediaRow {
  readonly rating: number;
  /** Milliseconds since 1970. */
  readonly ratedAt: number;
}

type StoredRating = Omit<RatingRow, 'type' | 'tmdbId' | 'seasonNumber' | 'episodeNumber'>;

export type Ratings = ReturnType<typeof createRatings>;

/** How a person rates films and episodes; one rating for each. Stored as a number of halves. */
export function createRatings(db: Database) {
  const condition = async (userId: string, ids: MediaIds | undefined) =>
    ids === undefined
      ? { sql: 'r.user_id = ?', values: [userId] as Value[] }
      : {
          sql: 'r.user_id = ? AND r.media = ?',
          values: [userId, await findMedia(db, userId, ids)] as Value[],
        };
  return {
    /** `null` removes the rating. Returns the film or episode. */
    set: (userId: string, ids: MediaIds, rating: number | null, ratedAt: number): Promise<MediaRow> =>
      db.transaction((tx) => setRating(tx, { userId, ids, rating, ratedAt })),

    /** The one rated last first; all or that of one film or episode. */
    async list(userId: string, { limit, offset, media }: RatingsPart): Promise<RatingRow[]> {
      const { sql, values } = await condition(userId, media);
      const rows = await db.all<StoredRating>(
        `SELECT ${MEDIA_COLUMNS('r')}, halves / 2.0 AS rating, rated_at AS "ratedAt"
         FROM ratings AS r ${TITLES_OF('r')} WHERE ${sql}
         ORDER BY rated_at DESC, r.media DESC LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      );
      return rows.map(withIds);
    },

    async count(userId: string, media?: MediaIds): Promise<number> {
      const { sql, values } = await condition(userId, media);
      return (
        (await db.one<{ n: number }>(`SELECT count(*) AS n FROM ratings AS r WHERE ${sql}`, ...values))?.n ??
        0
      );
    },
  };
}

interface RatingChange {
  readonly userId: string;
  readonly ids: MediaIds;
  readonly rating: number | null;
  readonly ratedAt: number;
}

async function setRating(tx: Queries, { userId, ids, rating, ratedAt }: RatingChange): Promise<MediaRow> {
  const media = await findMedia(tx, userId, ids);
  const episodeId = ids.episodeId ?? null;
  if (rating === null) await tx.run('DELETE FROM ratings WHERE user_id = ? AND media = ?', userId, media);
  else
    await tx.run(
      `INSERT INTO ratings (user_id, media, episode_id, halves, rated_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (user_id, media) DO UPDATE 
         SET halves = excluded.halves, rated_at = excluded.rated_at, import_id = NULL`,
      userId,
      media,
      episodeId,
      rating * 2,
      ratedAt,
    );
  const titles = await tx.one<Pick<MediaRow, 'title' | 'episodeTitle' | 'year'>>(
    'SELECT title, episode_title AS "episodeTitle", year FROM media_titles WHERE media = ?',
    media,
  );
  return withIds({ media, episodeId, ...(titles ?? { title: null, episodeTitle: null, year: null }) });
}

interface RatingsPart {
  readonly limit: number;
  readonly offset: number;
  readonly media: MediaIds | undefined;
}
