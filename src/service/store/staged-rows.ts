import type { Database } from './engine/database';
import { knownBy } from './imports-known';
import { mediaKey, showOf, type MediaIds } from '../../core/library/media-key';
import type { KeptPart } from './kept-parts';

/** A row that is to be stored. Times are milliseconds since 1970. */
export type StagedRow = Readonly<{
  /** What has to be looked up; empty where `ids` say it. */
  question: string;
  ids: MediaIds | undefined;
  /** Of a series or a season, or of what is no work: its key. */
  media?: string | undefined;
  episodeId?: number | undefined;
  /** It is no viewing and no rating: `kept` of `row` has its columns. */
  part?: KeptPart | undefined;
  /** Absent: ready where there are `ids`, otherwise to be looked up. */
  state?: 'unclear' | 'left' | undefined;
  /** Not to be stored where there is a viewing of the title, whenever it was. */
  isUndated?: boolean;
  /** `watchedAt` is noon of the day in the person's zone; nothing states the time. */
  isDay?: boolean;
  /** The row as JSON, for the lookup and for the list of what is left. */
  row: string;
  /** Of a viewing that we have exported. */
  id: string | undefined;
  progress: number;
  duration: number;
  startedAt: number | undefined;
  watchedAt: number | undefined;
  /** Absent: when it was watched. */
  updatedAt?: number | undefined;
  /** As `watches.gives_way`. */
  givesWay?: boolean;
  halves: number | undefined;
  ratedAt: number | undefined;
  review?: string | undefined;
}>;

type Import = Readonly<{
  userId: string;
  id: string;
}>;

/** Rows that one transaction stores: fewer than hold another request up. */
const PART = 100;

export type RowsToStage<T> = Readonly<{
  rows: readonly T[];
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
  /** Its place in the file. */
  n: number;
  row: StagedRow;
}>;

/** Replaces rows. */
export async function restageRows(
  db: Database,
  { userId, id }: Import,
  rows: readonly Restaged[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += PART)
    await db.transaction(async (tx) => {
      for (const { n, row } of rows.slice(from, from + PART)) {
        await tx.run('DELETE FROM import_rows WHERE user_id = ? AND import_id = ? AND n = ?', userId, id, n);
        await tx.run(STAGE, ...stagedValues(userId, id, n, row));
      }
    });
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

/** The same viewing has the same id in each import of it. */
function importedId(media: string, watchedAt: number | undefined): string | null {
  return watchedAt === undefined ? null : `import-${media.replaceAll(':', '-')}-${String(watchedAt)}`;
}
