import type { Database, Queries, Transaction } from './engine/database';
import { keeperOf, type KeptItem, type KeptPart } from './kept-parts';

type Import = Readonly<{
  userId: string;
  id: string;
}>;

/** The rows of an import from number `from` to `to`, `to` excluded. */
type Part = Import &
  Readonly<{
    from: number;
    to: number;
  }>;

type KeptRow = Readonly<{
  n: number;
  part: KeptPart;
  media: string | null;
  episodeId: number | null;
  /** JSON; `kept` is the entry as the file states it. */
  row: string;
}>;

/** Marks the rows whose entries the person has already, for the preview. */
export async function markKnown(db: Database, one: Import): Promise<void> {
  const last = await db.one<{ n: number | null }>(
    'SELECT max(n) AS n FROM import_rows WHERE user_id = ? AND import_id = ? AND kept = 0',
    one.userId,
    one.id,
  );
  for (let from = 0; from <= (last?.n ?? -1); from += PART)
    await db.transaction(async (tx) => {
      for (const row of await rowsOf(tx, { ...one, from, to: from + PART }, 0))
        if (await keeperOf(row.part).has(tx, one.userId, itemOf(row))) await mark(tx, one, row.n, 2);
    });
}

/** Rows per transaction: few enough not to delay other requests. */
const PART = 100;

/** Adds the entries that the person does not have. Leaves out those for which there is no room. */
export async function addKept(tx: Transaction, part: Part): Promise<void> {
  for (const row of await rowsOf(tx, part, 0)) {
    const [keeper, item] = [keeperOf(row.part), itemOf(row)];
    if (await keeper.add(tx, part.userId, item)) await mark(tx, part, row.n, 1);
    else if (await keeper.has(tx, part.userId, item)) await mark(tx, part, row.n, 2);
    else
      await tx.run(
        "UPDATE import_rows SET state = 'left' WHERE user_id = ? AND import_id = ? AND n = ?",
        part.userId,
        part.id,
        row.n,
      );
  }
}

export async function removeKept(tx: Transaction, part: Part): Promise<void> {
  for (const row of await rowsOf(tx, part, 1)) await keeperOf(row.part).remove(tx, part.userId, itemOf(row));
}

/** Removes the lists that the import has made, except those with entries of the person. */
export async function removeEmptyLists(tx: Transaction, { userId, id }: Import): Promise<void> {
  const made = await tx.all<KeptRow>(
    `SELECT n, part, media, episode_id AS "episodeId", row FROM import_rows
     WHERE user_id = ? AND import_id = ? AND part = 'list' AND kept = 1`,
    userId,
    id,
  );
  for (const row of made) {
    const listId = itemOf(row)['own_list_id'] ?? null;
    await tx.run('DELETE FROM lists WHERE user_id = ? AND id = ? AND items = 0', userId, listId);
  }
}

/** The number of entries of each part. `added`: those that the import has added. */
export type KeptCount = Readonly<{
  part: KeptPart;
  rows: number;
  added: number;
}>;

export const countKept = (db: Queries, userId: string, id: string): Promise<KeptCount[]> =>
  db.all<KeptCount>(
    `SELECT part, count(*) AS rows, CAST(sum(CASE WHEN kept = 1 THEN 1 ELSE 0 END) AS BIGINT) AS added
     FROM import_rows WHERE user_id = ? AND import_id = ? AND part IS NOT NULL GROUP BY part ORDER BY part`,
    userId,
    id,
  );

const SELECT = `
  SELECT n, part, media, episode_id AS "episodeId", row FROM import_rows
  WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ? AND part IS NOT NULL AND kept = ?`;

/** The entry of a row. The title that was found for it overrides the one in the file. */
function itemOf({ part, media, episodeId, row }: KeptRow): KeptItem {
  const { kept = {} } = JSON.parse(row) as Readonly<{ kept?: KeptItem }>;
  const found = media === null ? {} : { media, episode_id: episodeId ?? kept['episode_id'] ?? null };
  return { shelf: part, ...kept, ...found };
}

const rowsOf = (db: Queries, { userId, id, from, to }: Part, kept: 0 | 1) =>
  db.all<KeptRow>(`${SELECT} AND state = 'ready' ORDER BY n`, userId, id, from, to, kept);

async function mark(db: Queries, { userId, id }: Import, n: number, kept: 1 | 2): Promise<void> {
  const set = 'UPDATE import_rows SET kept = ? WHERE user_id = ? AND import_id = ? AND n = ?';
  await db.run(set, kept, userId, id, n);
}
