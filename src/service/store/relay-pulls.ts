import type { Database } from './engine/database';
import type { Sink } from './sink';
import { MEDIA_COLUMNS, TITLES_OF, withIds, type MediaRow } from './media';

/** A viewing that another tracker has. `title`: the key of its title, or a description. */
export type Takeable = Readonly<{
  title: string;
  watchedAt: number;
  /** The other tracker states no time, so any viewing of the title counts as this one. */
  isUndated?: boolean | undefined;
}>;

/** Two reports of one viewing by the same tracker are closer than this. */
const SAME_MS = 60_000;
const PART = 100;

/** Pulls of viewings from other trackers. */
export function createRelayPulls(db: Database, { now }: Readonly<{ now: () => number }>) {
  return { ...pullTimes(db, now), ...takenViewings(db, now) };
}

/** The state and the times of pulls. */
function pullTimes(db: Database, now: () => number) {
  return {
    /** Turns pulls on, of which the first one reads the whole history; or off, and forgets the cursor. */
    async pull(userId: string, id: string, isOn: boolean): Promise<void> {
      const at = now();
      if (isOn) await db.run(PULL, at, at, at, userId, id);
      else
        await db.transaction(async (tx) => {
          await tx.run('DELETE FROM relay_taken WHERE user_id = ? AND sink_id = ?', userId, id);
          await tx.run(END_PULL, userId, id);
        });
    },

    /** Makes a pull due now. Does nothing if pulls are off, or while the other tracker asks to wait. */
    async pullNow(userId: string, id: string): Promise<void> {
      await db.run(PULL_NOW, now(), userId, id, now());
    },

    /** Stores the result of a pull, and the time before which no process pulls again. */
    async notePull(
      { userId, id }: Sink,
      { pullAt, trouble, failures }: { pullAt: number; trouble: Sink['pullTrouble']; failures: number },
    ): Promise<void> {
      await db.run(NOTE_PULL, pullAt, trouble, failures, userId, id);
    },

    /** Ends a pull after its viewings are stored. */
    async endPull({ userId, id }: Sink): Promise<void> {
      await db.run('UPDATE relay_sinks SET pull_import = NULL WHERE user_id = ? AND id = ?', userId, id);
    },
  };
}

function takenViewings(db: Database, now: () => number) {
  return {
    /** Whether a viewing at the sink was neither pulled from the sink nor sent to it. */
    async isNew({ userId, id }: Sink, { title, watchedAt, isUndated }: Takeable): Promise<boolean> {
      const near = isUndated === true ? Number.MAX_SAFE_INTEGER - watchedAt : SAME_MS;
      const [from, to] = [watchedAt - near, watchedAt + near];
      const values = [userId, id, title, from, to] as const;
      return (await db.one(KNOWN, ...values, ...values)) === undefined;
    },

    /**
     * Notes the pulled viewings and the cursor. `importId`: the import of the viewings. It is noted first, so
     * that it is stored even if the process ends before all viewings are noted.
     */
    async take(
      { userId, id }: Sink,
      taken: Takeable[],
      { cursor, importId }: Readonly<{ cursor: string; importId: string | null }>,
    ): Promise<void> {
      if (importId !== null) await db.run(STORE, importId, userId, id);
      for (let from = 0; from === 0 || from < taken.length; from += PART)
        await db.transaction(async (tx) => {
          for (const { title, watchedAt } of taken.slice(from, from + PART))
            await tx.run(TAKE, userId, id, title, watchedAt);
          if (from + PART >= taken.length) await tx.run(TAKEN, cursor, now(), userId, id);
        });
    },

    /** Notes a viewing that the sink has from here and may keep, so that no pull brings it back. */
    async noteTaken({ userId, id }: Sink, { title, watchedAt }: Takeable): Promise<void> {
      await db.run(TAKE, userId, id, title, watchedAt);
    },
  };
}

const OF_SINK = 'WHERE user_id = ? AND id = ?';
/** The first pull is due now, or at the time that `END_PULL` has kept. */
const PULL = `UPDATE relay_sinks SET pull_at = CASE WHEN pulled_at > ? THEN pulled_at ELSE ? END,
  pull_trouble = CASE WHEN pulled_at > ? THEN 'busy' END, pulled_at = NULL, pull_failures = 0 ${OF_SINK}
  AND pull_at IS NULL`;

/** Keeps, in `pulled_at`, the time until which the other tracker asks to wait. */
const END_PULL = `UPDATE relay_sinks SET pulled_at = CASE WHEN pull_trouble = 'busy' THEN pull_at END,
  pull_at = NULL, pull_cursor = NULL, pull_import = NULL, pull_trouble = NULL ${OF_SINK}
  AND pull_at IS NOT NULL`;

const PULL_NOW = `UPDATE relay_sinks SET pull_at = ? ${OF_SINK} AND pull_at IS NOT NULL
  AND (coalesce(pull_trouble, '') <> 'busy' OR pull_at <= ?)`;

const NOTE_PULL = `UPDATE relay_sinks SET pull_at = ?, pull_trouble = ?, pull_failures = ? ${OF_SINK}
  AND pull_at IS NOT NULL`;

const STORE = `UPDATE relay_sinks SET pull_import = ? ${OF_SINK} AND pull_at IS NOT NULL`;
const TAKEN = `UPDATE relay_sinks SET pull_cursor = ?, pulled_at = ? ${OF_SINK} AND pull_at IS NOT NULL`;

const KNOWN = `
  SELECT 1 AS known FROM relay_taken
  WHERE user_id = ? AND sink_id = ? AND title = ? AND watched_at >= ? AND watched_at <= ?
  UNION ALL SELECT 1 FROM relay_ledger
  WHERE user_id = ? AND sink_id = ? AND media = ? AND watched_at >= ? AND watched_at <= ? LIMIT 1`;

const TAKE = `INSERT INTO relay_taken (user_id, sink_id, title, watched_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (user_id, sink_id, title, watched_at) DO NOTHING`;

/** A rating that the sink does not have in its current form; null: it was removed. */
type RatingChange = Readonly<{
  media: string;
  rating: number | null;
}>;

/** The position of the current playback, or of the playback last reported to a sink, in seconds. */
export type PlaybackRow = Readonly<{
  progress: number;
  duration: number;
}>;

/** Ratings and the current playback, which are sent besides viewings. */
export function createRelayRatings(db: Database) {
  return { ...ratingSteps(db), ...playbackSteps(db) };
}

function ratingSteps(db: Database) {
  return {
    /** Ratings that the sink does not have in their current form. */
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
    /** The open title whose position was updated last, if that was not before `since`. */
    async playing({ userId }: Sink, since: number): Promise<(PlaybackRow & MediaRow) | undefined> {
      const row = await db.one<PlaybackRow & MediaRow>(PLAYING, userId, since);
      return row && withIds(row);
    },

    /** The playback last reported to the sink. `isWatched`: 1 if the title was watched since. */
    async told({ userId, id }: Sink): Promise<(PlaybackRow & MediaRow & { isWatched: number }) | undefined> {
      const row = await db.one<PlaybackRow & MediaRow & { isWatched: number }>(TOLD, userId, id);
      return row && withIds(row);
    },

    /** Notes the playback that was reported to the sink; `undefined`: none. */
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
