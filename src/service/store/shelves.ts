import { noteChange } from './changes';
import type { Database, Queries, Value } from './engine/database';
import { inList } from './engine/rows';
import type { MediaRow } from './media';

/** Shelves for films and series. */
export type Shelf = 'watchlist' | 'favorites' | 'collection';

/** A film (`movie:348`) or a series (`show:1396`) on a shelf. */
export type ShelfRow = Pick<MediaRow, 'media' | 'episodeId' | 'title' | 'episodeTitle' | 'year'> &
  Readonly<{
    priority: number | null;
    format: string | null;
    notes: string | null;
    /** Milliseconds since 1970. */
    addedAt: number;
  }>;

/** `undefined`: unchanged. */
export type ShelfFields = Readonly<{
  priority?: number | null | undefined;
  format?: string | null | undefined;
  notes?: string | null | undefined;
}>;

type ShelfPart = Readonly<{
  type: 'all' | 'movie' | 'tv';
  format?: string | undefined;
  sort: 'addedAt:asc' | 'addedAt:desc' | 'priority:asc' | 'priority:desc';
  limit: number;
  offset: number;
}>;

export function createShelves(db: Database, { now }: { now: () => number }) {
  return {
    /** Adds a work, or changes its fields. */
    put: (userId: string, shelf: Shelf, media: string, fields: ShelfFields = {}): Promise<void> =>
      db.transaction(async (tx) => {
        await putItem(tx, { userId, shelf, media, fields, at: now() });
        await noteChange(tx, userId, shelf, now());
      }),

    /** Adds these works; existing entries stay unchanged. Returns how many are new. */
    addAll: (userId: string, shelf: Shelf, works: string[], format?: string): Promise<number> =>
      db.transaction(async (tx) => {
        let added = 0;
        for (const media of works) added += await addItem(tx, { userId, shelf, media, format, at: now() });
        if (added > 0) await noteChange(tx, userId, shelf, now());
        return added;
      }),

    /** False: the work is not on the shelf. */
    remove: (userId: string, shelf: Shelf, media: string): Promise<boolean> =>
      db.transaction(async (tx) => {
        const removed = await tx.run(
          'DELETE FROM shelf_items WHERE user_id = ? AND shelf = ? AND media = ?',
          userId,
          shelf,
          media,
        );
        if (removed > 0) await noteChange(tx, userId, shelf, now());
        return removed > 0;
      }),

    ...reads(db),
  };
}

/** A series that is not suggested until the person watches it again. */
type DroppedShow = Readonly<{
  showId: number;
  /** Milliseconds since 1970. */
  droppedAt: number;
}>;

export function createDroppedShows(db: Database, { now }: { now: () => number }) {
  return {
    async drop(userId: string, showId: number): Promise<void> {
      await db.run(
        `INSERT INTO dropped_shows (user_id, show_id, dropped_at) VALUES (?, ?, ?)
         ON CONFLICT (user_id, show_id) DO UPDATE SET dropped_at = excluded.dropped_at`,
        userId,
        showId,
        now(),
      );
    },

    async takeBack(userId: string, showId: number): Promise<void> {
      await db.run('DELETE FROM dropped_shows WHERE user_id = ? AND show_id = ?', userId, showId);
    },

    /** Latest drop first. */
    list: (userId: string) =>
      db.all<DroppedShow>(
        `SELECT show_id AS "showId", dropped_at AS "droppedAt" FROM dropped_shows WHERE user_id = ?
         ORDER BY dropped_at DESC, show_id LIMIT 500`,
        userId,
      ),
  };
}

type Put = Readonly<{
  userId: string;
  shelf: Shelf;
  media: string;
  /** Milliseconds since 1970. */
  at: number;
}>;

/** Returns 0 if the work is on the shelf already. */
function addItem(
  tx: Queries,
  { userId, shelf, media, format, at }: Put & Readonly<{ format: string | undefined }>,
): Promise<number> {
  return tx.run(
    `INSERT INTO shelf_items (user_id, shelf, media, format, added_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, shelf, media) DO NOTHING`,
    userId,
    shelf,
    media,
    format ?? null,
    at,
  );
}

async function putItem(
  tx: Queries,
  { userId, shelf, media, fields, at }: Put & Readonly<{ fields: ShelfFields }>,
): Promise<void> {
  const { priority, format, notes } = fields;
  await tx.run(
    `INSERT INTO shelf_items (user_id, shelf, media, priority, format, notes, added_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, shelf, media) DO NOTHING`,
    userId,
    shelf,
    media,
    priority ?? null,
    format || null,
    notes || null,
    at,
  );
  const changed = Object.entries({ priority, format, notes }).filter(([, value]) => value !== undefined);
  for (const [column, value] of changed)
    await tx.run(
      `UPDATE shelf_items SET ${column} = ? WHERE user_id = ? AND shelf = ? AND media = ?`,
      value === '' ? null : (value ?? null),
      userId,
      shelf,
      media,
    );
}

function reads(db: Database) {
  return {
    list: (userId: string, shelf: Shelf, part: ShelfPart): Promise<ShelfRow[]> => {
      const { sql, values } = conditionOf(userId, shelf, part);
      return db.all<ShelfRow>(
        `${SELECT} WHERE ${sql} ORDER BY ${ORDERS[part.sort]} LIMIT ? OFFSET ?`,
        ...values,
        part.limit,
        part.offset,
      );
    },

    /** One row, or none. */
    find: (userId: string, shelf: Shelf, media: string): Promise<ShelfRow[]> =>
      db.all<ShelfRow>(`${SELECT} WHERE s.user_id = ? AND s.shelf = ? AND s.media = ?`, userId, shelf, media),

    async count(userId: string, shelf: Shelf, part: Pick<ShelfPart, 'type' | 'format'>): Promise<number> {
      const { sql, values } = conditionOf(userId, shelf, part);
      const row = await db.one<{ n: number }>(
        `SELECT count(*) AS n FROM shelf_items AS s WHERE ${sql}`,
        ...values,
      );
      return row?.n ?? 0;
    },

    /** The shelf entries of these works. */
    among: (userId: string, media: string[]): Promise<Shelved[]> => {
      const { sql, values } = inList(media);
      return db.all<Shelved>(
        `SELECT shelf, media, priority FROM shelf_items
         WHERE user_id = ? AND shelf IN ('watchlist', 'favorites', 'collection') AND media IN ${sql}`,
        userId,
        ...values,
      );
    },
  };
}

const SELECT = `SELECT s.media, NULL AS "episodeId", mt.title, NULL AS "episodeTitle", mt.year, s.priority,
  s.format, s.notes, s.added_at AS "addedAt"
  FROM shelf_items AS s LEFT JOIN media_titles AS mt ON mt.media = s.media`;

type Shelved = Readonly<{
  shelf: Shelf;
  media: string;
  priority: number | null;
}>;

const LAST = 'CASE WHEN s.priority IS NULL THEN 1 ELSE 0 END';
const ORDERS: Readonly<Record<ShelfPart['sort'], string>> = {
  'addedAt:desc': 's.added_at DESC, s.media DESC',
  'addedAt:asc': 's.added_at, s.media',
  'priority:asc': `${LAST}, s.priority, s.added_at DESC, s.media DESC`,
  'priority:desc': `${LAST}, s.priority DESC, s.added_at DESC, s.media DESC`,
};

function conditionOf(
  userId: string,
  shelf: Shelf,
  { type, format }: Pick<ShelfPart, 'type' | 'format'>,
): { sql: string; values: Value[] } {
  const ofType = { all: '', movie: "AND s.media LIKE 'movie:%'", tv: "AND s.media LIKE 'show:%'" }[type];
  return {
    sql: `s.user_id = ? AND s.shelf = ? ${ofType} ${format === undefined ? '' : 'AND lower(s.format) = ?'}`,
    values: [userId, shelf, ...(format === undefined ? [] : [format.toLowerCase()])],
  };
}
