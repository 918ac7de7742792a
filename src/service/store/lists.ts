import type { ListKind, Visibility } from '../../protocol/tracker/lists';
import { noteChange } from './changes';
import type { Database, Queries } from './engine/database';
import type { CreateId } from './ids';
import { addItems, putItem, takeOut, touch, type KnownItem, type NewItem } from './list-items';
import { MEDIA_COLUMNS, TITLES_OF, type MediaRow } from './media';

/** A list of a person. Times are milliseconds since 1970. */
export interface ListRow {
  readonly id: string;
  /** Whose it is. */
  readonly userId: string;
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly kind: ListKind;
  readonly items: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ListItemRow extends Pick<
  MediaRow,
  'media' | 'episodeId' | 'title' | 'episodeTitle' | 'year'
> {
  readonly notes: string | null;
  /** From 0. */
  readonly position: number;
  readonly addedAt: number;
}

interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Most lists of a person. */
export const LIST_LIMIT = 500;

export type Lists = ReturnType<typeof createLists>;

/** Lists of films and series, or of episodes. */
export function createLists(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    /** `undefined`: the person has as many lists as there may be. */
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
  };
}

function listQueries(db: Database) {
  return {
    /** The one changed last first. */
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

    /** Those that everybody may see, by their people. */
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

    /** Adds at the end what the list does not have, as long as it has room. */
    addAll: (userId: string, id: string, items: readonly KnownItem[]): Promise<void> =>
      db.personTransaction(userId, (tx) => addItems(tx, { userId, id, items, at: now() })),

    /** False: it is not in the list. */
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

interface NewList {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly visibility: Visibility;
  readonly kind: ListKind;
}

const SELECT = `SELECT user_id AS "userId", id, name, description, visibility, kind, items,
  created_at AS "createdAt", updated_at AS "updatedAt" FROM lists`;

function findList(db: Queries, id: string): Promise<ListRow | undefined> {
  return db.one<ListRow>(`${SELECT} WHERE id = ?`, id);
}

async function countLists(db: Queries, userId: string): Promise<number> {
  const row = await db.one<{ n: number }>('SELECT count(*) AS n FROM lists WHERE user_id = ?', userId);
  return row?.n ?? 0;
}
