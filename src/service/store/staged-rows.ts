import type { Database } from './engine/database';
import { mediaKey, showOf, type MediaIds } from '../../core/library/media-key';
import type { KeptPart } from './kept-parts';
import { setImmediate } from 'node:timers/promises';

/** A row that is to be stored. Times are milliseconds since 1970. */
export type StagedRow = Readonly<{
  /** What has to be looked up; empty if nothing has to be. */
  question: string;
  ids: MediaIds | undefined;
  /** Instead of `ids`: the key of a series, of a season, or of an entry that is no work. */
  media?: string | undefined;
  episodeId?: number | undefined;
  /** Only for rows that are neither viewing nor rating: `kept` of `row` has the columns of the entry. */
  part?: KeptPart | undefined;
  /** Absent: `ready` if `question` is empty, otherwise `open`. */
  state?: 'unclear' | 'left' | undefined;
  /** The time is unknown: the row is not stored if the history has any viewing of the title. */
  isUndated?: boolean;
  /** The file states a day without a time: `watchedAt` is noon in the person's time zone. */
  isDay?: boolean;
  /** The row as JSON, for the lookup and for the list of rows that are left out. */
  row: string;
  /** The id of the viewing, if the file is an export of this service. */
  id: string | undefined;
  progress: number;
  duration: number;
  startedAt: number | undefined;
  watchedAt: number | undefined;
  /** Absent: `watchedAt`. */
  updatedAt?: number | undefined;
  /** See `watches.gives_way`. */
  givesWay?: boolean;
  halves: number | undefined;
  ratedAt: number | undefined;
  review?: string | undefined;
}>;

type Import = Readonly<{
  userId: string;
  id: string;
}>;

/** Rows per transaction: few enough not to delay other requests. */
const PART = 100;

export type RowsToStage<T> = Readonly<{
  rows: T[];
  /** Called part by part: all rows of a large file at once would take 30 MB. */
  stage: (row: T) => StagedRow;
}>;

export async function stageInParts<T>(
  db: Database,
  { userId, id }: Import,
  { rows, stage }: RowsToStage<T>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += PART) {
    const part = rows.slice(from, from + PART).map(stage);
    await db.transaction(async (tx) => {
      for (const [index, row] of part.entries())
        await tx.run(STAGE, ...stagedValues(userId, id, from + index, row));
    });
  }
}

export type Restaged = Readonly<{
  /** The number of the row in the file. */
  n: number;
  row: StagedRow;
}>;

/** Replaces rows as if the file had contained the new ones. */
export async function restageRows(db: Database, { userId, id }: Import, rows: Restaged[]): Promise<void> {
  for (let from = 0; from < rows.length; from += PART)
    await db.transaction(async (tx) => {
      for (const { n, row } of rows.slice(from, from + PART)) {
        await tx.run('DELETE FROM import_rows WHERE user_id = ? AND import_id = ? AND n = ?', userId, id, n);
        await tx.run(STAGE, ...stagedValues(userId, id, n, row));
      }
    });
}

/**
 * The number of rows by state. `known`: ready, but already in the history. `waiting`: ready, and storing them
 * would add a viewing or a rating.
 */
export type ImportCounts = Readonly<{
  open: number;
  unclear: number;
  ready: number;
  left: number;
  known: number;
  waiting: number;
}>;

/** Counts in parts: a file can have tens of thousands of rows. */
export async function countRows(db: Database, userId: string, id: string): Promise<ImportCounts> {
  const counts = { open: 0, unclear: 0, ready: 0, left: 0, known: 0, waiting: 0 };
  const last = await db.one<{ n: number | null }>(LAST_ROW, userId, id);
  for (let from = 0; from <= (last?.n ?? -1); from += COUNTED) {
    const part = [userId, id, from, from + COUNTED] as const;
    for (const { state, n } of await db.all<{ state: keyof ImportCounts; n: number }>(STATES, ...part))
      counts[state] += n;
    const ready = await db.one<{ known: number | null; waiting: number | null }>(READY, ...part);
    counts.known += ready?.known ?? 0;
    counts.waiting += ready?.waiting ?? 0;
    // SQLite answers synchronously; this lets other requests run.
    await setImmediate();
  }
  return counts;
}

/** How many ratings each import of the person has added. */
export async function countRatings(db: Database, userId: string): Promise<ReadonlyMap<string, number>> {
  const counts = await db.all<{ id: string; n: number }>(RATINGS, userId);
  return new Map(counts.map(({ id, n }) => [id, n]));
}

const STAGE = `
  INSERT INTO import_rows (user_id, import_id, n, state, question, row, watch_id, own_id, media, episode_id,
    show_id, progress, duration, started_at, watched_at, halves, rated_at, part, kept, updated_at, gives_way,
    review)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function stagedValues(userId: string, importId: string, n: number, row: StagedRow) {
  const media = mediaOf(row);
  return [
    userId,
    importId,
    n,
    stateOf(row),
    row.question,
    row.row,
    row.id ?? (media === null ? null : importedId(media, row.watchedAt)),
    kindOf(row),
    ...placeOf(row, media),
    row.progress,
    row.duration,
    row.startedAt ?? row.watchedAt ?? null,
    row.watchedAt ?? null,
    row.halves ?? null,
    row.ratedAt ?? row.watchedAt ?? null,
    ...valuesOfPart(row),
  ];
}

function mediaOf({ ids, media }: StagedRow): string | null {
  return ids === undefined ? (media ?? null) : mediaKey(ids);
}

function valuesOfPart({ part, updatedAt, givesWay = false, review }: StagedRow) {
  return [
    part ?? null,
    part === undefined ? null : 0,
    updatedAt ?? null,
    givesWay ? 1 : null,
    review ?? null,
  ];
}

/** The columns `media`, `episode_id` and `show_id`. */
function placeOf({ ids, episodeId }: StagedRow, media: string | null) {
  return media === null ? [null, null, null] : [media, ids?.episodeId ?? episodeId ?? null, showOf(media)];
}

function stateOf({ state, question }: StagedRow): string {
  return state ?? (question === '' ? 'ready' : 'open');
}

function kindOf({ id, isUndated = false, isDay = false }: StagedRow): number {
  if (id !== undefined) return knownBy.id;
  if (isUndated) return knownBy.title;
  return isDay ? knownBy.day : knownBy.time;
}

/** The id of an imported viewing, which is the same in each import of this viewing. */
function importedId(media: string, watchedAt: number | undefined): string | null {
  return watchedAt === undefined ? null : `import-${media.replaceAll(':', '-')}-${String(watchedAt)}`;
}

/** Rows per part: few enough not to delay other requests. */
const COUNTED = 2000;

const LAST_ROW = 'SELECT max(n) AS n FROM import_rows WHERE user_id = ? AND import_id = ?';

const STATES = `
  SELECT state, count(*) AS n FROM import_rows
  WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ? GROUP BY state`;

const HOUR_MS = 3_600_000;

/**
 * Maximum distance of two reports of one viewing: products differ in their clocks and in what they report.
 */
const TIMED_MS = 12 * HOUR_MS;

/** Maximum distance from noon of a day without a time: an evening belongs to its day even after midnight. */
const DAY_ONLY_MS = 18 * HOUR_MS;

/** How the viewing of a row is recognised; stored in the column `own_id`. */
const knownBy = { time: 0, id: 1, title: 2, day: 3 } as const;

const DISTANCE = `CASE r.own_id WHEN ${knownBy.day} THEN ${DAY_ONLY_MS} ELSE ${TIMED_MS} END`;

/**
 * Whether the history already has the viewing of an import's row `r`. `own_id` tells how it is recognised:
 * - `knownBy.id`: by its id, in an export of this service.
 * - `knownBy.title`: by its title alone, because its time is unknown.
 * - `knownBy.time` and `knownBy.day`: by its title and a time within `DISTANCE`. Calendar days are not
 *   compared, because reports just before and just after midnight may be one viewing.
 */
export const IS_KNOWN = `EXISTS (
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id = ${knownBy.id} AND w.id = r.watch_id
  UNION ALL
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id IN (${knownBy.time}, ${knownBy.day})
    AND w.media = r.media AND w.gives_way IS NULL
    AND w.watched_at >= r.watched_at - ${DISTANCE} AND w.watched_at <= r.watched_at + ${DISTANCE}
    AND (w.import_id IS NULL OR w.import_id <> r.import_id)
  UNION ALL
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id = ${knownBy.title} AND w.media = r.media
    AND (w.import_id IS NULL OR w.import_id <> r.import_id))`;

const IS_STORED = `(${IS_KNOWN} OR EXISTS (
  SELECT 1 FROM watches AS w
  WHERE w.user_id = r.user_id AND w.id = r.watch_id AND w.import_id = r.import_id))`;

const IS_RATED = 'EXISTS (SELECT 1 FROM ratings AS g WHERE g.user_id = r.user_id AND g.media = r.media)';

const READY = `
  SELECT CAST(sum(CASE WHEN kept IS NOT NULL THEN 1 - open
      WHEN watched_at IS NOT NULL THEN viewing ELSE rating END) AS BIGINT) AS known,
    CAST(sum(CASE WHEN open = 1 OR viewing = 0 OR rating = 0 THEN 1 ELSE 0 END) AS BIGINT) AS waiting
  FROM (SELECT watched_at, kept, CASE WHEN kept = 0 THEN 1 ELSE 0 END AS open,
      CASE WHEN watched_at IS NULL OR ${IS_STORED} THEN 1 ELSE 0 END AS viewing,
      CASE WHEN halves IS NULL OR rated_at IS NULL OR ${IS_RATED} THEN 1 ELSE 0 END AS rating
    FROM import_rows AS r
    WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ? AND state = 'ready') AS counted`;

const RATINGS = `
  SELECT import_id AS id, count(*) AS n FROM ratings
  WHERE user_id = ? AND import_id IS NOT NULL GROUP BY import_id`;
