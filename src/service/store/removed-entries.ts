import { noteChange } from './changes';
import type { Database, Queries, Transaction } from './engine/database';
import type { CreateId } from './ids';
import { keeperOf, type KeptItem } from './kept-parts';
import { putItem, takeOut, touch } from './list-items';
import type { Shelf } from './shelves';

/** How long a removal can be undone: 30 days. */
const KEPT_MS = 30 * 24 * 3600_000;

/**
 * Removes entries of shelves and lists, and whole lists. `restore` undoes a removal and brings back place,
 * note and time. Each removal returns its id; `undefined`: the entry does not exist.
 */
export function createRemovedEntries(
  db: Database,
  { now, createId }: { now: () => number; createId: CreateId },
) {
  const remove = (userId: string, take: (tx: Transaction, id: string) => Promise<Removed | undefined>) =>
    db.personTransaction(userId, async (tx) => {
      await forgetOld(tx, userId, now() - KEPT_MS);
      const id = createId();
      const removed = await take(tx, id);
      if (removed === undefined) return undefined;
      await tx.run(KEEP, userId, id, removed.part, JSON.stringify(removed.row), now());
      return id;
    });
  return {
    fromShelf: (userId: string, shelf: Shelf, media: string) =>
      remove(userId, (tx) => takeOffShelf(tx, { userId, shelf, media, at: now() })),

    fromList: (userId: string, list: string, media: string) =>
      remove(userId, (tx) => takeFromList(tx, { userId, list, media, at: now() })),

    /** Deletes a list. Its entries stay in `list_items`, under the id of the removal. */
    list: (userId: string, list: string) =>
      remove(userId, (tx, id) => takeList(tx, { userId, list, id, at: now() })),

    /** Stores the person's rating of a work, or that there is none, before it changes. */
    grade: (userId: string, media: string) => remove(userId, (tx) => keepGrade(tx, userId, media)),

    /** Undoes a removal. False: it is too late, or there is no room for the entry. */
    restore: (userId: string, id: string): Promise<boolean> =>
      db.personTransaction(userId, (tx) => restore(tx, userId, id, now())),
  };
}

type Removed = Readonly<{
  part: Shelf | 'entry' | 'list' | 'grade';
  row: KeptItem;
}>;

const KEEP = `INSERT INTO removed_entries (user_id, removal, part, row, removed_at) VALUES (?, ?, ?, ?, ?)`;

async function forgetOld(tx: Queries, userId: string, before: number): Promise<void> {
  const old = 'SELECT removal FROM removed_entries WHERE user_id = ? AND removed_at < ?';
  await tx.run(`DELETE FROM list_items WHERE user_id = ? AND list_id IN (${old})`, userId, userId, before);
  await tx.run('DELETE FROM removed_entries WHERE user_id = ? AND removed_at < ?', userId, before);
}

async function takeOffShelf(
  tx: Transaction,
  { userId, shelf, media, at }: { userId: string; shelf: Shelf; media: string; at: number },
): Promise<Removed | undefined> {
  const which = 'user_id = ? AND shelf = ? AND media = ?';
  const row = await tx.lock<KeptItem>(
    `SELECT shelf, media, priority, format, notes, added_at FROM shelf_items WHERE ${which}`,
    userId,
    shelf,
    media,
  );
  if (row === undefined) return undefined;
  await tx.run(`DELETE FROM shelf_items WHERE ${which}`, userId, shelf, media);
  await noteChange(tx, userId, shelf, at);
  return { part: shelf, row };
}

async function keepGrade(tx: Transaction, userId: string, media: string): Promise<Removed> {
  const row = await tx.lock<KeptItem>(
    `SELECT media, ${GRADE.join(', ')} FROM ratings WHERE user_id = ? AND media = ?`,
    userId,
    media,
  );
  return { part: 'grade', row: row ?? { media } };
}

async function takeFromList(
  tx: Transaction,
  { userId, list, media, at }: { userId: string; list: string; media: string; at: number },
): Promise<Removed | undefined> {
  const row = await tx.lock<KeptItem>(
    `SELECT list_id, media, episode_id, position, notes, added_at FROM list_items
     WHERE user_id = ? AND list_id = ? AND media = ?`,
    userId,
    list,
    media,
  );
  if (row === undefined) return undefined;
  await takeOut(tx, userId, list, media);
  await tx.run('UPDATE lists SET items = items - 1 WHERE user_id = ? AND id = ?', userId, list);
  await touch(tx, userId, list, at);
  return { part: 'entry', row };
}

async function takeList(
  tx: Transaction,
  { userId, list, id, at }: { userId: string; list: string; id: string; at: number },
): Promise<Removed | undefined> {
  const row = await tx.lock<KeptItem>(
    `SELECT id, name, description, visibility, kind, items, created_at, updated_at FROM lists
     WHERE user_id = ? AND id = ?`,
    userId,
    list,
  );
  if (row === undefined) return undefined;
  await tx.run('DELETE FROM lists WHERE user_id = ? AND id = ?', userId, list);
  await moveEntries(tx, userId, list, id);
  await noteChange(tx, userId, 'lists', at);
  return { part: 'list', row };
}

async function moveEntries(tx: Queries, userId: string, from: string, to: string): Promise<void> {
  await tx.run('UPDATE list_items SET list_id = ? WHERE user_id = ? AND list_id = ?', to, userId, from);
}

async function restore(tx: Transaction, userId: string, id: string, at: number): Promise<boolean> {
  const kept = await tx.lock<{ part: Removed['part']; row: string }>(
    'SELECT part, row FROM removed_entries WHERE user_id = ? AND removal = ?',
    userId,
    id,
  );
  if (kept === undefined) return false;
  const row = JSON.parse(kept.row) as KeptItem;
  const isBack = await (kept.part === 'grade'
    ? putGrade(tx, userId, row)
    : putEntry(tx, { userId, id, part: kept.part, row, at }));
  if (!isBack) return false;
  await tx.run('DELETE FROM removed_entries WHERE user_id = ? AND removal = ?', userId, id);
  await noteChange(tx, userId, AREAS[kept.part], at);
  return true;
}

const AREAS = {
  watchlist: 'watchlist',
  favorites: 'favorites',
  collection: 'collection',
  entry: 'lists',
  list: 'lists',
  grade: 'ratings',
} as const;

const GRADE = ['episode_id', 'halves', 'rated_at', 'import_id', 'review'];

async function putGrade(tx: Transaction, userId: string, row: KeptItem): Promise<boolean> {
  const media = row['media'] ?? null;
  await tx.run('DELETE FROM ratings WHERE user_id = ? AND media = ?', userId, media);
  if (row['halves'] === undefined) return true;
  await tx.run(
    `INSERT INTO ratings (user_id, media, ${GRADE.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    userId,
    media,
    ...GRADE.map((name) => row[name] ?? null),
  );
  return true;
}

type Restored = Readonly<{
  userId: string;
  /** The id of the removal. */
  id: string;
  part: Exclude<Removed['part'], 'grade'>;
  row: KeptItem;
  at: number;
}>;

async function putEntry(tx: Transaction, { userId, id, part, row, at }: Restored): Promise<boolean> {
  const list = String(part === 'list' ? row['id'] : row['list_id']);
  const item = { ...row, list_id: list, own_list_id: list };
  if (!(await keeperOf(part).add(tx, userId, item))) return false;
  if (part === 'entry') await putBack(tx, { userId, list, row, at });
  if (part !== 'list') return true;
  await moveEntries(tx, userId, id, list);
  const items = Number(row['items']);
  await tx.run('UPDATE lists SET items = ? WHERE user_id = ? AND id = ?', items, userId, list);
  return true;
}

/** Moves an entry to its old place in its list: the keeper has added it at the end. */
async function putBack(
  tx: Transaction,
  { userId, list, row, at }: { userId: string; list: string; row: KeptItem; at: number },
): Promise<void> {
  const episodeId = row['episode_id'] == null ? undefined : Number(row['episode_id']);
  const item = { media: String(row['media']), episodeId, position: Number(row['position']) };
  await putItem(tx, { userId, id: list, item, at });
  await touch(tx, userId, list, at);
}
