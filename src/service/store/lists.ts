import type { ListKind, Visibility } from '../../protocol/tracker/lists';
import { noteChange } from './changes';
import type { Database, Queries } from './engine/database';
import { inList } from './engine/rows';
import type { CreateId } from './ids';
import { addItems, putItem, takeOut, touch, type KnownItem, type NewItem } from './list-items';
import { MEDIA_COLUMNS, TITLES_OF, type MediaRow } from './media';

/** A list of a person. Times are milliseconds since 1970. */
export type ListRow = Readonly<{
  id: string;
  /** The owner. */
  userId: string;
  name: string;
  description: string | null;
  visibility: Visibility;
  kind: ListKind;
  items: number;
  createdAt: number;
  updatedAt: number;
}>;

type ListItemRow = Pick<MediaRow, 'media' | 'episodeId' | 'title' | 'episodeTitle' | 'year'> &
  Readonly<{
    notes: string | null;
    /** The index in the list, from 0. */
    position: number;
    addedAt: number;
  }>;

type Part = Readonly<{
  limit: number;
  offset: number;
}>;

/** Maximum lists per person. */
export const LIST_LIMIT = 500;

/** Lists of films and series, or of episodes. */
export function createLists(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    /** `undefined`: the person has `LIST_LIMIT` lists already. */
    create: (userId: string, list: NewList): Promise<ListRow | undefined> => {
      const id = createId();
      return db.personTransaction(userId, async (tx) => {
        if ((await countLists(tx, userId)) >= LIST_LIMIT) return undefined;
        const { name, description, visibility, kind } = list;
        await tx.run(
          `INSERT INTO lists (user_id, id, name, description, visibility, kind, items, created_at, updated_at)
           VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)`,
          userId,
          id,
          name,
          description || null,
          visibility,
          kind,
          now(),
          now(),
        );
        await noteChange(tx, userId, 'lists', now());
        return findList(tx, id);
      });
    },

    ...listQueries(db),
    ...entryQueries(db, now),
    ...changes(db, now),
  };
}

function listQueries(db: Database) {
  return {
    /** Last changed first. */
    list: (userId: string, { limit, offset }: Part): Promise<ListRow[]> =>
      db.all<ListRow>(
        `${SELECT} WHERE user_id = ? ORDER BY updated_at DESC, id DESC LIMIT ? OFFSET ?`,
        userId,
        limit,
        offset,
      ),

    count: (userId: string) => countLists(db, userId),

    find: (id: string) => findList(db, id),

    /** The first list of this name. */
    named: (userId: string, name: string): Promise<ListRow | undefined> =>
      db.one<ListRow>(`${SELECT} WHERE user_id = ? AND name = ? ORDER BY id LIMIT 1`, userId, name),

    /** The ids of the person's lists that contain one of these works. */
    async holding(userId: string, media: string[]): Promise<ReadonlySet<string>> {
      const { sql, values } = inList(media);
      const rows = await db.all<{ id: string }>(
        `SELECT list_id AS id FROM list_items WHERE user_id = ? AND media IN ${sql}`,
        userId,
        ...values,
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Public lists, with the names of their owners. */
    published: () =>
      db.all<ListRow & { owner: string }>(
        `SELECT l.*, u.name AS owner FROM (${SELECT} WHERE visibility = 'PUBLIC'
           ORDER BY user_id, updated_at DESC, id LIMIT 1000) AS l JOIN users AS u ON u.id = l."userId"`,
      ),
  };
}

function entryQueries(db: Database, now: () => number) {
  return {
    items: (
      { userId, id }: Pick<ListRow, 'userId' | 'id'>,
      { limit, offset }: Part,
    ): Promise<ListItemRow[]> =>
      db.all<ListItemRow>(
        `SELECT ${MEDIA_COLUMNS('i')}, i.notes, i.position, i.added_at AS "addedAt"
         FROM list_items AS i ${TITLES_OF('i')} WHERE i.user_id = ? AND i.list_id = ?
         ORDER BY i.position, i.media LIMIT ? OFFSET ?`,
        userId,
        id,
        limit,
        offset,
      ),

    /** Adds an entry, or moves it and changes its note. False: the list is full. */
    put: (userId: string, id: string, item: NewItem): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const isPut = await putItem(tx, { userId, id, item, at: now() });
        if (isPut) await touch(tx, userId, id, now());
        return isPut;
      }),

    /** Appends the entries that the list does not have, as far as there is room. */
    addAll: (userId: string, id: string, items: KnownItem[]): Promise<void> =>
      db.personTransaction(userId, (tx) => addItems(tx, { userId, id, items, at: now() })),

    /** False: the entry is not in the list. */
    remove: (userId: string, id: string, media: string): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const position = await takeOut(tx, userId, id, media);
        if (position === undefined) return false;
        await tx.run('UPDATE lists SET items = items - 1 WHERE user_id = ? AND id = ?', userId, id);
        await touch(tx, userId, id, now());
        return true;
      }),
  };
}

function changes(db: Database, now: () => number) {
  return {
    /** Renames the list, or changes who sees it. False: the person has no such list. */
    edit: (userId: string, id: string, { name, description, visibility }: ListEdit): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const changed = await tx.run(
          'UPDATE lists SET name = ?, description = ?, visibility = ? WHERE user_id = ? AND id = ?',
          name,
          description || null,
          visibility,
          userId,
          id,
        );
        if (changed > 0) await touch(tx, userId, id, now());
        return changed > 0;
      }),

    /** Moves an entry or changes its note. Returns its old position; `undefined`: it is not in the list. */
    change: (
      userId: string,
      id: string,
      media: string,
      change: Pick<NewItem, 'position' | 'notes'>,
    ): Promise<number | undefined> =>
      db.personTransaction(userId, async (tx) => {
        const entry = await tx.lock<{ position: number; episodeId: number | null }>(
          `SELECT position, episode_id AS "episodeId" FROM list_items
           WHERE user_id = ? AND list_id = ? AND media = ?`,
          userId,
          id,
          media,
        );
        if (entry === undefined) return undefined;
        const item = { ...change, media, episodeId: entry.episodeId ?? undefined };
        if (await putItem(tx, { userId, id, item, at: now() })) await touch(tx, userId, id, now());
        return entry.position;
      }),
  };
}

type ListEdit = Readonly<{
  name: string;
  description?: string | null | undefined;
  visibility: Visibility;
}>;

type NewList = ListEdit &
  Readonly<{
    kind: ListKind;
  }>;

const SELECT = `SELECT user_id AS "userId", id, name, description, visibility, kind, items,
  created_at AS "createdAt", updated_at AS "updatedAt" FROM lists`;

function findList(db: Queries, id: string): Promise<ListRow | undefined> {
  return db.one<ListRow>(`${SELECT} WHERE id = ?`, id);
}

async function countLists(db: Queries, userId: string): Promise<number> {
  const row = await db.one<{ n: number }>('SELECT count(*) AS n FROM lists WHERE user_id = ?', userId);
  return row?.n ?? 0;
}
