import { plainTitle } from '../../core/text/normalize-title';
import type { Queries } from './engine/database';
import { showOf } from '../../core/library/media-key';

/** A film or an episode as an imported file names it. */
type FileRow = Readonly<{
  media: string;
  /** JSON, with `title`, `episodeTitle` and `year` where the file states them. */
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
  { userId, importId, rows }: { userId: string; importId: string; rows: readonly FileRow[] },
): Promise<void> {
  const named = rows.flatMap(({ media, row }) => {
    const names = JSON.parse(row) as FileNames;
    return names.title === undefined ? [] : [valuesOf(userId, importId, media, names)];
  });
  const last = named.at(-1);
  if (last === undefined) return;
  // Padded to a power of two by repeating the last ones, because the engine caches each prepared statement.
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
