import { keepPosition, LAST_POSITION, type LastPosition } from './latest-session';
import type { Queries, Transaction, Value } from './engine/database';
import { ENTRY_LIMIT, takeOut } from './list-items';
import { LIST_LIMIT } from './lists';
import { heldLimit } from './held-titles';
import { siteIdLimit } from './title-choices';
import { addToTallies } from './count-viewings';

/** A kind of data other than viewings and ratings that an import can add. */
export type KeptPart = keyof typeof KEEPERS;

/** An entry of a part: its columns by name. `list_id` identifies a list and its entries. */
export type KeptItem = Readonly<Record<string, Value>>;

/** Reads one part, and adds and removes an import's entries. */
interface Keeper {
  has(db: Queries, userId: string, item: KeptItem): Promise<boolean>;
  /** False: the entry exists, or there is no room for it. */
  add(tx: Transaction, userId: string, item: KeptItem): Promise<boolean>;
  /** Entries that the person has changed since stay. */
  remove(tx: Transaction, userId: string, item: KeptItem): Promise<void>;
}

export const keeperOf = (part: KeptPart): Keeper => KEEPERS[part];

/** Keeps entries in one table. The `key` columns identify an entry. */
function inTable(table: string, key: string[], others: string[]): Keeper {
  const columns = [...key, ...others];
  const valuesOf = (names: string[], item: KeptItem) => names.map((name) => item[name] ?? null);
  const keyed = ['user_id', ...key].map((name) => `${name} = ?`).join(' AND ');
  const same = columns.map((name) => `${name} IS NOT DISTINCT FROM ?`).join(' AND ');
  return {
    has: async (db, userId, item) =>
      (await db.one(`SELECT 1 FROM ${table} WHERE ${keyed}`, userId, ...valuesOf(key, item))) !== undefined,
    add: async (tx, userId, item) =>
      (await tx.run(
        `INSERT INTO ${table} (user_id, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
         ON CONFLICT DO NOTHING`,
        userId,
        ...valuesOf(columns, item),
      )) > 0,
    remove: async (tx, userId, item) => {
      const values = valuesOf(columns, item);
      await tx.run(`DELETE FROM ${table} WHERE user_id = ? AND ${same}`, userId, ...values);
    },
  };
}

/** Applies the limit that also holds for the person's own entries. */
function atMost(most: number, table: string, keeper: Keeper): Keeper {
  return {
    ...keeper,
    async add(tx, userId, item) {
      const sql = `SELECT count(*) AS n FROM ${table} WHERE user_id = ?`;
      const count = await tx.one<{ n: number }>(sql, userId);
      return (count?.n ?? 0) < most && keeper.add(tx, userId, item);
    },
  };
}

const SHELF = inTable('shelf_items', ['shelf', 'media'], ['priority', 'format', 'notes', 'added_at']);

/** The position of a started title. A title with an open session here, or a later update, keeps its own. */
const PROGRESS: Keeper = {
  has: async (db, userId, { media = null, updated_at: at = null }) =>
    (await db.one(
      `SELECT 1 FROM progress WHERE user_id = ? AND media = ?
         AND (watched_at IS NULL OR updated_at >= ? OR watched_at >= ?)`,
      userId,
      media,
      at,
      at,
    )) !== undefined,
  async add(tx, userId, item) {
    if (await PROGRESS.has(tx, userId, item)) return false;
    const { media = null } = item;
    const watched = await tx.one<LastPosition>(
      `SELECT ${LAST_POSITION} FROM progress AS p WHERE p.user_id = ? AND p.media = ?`,
      userId,
      media,
    );
    if (watched !== undefined) {
      await keepPosition(tx, userId, watched);
      await tx.run('DELETE FROM progress WHERE user_id = ? AND media = ?', userId, media);
    }
    await POSITIONS.add(tx, userId, item);
    if (watched === undefined) await addToTallies(tx, userId, { titles: 1 });
    return true;
  },
  async remove(tx, userId, item) {
    const removed = await tx.run(
      `DELETE FROM progress WHERE user_id = ? AND media = ? AND id = ? AND watched_at IS NULL
         AND updated_at = ?`,
      userId,
      item['media'] ?? null,
      item['id'] ?? null,
      item['updated_at'] ?? null,
    );
    if (removed > 0) await addToTallies(tx, userId, { titles: -1 });
  },
};
const POSITIONS = inTable(
  'progress',
  ['media'],
  ['id', 'episode_id', 'progress', 'duration', 'started_at', 'updated_at'],
);

const LISTS_OF_PERSON = inTable(
  'lists',
  ['id'],
  ['name', 'description', 'visibility', 'kind', 'items', 'created_at', 'updated_at'],
);

/**
 * The list with the id of the file (`list_id`), or the copy that an import has made of it (`own_list_id`).
 */
async function listOf(db: Queries, userId: string, item: KeptItem) {
  return db.one<{ id: string; items: number }>(
    'SELECT id, items FROM lists WHERE user_id = ? AND (id = ? OR id = ?) ORDER BY id LIMIT 1',
    userId,
    item['list_id'] ?? null,
    item['own_list_id'] ?? null,
  );
}

const LIST: Keeper = {
  has: async (db, userId, item) => (await listOf(db, userId, item)) !== undefined,
  async add(tx, userId, item) {
    const count = await tx.one<{ n: number }>('SELECT count(*) AS n FROM lists WHERE user_id = ?', userId);
    if ((count?.n ?? 0) >= LIST_LIMIT || (await LIST.has(tx, userId, item))) return false;
    return LISTS_OF_PERSON.add(tx, userId, { ...item, id: item['own_list_id'] ?? null, items: 0 });
  },
  // `removeEmptyLists` removes the list, after its entries.
  remove: async () => undefined,
};

const ENTRY: Keeper = {
  async has(db, userId, item) {
    const list = await listOf(db, userId, item);
    return list !== undefined && ENTRIES.has(db, userId, { ...item, list_id: list.id });
  },
  async add(tx, userId, item) {
    const list = await listOf(tx, userId, item);
    if (list === undefined || list.items >= ENTRY_LIMIT) return false;
    const entry = { ...item, list_id: list.id, position: list.items };
    if (!(await ENTRIES.add(tx, userId, entry))) return false;
    await tx.run('UPDATE lists SET items = items + 1 WHERE user_id = ? AND id = ?', userId, list.id);
    return true;
  },
  async remove(tx, userId, item) {
    const list = await listOf(tx, userId, item);
    if (list === undefined || !(await isSameEntry(tx, userId, { ...item, list_id: list.id }))) return;
    const [id, media] = [list.id, String(item['media'])];
    const position = await takeOut(tx, userId, id, media);
    if (position !== undefined)
      await tx.run('UPDATE lists SET items = items - 1 WHERE user_id = ? AND id = ?', userId, id);
  },
};
const isSameEntry = async (db: Queries, userId: string, item: KeptItem): Promise<boolean> =>
  (await db.one(
    `SELECT 1 FROM list_items WHERE user_id = ? AND list_id = ? AND media = ? AND added_at = ?
       AND notes IS NOT DISTINCT FROM ?`,
    userId,
    item['list_id'] ?? null,
    item['media'] ?? null,
    item['added_at'] ?? null,
    item['notes'] ?? null,
  )) !== undefined;
const ENTRIES = inTable('list_items', ['list_id', 'media'], ['episode_id', 'position', 'notes', 'added_at']);

/** The language or the time zone, as long as the person has not chosen one. */
const SETTING: Keeper = {
  has: async (db, userId, item) =>
    (await db.one(`SELECT 1 FROM users WHERE id = ? AND ${unset(item)}`, userId)) === undefined,
  async add(tx, userId, item) {
    const { value = null } = item;
    const set = isZoneSetting(item) ? "zone = ?, rezoned = ''" : 'language = ?';
    return (await tx.run(`UPDATE users SET ${set} WHERE id = ? AND ${unset(item)}`, value, userId)) > 0;
  },
  async remove(tx, userId, item) {
    const { value = null } = item;
    const [set, column] = isZoneSetting(item)
      ? ["zone = 'UTC', rezoned = ''", 'zone']
      : ['language = NULL', 'language'];
    await tx.run(`UPDATE users SET ${set} WHERE id = ? AND ${column} = ?`, userId, value);
  },
};
const isZoneSetting = ({ name }: KeptItem): boolean => name === 'zone';
const unset = (item: KeptItem): string => (isZoneSetting(item) ? "zone = 'UTC'" : 'language IS NULL');

/** Parts that the tracker does not have: their rows are counted and left out. */
const NOWHERE: Keeper = {
  has: async () => true,
  add: async () => false,
  remove: async () => undefined,
};

/** Maximum title choices per person, because one page shows them all. */
const MOST_CHOICES = 5000;
const CHOICE = inTable(
  'title_choices',
  ['work', 'season', 'episode'],
  ['id', 'title', 'media', 'shift', 'chosen_at'],
);
const HELD = inTable(
  'held_titles',
  ['id'],
  (
    'work season episode title reason progress duration started_at updated_at watched_at choice_id media ' +
    'halves rated_at replaced'
  ).split(' '),
);

/** Takes the id of the series from `media` if the file has only its name: `media` was looked up. */
const withShowId = (item: KeptItem): KeptItem => ({ show_id: showIdOf(item), ...item });
const showIdOf = ({ media }: KeptItem) => Number(String(media).replace('show:', ''));
const DROPPED_SHOWS = inTable('dropped_shows', ['show_id'], ['dropped_at']);
const DROPPED: Keeper = {
  has: (db, userId, item) => DROPPED_SHOWS.has(db, userId, withShowId(item)),
  add: (tx, userId, item) => DROPPED_SHOWS.add(tx, userId, withShowId(item)),
  remove: (tx, userId, item) => DROPPED_SHOWS.remove(tx, userId, withShowId(item)),
};

const KEEPERS = {
  watchlist: SHELF,
  favorites: SHELF,
  collection: SHELF,
  list: LIST,
  entry: ENTRY,
  progress: PROGRESS,
  dropped: DROPPED,
  choice: atMost(MOST_CHOICES, 'title_choices', CHOICE),
  held: atMost(2 * heldLimit, 'held_titles', HELD),
  siteId: atMost(siteIdLimit, 'site_ids', inTable('site_ids', ['site', 'site_id'], ['work', 'said_at'])),
  setting: SETTING,
  review: NOWHERE,
  tag: NOWHERE,
} satisfies Record<string, Keeper>;
