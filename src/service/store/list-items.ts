import { noteChange } from './changes';
import type { Queries, Transaction } from './engine/database';

/** Maximum entries of a list. */
export const ENTRY_LIMIT = 10_000;

export type NewItem = Readonly<{
  media: string;
  episodeId?: number | undefined;
  notes?: string | null | undefined;
  position?: number | null | undefined;
}>;

type Put = Readonly<{
  userId: string;
  id: string;
  item: NewItem;
  at: number;
}>;

const ADD_ITEM = `
  INSERT INTO list_items (user_id, list_id, media, episode_id, position, notes, added_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

export type KnownItem = Pick<NewItem, 'media' | 'episodeId'>;

/** Appends the entries that the list does not have, as far as there is room. */
export async function addItems(
  tx: Transaction,
  { userId, id, items, at }: Omit<Put, 'item'> & Readonly<{ items: KnownItem[] }>,
): Promise<void> {
  const list = await tx.lock<{ items: number }>(
    'SELECT items FROM lists WHERE user_id = ? AND id = ?',
    userId,
    id,
  );
  if (list === undefined) return;
  let size = list.items;
  for (const { media, episodeId } of items) {
    if (size >= ENTRY_LIMIT) break;
    size += await tx.run(
      `${ADD_ITEM} ON CONFLICT (user_id, list_id, media) DO NOTHING`,
      userId,
      id,
      media,
      episodeId ?? null,
      size,
      null,
      at,
    );
  }
  if (size === list.items) return;
  await tx.run('UPDATE lists SET items = ? WHERE user_id = ? AND id = ?', size, userId, id);
  await touch(tx, userId, id, at);
}

/** Adds an entry, or moves it and changes its note. False: the list is full. */
export async function putItem(tx: Transaction, { userId, id, item, at }: Put): Promise<boolean> {
  const { media, episodeId } = item;
  const list = await tx.lock<{ items: number }>(
    'SELECT items FROM lists WHERE user_id = ? AND id = ?',
    userId,
    id,
  );
  const before = await tx.one<{ notes: string | null; position: number; addedAt: number }>(
    `SELECT notes, position, added_at AS "addedAt" FROM list_items
     WHERE user_id = ? AND list_id = ? AND media = ?`,
    userId,
    id,
    media,
  );
  if (list === undefined || (before === undefined && list.items >= ENTRY_LIMIT)) return false;
  if (before !== undefined) await takeOut(tx, userId, id, media);
  const others = before === undefined ? list.items : list.items - 1;
  const { notes, position } = placeIn(others, item, before);
  await tx.run(
    'UPDATE list_items SET position = position + 1 WHERE user_id = ? AND list_id = ? AND position >= ?',
    userId,
    id,
    position,
  );
  await tx.run(ADD_ITEM, userId, id, media, episodeId ?? null, position, notes, before?.addedAt ?? at);
  if (before === undefined)
    await tx.run('UPDATE lists SET items = items + 1 WHERE user_id = ? AND id = ?', userId, id);
  return true;
}

/**
 * The note and position of an entry: those of `item`, otherwise those `before`; a new entry goes to the end.
 */
function placeIn(
  others: number,
  item: NewItem,
  before: Readonly<{ notes: string | null; position: number }> | undefined,
) {
  const notes = item.notes === undefined ? (before?.notes ?? null) : item.notes || null;
  return { notes, position: Math.min(others, item.position ?? before?.position ?? others) };
}

/** Removes an entry and closes the gap. Returns its position; `undefined`: it is not in the list. */
export async function takeOut(
  tx: Transaction,
  userId: string,
  id: string,
  media: string,
): Promise<number | undefined> {
  const row = await tx.lock<{ position: number }>(
    'SELECT position FROM list_items WHERE user_id = ? AND list_id = ? AND media = ?',
    userId,
    id,
    media,
  );
  if (row === undefined) return undefined;
  await tx.run('DELETE FROM list_items WHERE user_id = ? AND list_id = ? AND media = ?', userId, id, media);
  await tx.run(
    'UPDATE list_items SET position = position - 1 WHERE user_id = ? AND list_id = ? AND position > ?',
    userId,
    id,
    row.position,
  );
  return row.position;
}

/** Notes that a list has changed. `at`: milliseconds since 1970. */
export async function touch(tx: Queries, userId: string, id: string, at: number): Promise<void> {
  await tx.run('UPDATE lists SET updated_at = ? WHERE user_id = ? AND id = ?', at, userId, id);
  await noteChange(tx, userId, 'lists', at);
}
