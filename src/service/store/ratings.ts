import { noteChange } from './changes';
import type { Database, Queries, Value } from './engine/database';
import { inList } from './engine/rows';
import { MEDIA_COLUMNS, TITLES_OF, withIds, type MediaRow } from './media';
import type { MediaIds } from '../../core/library/media-key';
import { findMedia } from './person-media';

/** A rating from 1 to 10 in steps of 0.5. */
export type RatingRow = MediaRow &
  Readonly<{
    rating: number;
    /** Milliseconds since 1970. */
    ratedAt: number;
  }>;

type StoredRating = Omit<RatingRow, 'type' | 'tmdbId' | 'seasonNumber' | 'episodeNumber'>;

/** A rating of a film, a series (`show:1396`), a season (`season:1396:2`) or an episode, with its review. */
type GradeRow = Pick<MediaRow, 'media' | 'episodeId' | 'title' | 'episodeTitle' | 'year'> &
  Readonly<{
    /** 1 to 10 in steps of 0.5. */
    rating: number;
    review: string | null;
    /** Milliseconds since 1970. */
    ratedAt: number;
  }>;

type GradeType = 'all' | 'movie' | 'tv' | 'season' | 'episode';

type GradesPart = Readonly<{
  type: GradeType;
  limit: number;
  offset: number;
}>;

/** The ratings of a person, one per work. A rating is stored as a number of half points. */
export function createRatings(db: Database) {
  return { ...ratingsOfViewings(db), ...gradeChanges(db), ...gradeQueries(db), ...reviews(db) };
}

function reviews(db: Database) {
  return {
    /** The person's review of a work. */
    async reviewOf(userId: string, media: string): Promise<string | undefined> {
      const row = await db.one<{ review: string | null }>(
        'SELECT review FROM ratings WHERE user_id = ? AND media = ?',
        userId,
        media,
      );
      return row?.review ?? undefined;
    },
  };
}

/** Ratings of films and episodes only. `createRatings` adds those of series and seasons. */
function ratingsOfViewings(db: Database) {
  const condition = async (userId: string, ids: MediaIds | undefined) =>
    ids === undefined
      ? { sql: `r.user_id = ? AND ${IS_VIEWED}`, values: [userId] as Value[] }
      : {
          sql: 'r.user_id = ? AND r.media = ?',
          values: [userId, await findMedia(db, userId, ids)] as Value[],
        };
  return {
    /** `null` removes the rating. Returns the film or episode. */
    set: (userId: string, ids: MediaIds, rating: number | null, ratedAt: number): Promise<MediaRow> =>
      db.transaction((tx) => setRating(tx, { userId, ids, rating, ratedAt })),

    /** All ratings, last rated first, or that of one film or episode. */
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

/** Ranges of the primary key, so that only matching rows are read. */
const RANGES: Readonly<Record<Exclude<GradeType, 'all'>, string>> = {
  movie: "(r.media >= 'movie:' AND r.media < 'movie;')",
  tv: "(r.media >= 'show:' AND r.media < 'show;')",
  season: "(r.media >= 'season:' AND r.media < 'season;')",
  episode: "(r.media >= 'episode:' AND r.media < 'episode;')",
};
const IS_VIEWED = `(${RANGES.movie} OR ${RANGES.episode})`;

function gradeChanges(db: Database) {
  return {
    /** Rates a work, or changes its rating. An `undefined` review leaves the review unchanged. */
    grade: (userId: string, { media, episodeId, rating, review, ratedAt }: NewGrade): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO ratings (user_id, media, episode_id, halves, rated_at, review)
           VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (user_id, media) DO UPDATE
           SET halves = excluded.halves, rated_at = excluded.rated_at, import_id = NULL
             ${review === undefined ? '' : ', review = excluded.review'}`,
          userId,
          media,
          episodeId ?? null,
          rating * 2,
          ratedAt,
          review || null,
        );
        await noteChange(tx, userId, 'ratings', ratedAt);
      }),

    /** Rates works that are not rated yet. Returns their number. */
    gradeUnrated: (userId: string, all: NewGrade[]): Promise<number> =>
      db.transaction(async (tx) => {
        let added = 0;
        for (const one of all) added += await addGrade(tx, userId, one);
        const [latest] = all;
        if (added > 0 && latest !== undefined) await noteChange(tx, userId, 'ratings', latest.ratedAt);
        return added;
      }),

    /** False: there is no rating. `at`: milliseconds since 1970. */
    ungrade: (userId: string, media: string, at: number): Promise<boolean> =>
      db.transaction(async (tx) => {
        const removed = await tx.run('DELETE FROM ratings WHERE user_id = ? AND media = ?', userId, media);
        if (removed > 0) await noteChange(tx, userId, 'ratings', at);
        return removed > 0;
      }),
  };
}

/** Returns 0 if the work is already rated. */
function addGrade(
  tx: Queries,
  userId: string,
  { media, episodeId, rating, ratedAt }: NewGrade,
): Promise<number> {
  return tx.run(
    `INSERT INTO ratings (user_id, media, episode_id, halves, rated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, media) DO NOTHING`,
    userId,
    media,
    episodeId ?? null,
    Math.round(rating * 2),
    ratedAt,
  );
}

function gradeQueries(db: Database) {
  const ofType = (type: GradeType) => (type === 'all' ? '' : `AND ${RANGES[type]}`);
  return {
    /** Last rated first. */
    grades: (userId: string, { type, limit, offset }: GradesPart): Promise<GradeRow[]> =>
      db.all<GradeRow>(
        `SELECT ${MEDIA_COLUMNS('r')}, halves / 2.0 AS rating, r.review, rated_at AS "ratedAt"
         FROM ratings AS r ${TITLES_OF('r')} WHERE r.user_id = ? ${ofType(type)}
         ORDER BY rated_at DESC, r.media DESC LIMIT ? OFFSET ?`,
        userId,
        limit,
        offset,
      ),

    async countGrades(userId: string, type: GradeType = 'all'): Promise<number> {
      const row = await db.one<{ n: number }>(
        `SELECT count(*) AS n FROM ratings AS r WHERE r.user_id = ? ${ofType(type)}`,
        userId,
      );
      return row?.n ?? 0;
    },

    /** The ratings of these works, by their keys. */
    async gradesOf(userId: string, media: string[]): Promise<ReadonlyMap<string, number>> {
      const { sql, values } = inList(media);
      const rows = await db.all<{ media: string; rating: number }>(
        `SELECT media, halves / 2.0 AS rating FROM ratings WHERE user_id = ? AND media IN ${sql}`,
        userId,
        ...values,
      );
      return new Map(rows.map((row) => [row.media, row.rating]));
    },
  };
}

export type NewGrade = Readonly<{
  media: string;
  episodeId?: number | undefined;
  rating: number;
  review?: string | null | undefined;
  /** Milliseconds since 1970. */
  ratedAt: number;
}>;

type RatingChange = Readonly<{
  userId: string;
  ids: MediaIds;
  rating: number | null;
  ratedAt: number;
}>;

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
  await noteChange(tx, userId, 'ratings', ratedAt);
  const titles = await tx.one<Pick<MediaRow, 'title' | 'episodeTitle' | 'year'>>(
    'SELECT title, episode_title AS "episodeTitle", year FROM media_titles WHERE media = ?',
    media,
  );
  return withIds({ media, episodeId, ...(titles ?? { title: null, episodeTitle: null, year: null }) });
}

type RatingsPart = Readonly<{
  limit: number;
  offset: number;
  media: MediaIds | undefined;
}>;
