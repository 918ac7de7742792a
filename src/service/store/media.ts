import type { Database } from './database';

/** The film or episode that an update is about, by the ids in the request. */
export interface MediaIds {
  readonly type: 'movie' | 'episode';
  /** The film, or the series. */
  readonly tmdbId?: number;
  /** The episode's own external id. */
  readonly episodeId?: number;
  readonly seasonNumber?: number;
  readonly episodeNumber?: number;
}

/** A film or an episode with what is known about it. */
export interface MediaRow {
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
}

export interface MediaTitles {
  /** Of the film, or of the series. */
  readonly title: string;
  readonly episodeTitle?: string;
  readonly year?: number;
}

export type Media = ReturnType<typeof createMedia>;

/** Films and episodes that were played, with their titles once the catalogue has supplied them. */
export function createMedia(db: Database) {
  return {
    setTitles(mediaId: number, { title, episodeTitle, year }: MediaTitles): void {
      db.run(
        'UPDATE media SET title = ?, episode_title = ?, year = ? WHERE id = ?',
        title,
        episodeTitle ?? null,
        year ?? null,
        mediaId,
      );
    },
  };
}

/** `movie:10378`, `episode:1396:1:2`, or `episode:62085` while only the episode's own id is known. */
export function mediaKey({ type, tmdbId, episodeId, seasonNumber, episodeNumber }: MediaIds): string {
  if (type === 'movie') return `movie:${String(tmdbId)}`;
  if (tmdbId === undefined || seasonNumber === undefined || episodeNumber === undefined)
    return `episode:${String(episodeId)}`;
  return `episode:${String(tmdbId)}:${String(seasonNumber)}:${String(episodeNumber)}`;
}

/** The series of an episode whose place in it is known. The parameter is the id of the row. */
export const SERIES_OF_MEDIA =
  "SELECT tmdb_id FROM media WHERE media.id = ? AND type = 'episode' AND season_number IS NOT NULL";

/** Whether a row is this film or episode: two parameters, those of `mediaParameters`. */
export const IS_MEDIA = '(media.key = ? OR media.episode_id = ?)';

export function mediaParameters(ids: MediaIds): readonly [string, number | null] {
  return [mediaKey(ids), ids.episodeId ?? null];
}

/**
 * The row of this film or episode; inserted when it is new. An episode has one row whether updates name it by
 * its own id or by series, season and number. Call it in a transaction.
 */
export function findOrAddMedia(db: Database, ids: MediaIds): number {
  const key = mediaKey(ids);
  return findByKey(db, key, ids.episodeId) ?? findByEpisodeId(db, key, ids) ?? addMedia(db, key, ids);
}

/** Stores the episode's own id when the row lacks it. */
function findByKey(db: Database, key: string, episodeId: number | undefined): number | undefined {
  const row = db.one<{ id: number; episodeId: number | null }>(
    'SELECT id, episode_id AS episodeId FROM media WHERE key = ?',
    key,
  );
  if (row?.episodeId === null && episodeId !== undefined)
    db.run('UPDATE media SET episode_id = ? WHERE id = ?', episodeId, row.id);
  return row?.id;
}

/** Stores series, season and number when the row has only the episode's own id. */
function findByEpisodeId(db: Database, key: string, ids: MediaIds): number | undefined {
  const { episodeId, tmdbId, seasonNumber, episodeNumber } = ids;
  if (episodeId === undefined) return undefined;
  const row = db.one<{ id: number; key: string }>(
    'SELECT id, key FROM media WHERE episode_id = ? ORDER BY id LIMIT 1',
    episodeId,
  );
  const keyOfId = mediaKey({ type: 'episode', episodeId });
  if (row === undefined || key === keyOfId) return row?.id;
  // The same id at another place in the series is another numbering, so it gets a row of its own.
  if (row.key !== keyOfId) return undefined;
  db.run(
    'UPDATE media SET key = ?, tmdb_id = ?, season_number = ?, episode_number = ? WHERE id = ?',
    key,
    tmdbId ?? null,
    seasonNumber ?? null,
    episodeNumber ?? null,
    row.id,
  );
  db.run(`UPDATE playback SET series_id = (${SERIES_OF_MEDIA}) WHERE media_id = ?`, row.id, row.id);
  return row.id;
}

function addMedia(db: Database, key: string, ids: MediaIds): number {
  const { type, tmdbId, episodeId, seasonNumber, episodeNumber } = ids;
  return db.run(
    `INSERT INTO media (key, type, tmdb_id, episode_id, season_number, episode_number)
     VALUES (?, ?, ?, ?, ?, ?)`,
    key,
    type,
    tmdbId ?? null,
    episodeId ?? null,
    seasonNumber ?? null,
    episodeNumber ?? null,
  );
}
