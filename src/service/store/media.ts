import { inList } from './engine/rows';
import type { Database } from './engine/database';

/** A film or an episode with its names. */
export type MediaRow = Readonly<{
  /** The key: see `mediaKey`. */
  media: string;
  type: 'movie' | 'episode';
  /** The film, or the series. */
  tmdbId: number | null;
  episodeId: number | null;
  seasonNumber: number | null;
  episodeNumber: number | null;
  /** `null` until the catalogue has supplied it. */
  title: string | null;
  episodeTitle: string | null;
  year: number | null;
  /** 1: the title comes from an imported file, because the catalogue has not supplied one yet. */
  isFromFile?: number;
}>;

export type MediaTitles = Readonly<{
  /** The title of the film, or of the series. */
  title: string;
  episodeTitle?: string;
  year?: number;
}>;

/** Titles of films and episodes, for all people. Only the catalogue writes them. */
export function createMedia(db: Database) {
  return {
    async setTitles(media: string, { title, episodeTitle, year }: MediaTitles): Promise<void> {
      await db.run(
        `INSERT INTO media_titles (media, title, episode_title, year) VALUES (?, ?, ?, ?)
         ON CONFLICT (media) DO UPDATE
         SET title = excluded.title, episode_title = excluded.episode_title, year = excluded.year`,
        media,
        title,
        episodeTitle ?? null,
        year ?? null,
      );
    },

    /** The title and year of a film or series. A series is found by any named episode. */
    async nameOfWork(
      kind: 'movie' | 'show',
      tmdbId: number,
    ): Promise<Readonly<{ title: string; year: number | undefined }> | undefined> {
      const [from, to] =
        kind === 'movie'
          ? [`movie:${String(tmdbId)}`, `movie:${String(tmdbId)}`]
          : [`episode:${String(tmdbId)}:`, `episode:${String(tmdbId)};`];
      const row = await db.one<{ title: string; year: number | null }>(
        'SELECT title, year FROM media_titles WHERE media >= ? AND media <= ? ORDER BY media LIMIT 1',
        from,
        to,
      );
      return row && { title: row.title, year: row.year ?? undefined };
    },

    /** The titles of those episodes that the catalogue has named, by key; `null`: there is no title. */
    async episodeTitles(media: string[]): Promise<ReadonlyMap<string, string | null>> {
      const { sql, values } = inList(media);
      const rows = await db.all<{ media: string; title: string | null }>(
        `SELECT media, episode_title AS title FROM media_titles WHERE media IN ${sql}`,
        ...values,
      );
      return new Map(rows.map((row) => [row.media, row.title]));
    },
  };
}

/** The columns `media` and `episode_id` of `table`, and the titles that `TITLES_OF` joins. */
export const MEDIA_COLUMNS = (table: string) =>
  `${table}.media, ${table}.episode_id AS "episodeId", coalesce(mt.title, it.title) AS title,
  CASE WHEN mt.title IS NULL THEN it.episode_title ELSE mt.episode_title END AS "episodeTitle",
  CASE WHEN mt.title IS NULL THEN it.year ELSE mt.year END AS year,
  CASE WHEN mt.title IS NULL AND it.title IS NOT NULL THEN 1 ELSE 0 END AS "isFromFile"`;

/** Joins the titles of the catalogue (`mt`) and those of the person's imported files (`it`). */
export const TITLES_OF = (table: string) => `LEFT JOIN media_titles AS mt ON mt.media = ${table}.media
  LEFT JOIN imported_titles AS it ON it.user_id = ${table}.user_id AND it.media = ${table}.media`;

type Stored = Pick<MediaRow, 'media' | 'episodeId' | 'title' | 'episodeTitle' | 'year'>;

/** Adds the type, the ids and the numbers that the key `media` of the row contains. */
export function withIds<T extends Stored>(row: T): T & MediaRow {
  return Object.assign(row, idsOf(row.media));
}

/** The row of a film or episode of which only the key is known. */
export function unnamedRow(media: string): MediaRow {
  const [type, id, season] = media.split(':');
  const episodeId = type === 'episode' && season === undefined ? Number(id) : null;
  return withIds({ media, episodeId, title: null, episodeTitle: null, year: null });
}

function idsOf(media: string): Pick<MediaRow, 'type' | 'tmdbId' | 'seasonNumber' | 'episodeNumber'> {
  const [type, first, season, episode] = media.split(':');
  if (type === 'movie') return { type, tmdbId: Number(first), seasonNumber: null, episodeNumber: null };
  if (season === undefined || episode === undefined)
    return { type: 'episode', tmdbId: null, seasonNumber: null, episodeNumber: null };
  return {
    type: 'episode',
    tmdbId: Number(first),
    seasonNumber: Number(season),
    episodeNumber: Number(episode),
  };
}
