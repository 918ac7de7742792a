import type { Queries } from './engine/database';
import { bringBack, keepCopy } from './removed-viewings';
import { takeOut } from './viewings';

type ReplacedBy = Readonly<{
  userId: string;
  importId: string;
  /** Selects titles, and its values. */
  media: Readonly<{ sql: string; values: readonly (string | number)[] }>;
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

/** Restores them after the viewings of the import were removed. */
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
