import { countViewings, uncountViewings, addToTallies } from './count-viewings';
import type { Database, Queries, Transaction } from './engine/database';
import { keepTitles, bringBackUndated, forgetReplaced, replaceUndated } from './replaced-viewings';
import { IS_KNOWN } from './staged-rows';
import { addKept, removeEmptyLists, removeKept } from './kept-rows';
import { IS_OLDER, keepPosition, LAST_POSITION, type LastPosition, LAST_FIRST } from './latest-session';
import { noteUnnamed } from './work-names';
import { refreshTitles } from './watched-titles';

/**
 * `reading`: titles are looked up. `preview`: the person decides. `storing`: rows are being added to the
 * history. `undoing`: they are being removed.
 */
export type ImportState = 'reading' | 'preview' | 'storing' | 'stored' | 'undoing';

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

/** Rows per transaction: few enough not to delay other requests. */
const PART = 100;

/**
 * Adds the rows that are ready (viewings, ratings and the parts of `kept-parts.ts`), then updates the latest
 * session of each title and the last episode of each series. Returns how many viewings were added.
 */
export async function storeImport(db: Database, one: Import): Promise<number> {
  let added = 0;
  for (const part of await partsOf(db, one))
    added += await db.personTransaction(one.userId, async (tx) => {
      if (!(await isStill(tx, one, 'storing'))) return 0;
      await addKept(tx, part);
      await replaceUndated(tx, replacing(part, DATED_OF_PART));
      const watches = await tx.run(ADD_WATCHES, ...valuesOf(part));
      const rows = await tx.all<{ media: string; row: string }>(UNNAMED, ...valuesOf(part));
      // The names come first, because `countViewings` notes the works that have no name.
      await keepTitles(tx, { userId: one.userId, importId: one.id, rows });
      if (watches > 0) await countViewings(tx, one.userId, { sql: IDS_OF_PART, values: valuesOf(part) });
      await tx.run(ADD_RATINGS, ...valuesOf(part));
      await tx.run(ADD_REVIEWS, one.userId, one.id, ...valuesOf(part));
      await addToTallies(tx, one.userId, { watches });
      return watches;
    });
  for (const part of await partsOf(db, one))
    await db.personTransaction(one.userId, async (tx) => {
      if (await isStill(tx, one, 'storing')) await refresh(tx, part);
    });
  await db.run(
    'UPDATE imports SET added = added + ? WHERE user_id = ? AND id = ?',
    added,
    one.userId,
    one.id,
  );
  return added;
}

/** Removes the import and all that it has added. */
export async function removeImport(db: Database, one: Import): Promise<void> {
  const { userId, id } = one;
  for (const part of await partsOf(db, one))
    await db.personTransaction(one.userId, async (tx) => {
      if (!(await isStill(tx, one, 'undoing'))) return;
      await removeKept(tx, part);
      await uncountViewings(tx, userId, { sql: ADDED_OF_PART, values: [id, ...valuesOf(part)] });
      const titles = await tx.run(REMOVE_PROGRESS, userId, id, ...valuesOf(part));
      const watches = await tx.run(REMOVE_WATCHES, userId, id, ...valuesOf(part));
      await tx.run(REMOVE_RATINGS, userId, id, ...valuesOf(part));
      const names = await tx.run(REMOVE_TITLES, userId, id, ...valuesOf(part));
      if (names > 0) await noteUnnamed(tx, userId, { sql: WORKS_OF_PART, values: valuesOf(part) });
      await addToTallies(tx, userId, { watches: -watches, titles: -titles });
      await bringBackUndated(tx, replacing(part, MEDIA_OF_PART));
      await refresh(tx, part);
      await tx.run(REMOVE_SHOWS, userId, ...valuesOf(part));
    });
  await db.personTransaction(userId, (tx) => removeEmptyLists(tx, one));
  for (const part of await partsOf(db, one))
    await db.run(
      'DELETE FROM import_rows WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ?',
      ...valuesOf(part),
    );
  await forgetReplaced(db, userId, id);
  await db.run('DELETE FROM imports WHERE user_id = ? AND id = ?', userId, id);
}

/**
 * Whether the import is still in this state: another process may have finished the same step. Locks the
 * import's row, so that the state stays the same until the end of the transaction.
 */
async function isStill(tx: Transaction, { userId, id }: Import, state: ImportState): Promise<boolean> {
  const row = await tx.lock<{ state: ImportState }>(
    'SELECT state FROM imports WHERE user_id = ? AND id = ?',
    userId,
    id,
  );
  return row?.state === state;
}

/**
 * Makes the last viewing of each title of the part its latest session, and updates the last episode of each
 * series. An open session stays: its position is stored nowhere else, so an undo could not restore it.
 */
async function refresh(tx: Queries, part: Part): Promise<void> {
  const { userId } = part;
  for (const session of await tx.all<LastPosition>(OLDER, userId, ...valuesOf(part)))
    await keepPosition(tx, userId, session);
  const older = await tx.run(REMOVE_OLDER, userId, ...valuesOf(part));
  const titles = await tx.run(ADD_PROGRESS, userId, ...valuesOf(part));
  await addToTallies(tx, userId, { titles: titles - older });
  await refreshTitles(tx, userId, { sql: `(${MEDIA_OF_PART})`, values: valuesOf(part) });
  await tx.run(SET_SHOWS, part.userId, ...valuesOf(part));
}

async function partsOf(db: Database, { userId, id }: Import): Promise<Part[]> {
  const row = await db.one<{ n: number | null }>(
    'SELECT max(n) AS n FROM import_rows WHERE user_id = ? AND import_id = ?',
    userId,
    id,
  );
  const parts: Part[] = [];
  for (let from = 0; from <= (row?.n ?? -1); from += PART) parts.push({ userId, id, from, to: from + PART });
  return parts;
}

const valuesOf = ({ userId, id, from, to }: Part): [string, string, number, number] => [userId, id, from, to];

const replacing = (part: Part, sql: string) => ({
  userId: part.userId,
  importId: part.id,
  media: { sql, values: valuesOf(part) },
});

const IN_PART = 'r.user_id = ? AND r.import_id = ? AND r.n >= ? AND r.n < ?';
const MEDIA_OF_PART = `SELECT r.media FROM import_rows AS r WHERE ${IN_PART} AND r.media IS NOT NULL`;
const DATED_OF_PART = `${MEDIA_OF_PART} AND r.state = 'ready' AND r.own_id IN (0, 3)
  AND r.watched_at IS NOT NULL`;
const SHOWS_OF_PART = `SELECT r.show_id FROM import_rows AS r WHERE ${IN_PART} AND r.show_id IS NOT NULL`;

const WORKS_OF_PART = `w.work IN (
  SELECT CASE WHEN r.show_id IS NULL THEN r.media ELSE 'show:' || r.show_id END
  FROM import_rows AS r WHERE ${IN_PART} AND r.media IS NOT NULL)`;

const IDS_OF_PART = `id IN (SELECT r.watch_id FROM import_rows AS r WHERE ${IN_PART})`;
/**
 * The viewings that the import has added. `coalesce` hides `import_id` from its index: ids find rows faster.
 */
const ADDED_OF_PART = `coalesce(import_id, '') = ?
  AND id IN (SELECT r.watch_id FROM import_rows AS r WHERE ${IN_PART} AND r.watch_id IS NOT NULL)`;

/**
 * 1 for an undated viewing (`own_id` 2) from Letterboxd: a dated one replaces it. Trakt counts its undated
 * viewings in addition to the dated ones, so they stay.
 */
const GIVES_WAY = `CASE WHEN r.own_id = 2 AND EXISTS (SELECT 1 FROM imports AS i
  WHERE i.user_id = r.user_id AND i.id = r.import_id AND i.source = 'Letterboxd') THEN 1 END`;

const ADD_WATCHES = `
  INSERT INTO watches (user_id, id, media, episode_id, show_id, progress, duration, started_at, updated_at,
    watched_at, import_id, gives_way)
  SELECT r.user_id, r.watch_id, r.media, r.episode_id, r.show_id, r.progress, r.duration, r.started_at,
    coalesce(r.updated_at, r.watched_at), r.watched_at, r.import_id, coalesce(r.gives_way, ${GIVES_WAY})
  FROM import_rows AS r
  WHERE ${IN_PART} AND r.state = 'ready' AND r.watched_at IS NOT NULL AND NOT ${IS_KNOWN}
  ON CONFLICT (user_id, id) DO NOTHING`;

const ADD_RATINGS = `
  INSERT INTO ratings (user_id, media, episode_id, halves, rated_at, review, import_id)
  SELECT r.user_id, r.media, r.episode_id, r.halves, r.rated_at, r.review, r.import_id
  FROM import_rows AS r
  WHERE ${IN_PART} AND r.state = 'ready' AND r.halves IS NOT NULL AND r.rated_at IS NOT NULL
  ORDER BY r.n ON CONFLICT (user_id, media) DO NOTHING`;

/** Adds reviews to ratings of the import: a file may state a rating and its review in two rows. */
const ADD_REVIEWS = `
  UPDATE ratings SET review = (SELECT r.review FROM import_rows AS r
    WHERE r.user_id = ratings.user_id AND r.import_id = ratings.import_id AND r.media = ratings.media
      AND r.review IS NOT NULL AND r.state = 'ready' ORDER BY r.n LIMIT 1)
  WHERE user_id = ? AND import_id = ? AND review IS NULL AND media IN (
    SELECT r.media FROM import_rows AS r WHERE ${IN_PART} AND r.review IS NOT NULL AND r.state = 'ready')`;

/** The titles of the part that the catalogue has not named. */
const UNNAMED = `
  SELECT r.media, r.row FROM import_rows AS r
  WHERE ${IN_PART} AND r.state = 'ready' AND r.media IS NOT NULL AND r.part IS NULL
    AND NOT EXISTS (SELECT 1 FROM media_titles AS m WHERE m.media = r.media)`;

/** The sessions of the part that are older than the last viewing of their title. */
const OLDER = `
  SELECT ${LAST_POSITION} FROM progress AS p
  WHERE p.user_id = ? AND p.media IN (${MEDIA_OF_PART}) AND ${IS_OLDER}`;

const REMOVE_OLDER = `
  DELETE FROM progress AS p WHERE p.user_id = ? AND p.media IN (${MEDIA_OF_PART}) AND ${IS_OLDER}`;

/** Makes the last viewing of each title of the part its latest session, if the title has none. */
const ADD_PROGRESS = `
  INSERT INTO progress
    (user_id, media, id, episode_id, progress, duration, started_at, updated_at, watched_at)
  SELECT w.user_id, w.media, w.id, w.episode_id, w.progress, w.duration, w.started_at, w.updated_at,
    w.watched_at
  FROM watches AS w WHERE w.user_id = ? AND w.id IN (
    SELECT (SELECT v.id FROM watches AS v WHERE v.user_id = m.user_id AND v.media = m.media
      ORDER BY v.watched_at DESC, v.id DESC LIMIT 1)
    FROM (SELECT DISTINCT r.user_id, r.media FROM import_rows AS r
      WHERE ${IN_PART} AND r.media IS NOT NULL) AS m)
  ON CONFLICT (user_id, media) DO NOTHING`;

/** Stores the last episode of each series of the part. */
const SET_SHOWS = `
  INSERT INTO show_progress (user_id, show_id, watch_id, watched_at)
  SELECT w.user_id, w.show_id, w.id, w.watched_at FROM watches AS w WHERE w.user_id = ? AND w.id IN (
    SELECT (SELECT v.id FROM watches AS v WHERE v.user_id = m.user_id AND v.show_id = m.show_id
      ORDER BY ${LAST_FIRST} LIMIT 1)
    FROM (SELECT DISTINCT r.user_id, r.show_id FROM import_rows AS r
      WHERE ${IN_PART} AND r.show_id IS NOT NULL) AS m)
  ON CONFLICT (user_id, show_id) DO UPDATE
  SET watch_id = excluded.watch_id, watched_at = excluded.watched_at`;

const REMOVE_PROGRESS = `
  DELETE FROM progress WHERE user_id = ? AND EXISTS (
      SELECT 1 FROM watches AS w
      WHERE w.user_id = progress.user_id AND w.id = progress.id AND coalesce(w.import_id, '') = ?)
    AND media IN (${MEDIA_OF_PART})`;

const REMOVE_WATCHES = `DELETE FROM watches WHERE user_id = ? AND ${ADDED_OF_PART}`;

const REMOVE_RATINGS = `
  DELETE FROM ratings WHERE user_id = ? AND import_id = ? AND media IN (${MEDIA_OF_PART})`;

/**
 * Keeps a name while another import has a viewing of its title. `coalesce` hides `import_id` from its index,
 * so that the engine finds these viewings by title.
 */
const REMOVE_TITLES = `
  DELETE FROM imported_titles WHERE user_id = ? AND import_id = ? AND media IN (${MEDIA_OF_PART})
    AND NOT EXISTS (SELECT 1 FROM watches AS w WHERE w.user_id = imported_titles.user_id
      AND w.media = imported_titles.media AND coalesce(w.import_id, '') <> '')`;

const REMOVE_SHOWS = `
  DELETE FROM show_progress WHERE user_id = ? AND show_id IN (${SHOWS_OF_PART}) AND NOT EXISTS (
    SELECT 1 FROM watches AS w
    WHERE w.user_id = show_progress.user_id AND w.show_id = show_progress.show_id)`;
