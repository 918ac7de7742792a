import type { Queries } from './engine/database';
import { bringBack, keepCopy } from './removed-viewings';
import { takeOut } from './viewings';
import { plainTitle } from '../../core/text/normalize-title';
import { showOf } from '../../core/library/media-key';

type ReplacedBy = Readonly<{
  userId: string;
  importId: string;
  /** A subquery that selects titles, and its values. */
  media: Readonly<{ sql: string; values: (string | number)[] }>;
}>;

/**
 * Stored instead of the time of a removal: the copy is kept as long as the import that replaced the viewing.
 */
const WITH_IMPORT = Number.MAX_SAFE_INTEGER;

/** Removes the viewings of these titles that have no date of their own, because the import states one. */
export async function replaceUndated(tx: Queries, { userId, importId, media }: ReplacedBy): Promise<void> {
  const rows = await tx.all<{ id: string; media: string }>(
    `SELECT id, media FROM watches WHERE user_id = ? AND gives_way = 1 AND coalesce(import_id, '') <> ?
       AND media IN (${media.sql})`,
    userId,
    importId,
    ...media.values,
  );
  // Sorted here: to read them in order, SQLite would read all viewings of the person.
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await keepCopy(tx, userId, { removal: importId, id: row.id, at: WITH_IMPORT });
    await takeOut(tx, userId, row.id, row.media);
  }
}

/** Restores what `replaceUndated` has removed. Call it after the viewings of the import were removed. */
export async function bringBackUndated(tx: Queries, { userId, importId, media }: ReplacedBy): Promise<void> {
  const rows = await tx.all<{ id: string; media: string }>(
    `SELECT id, media FROM removed_watches WHERE user_id = ? AND removal = ? AND media IN (${media.sql})
     ORDER BY id`,
    userId,
    importId,
    ...media.values,
  );
  for (const row of rows) await bringBack(tx, userId, importId, row);
}

/** After an import is undone, viewings that it replaced or added can no longer be restored. */
export async function forgetReplaced(db: Queries, userId: string, importId: string): Promise<void> {
  await db.run(
    'DELETE FROM removed_watches WHERE user_id = ? AND removed_at = ? AND (removal = ? OR import_id = ?)',
    userId,
    WITH_IMPORT,
    importId,
    importId,
  );
}

/** A film or an episode as an imported file names it. */
type FileRow = Readonly<{
  media: string;
  /** JSON, with `title`, `episodeTitle` and `year` if the file states them. */
  row: string;
}>;

type FileNames = Readonly<{
  title?: string;
  episodeTitle?: string;
  year?: number;
}>;

/**
 * Stores a file's names for titles that the catalogue has not named yet. Only this person sees them, until
 * the catalogue knows the title.
 */
export async function keepTitles(
  tx: Queries,
  { userId, importId, rows }: { userId: string; importId: string; rows: FileRow[] },
): Promise<void> {
  const named = rows.flatMap(({ media, row }) => {
    const names = JSON.parse(row) as FileNames;
    return names.title === undefined ? [] : [valuesOf(userId, importId, media, names)];
  });
  const last = named.at(-1);
  if (last === undefined) return;
  // Padded to a power of two by repeating the last row, because the engine caches each prepared statement.
  const length = 2 ** Math.ceil(Math.log2(named.length));
  const filled = [...named, ...Array<typeof last>(length - named.length).fill(last)];
  await tx.run(
    `INSERT INTO imported_titles (user_id, media, work, title, episode_title, year, names, import_id)
     VALUES ${filled.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}
     ON CONFLICT (user_id, media) DO NOTHING`,
    ...filled.flat(),
  );
}

function valuesOf(userId: string, importId: string, media: string, names: FileNames) {
  const { title = '', episodeTitle, year } = names;
  const show = showOf(media);
  const work = show === null ? media : `show:${String(show)}`;
  return [userId, media, work, title, episodeTitle ?? null, year ?? null, plainTitle(title), importId];
}
